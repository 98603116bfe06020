# Every target is one line that calls a Go command; `make help` lists them.
# Nothing is installed outside this folder but Go's own caches.

PROFILE  ?= quick
ONLY     ?=
NOTEBOOK ?=
TIME     ?= 20s
COUNT    ?= 6
BENCH    ?= .
KEEP     ?=
PLUGIN   ?=
BACKEND  ?=

lab  := go run $(if $(filter xla%,$(BACKEND)),-tags=xla) ./cmd/sudokulab
lint := .tools/bin/golangci-lint
benchstat := .tools/bin/benchstat
sbom := .tools/bin/cyclonedx-gomod

# What a person has set for go in other projects is not for this one; pkg/gotool says what is left
# out and why, and does the same where the program calls go. Asked from /, so that go.mod counts only
# in the recipes, where go explains itself.
ifneq ($(filter-out help,$(MAKECMDGOALS)),)
go_env := $(shell cd / && GOFLAGS= GOTOOLCHAIN=local go env GOHOSTOS GOHOSTARCH GOVERSION GOFLAGS 2>/dev/null)
ifeq ($(go_env),)
$(error go is not on the PATH, or does not start; the lab needs Go 1.26 or newer, from https://go.dev/dl or your system's packages; a release from 1.21 on fetches what it lacks)
endif
ifneq ($(filter go1.1% go1.20 go1.20.%,$(word 3,$(go_env))),)
$(error the lab needs Go 1.26 or newer, and this is $(word 3,$(go_env)); a release from 1.21 on fetches what it lacks, see https://go.dev/dl)
endif
export GOWORK      := off
export GO111MODULE := on
export GOOS        := $(word 1,$(go_env))
export GOARCH      := $(word 2,$(go_env))
unwanted           := mod=% modfile=% race race=% msan msan=% asan asan=% cover cover=% covermode=% coverpkg=% json json=% n n=%
given              := $(or $(value GOFLAGS),$(wordlist 4,$(words $(go_env)),$(go_env)))
# One job a core, as go has it, but no more than one a gibibyte: the linker takes 0.65 of it for
# each test program that has GoMLX in it.
jobs               := $(shell exec 2>/dev/null; test -r /proc/meminfo && cores=$$(nproc) || exit 0; \
  GiB=$$((($$(head -n 1 /proc/meminfo | tr -cd 0-9) + 524288) / 1048576)); limit=$$(cat /sys/fs/cgroup/memory.max); \
  case $$limit in (*[!0-9]*|"") ;; (*) limit=$$((limit / 1073741824)); test $$limit -ge $$GiB || GiB=$$limit ;; esac; \
  test $$GiB -ge $$cores || echo -p=$$((GiB > 0 ? GiB : 1)))
export GOFLAGS     := $(strip $(if $(filter -p=% --p=%,$(given)),,$(jobs)) $(filter-out $(unwanted:%=-%) $(unwanted:%=--%),$(given)) -mod=readonly)
endif

# For glibc 2.31 and newer; experiments/gpu/README.md and glibc_floor.h say why each flag is there.
gpu_flags := -s -w -linkmode=external -extldflags '-no-pie -Wl,--wrap=__libc_start_main -Wl,--no-as-needed -l:libpthread.so.0 -l:libdl.so.2'

.PHONY: help doctor results notebooks site test short large race bare vet simd fuzz bench pgo check verify data film kernel jupyter lint xla gpu gpu-binary release clean distclean
.DEFAULT_GOAL := help

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile

doctor: ## say what this machine has and lacks for results and test, what it is for, and how to get it
	@$(lab) doctor

results: ## run the experiments, write tables, figures and verdicts, execute the notebooks (PROFILE=smoke|quick|full|gpu, ONLY=<experiment or claim>, BACKEND=xla:cpu after make xla)
	@$(if $(BACKEND),SUDOKULAB_BACKEND='$(BACKEND)' )$(lab) results --profile $(PROFILE) $(if $(ONLY),--only $(ONLY))
	@$(lab) notebook run

notebooks: ## execute the notebooks that something has changed for (NOTEBOOK=notebooks/00-tour.ipynb)
	@$(lab) notebook run $(NOTEBOOK)

test: ## run all tests, then execute the notebooks and compare with what is committed
	go test -timeout 45m ./...
	@$(lab) notebook check

short: ## run the tests that take seconds
	go test -short ./...

large: ## run the tests that take long: every engine on boards beyond 9×9, a copy of the lab under another name, every step of the tutorials
	SUDOKULAB_LARGE=1 go test -timeout 45m -run 'Conformance|RenamedLab|Tutorials' ./cmd/sudokulab ./pkg/...

race: ## run the quick tests of the packages with goroutines or locks under the race detector (wants a C compiler)
	@$(lab) dev race

bare: ## run make results PROFILE=smoke twice in a copy of the tree, as on a machine with Go and make only
	@$(lab) dev bare

vet: ## vet the code for each system that a release is for
	@$(lab) dev vet

simd: ## run the tests of the 9×9 engine in the build with vector instructions
	GOEXPERIMENT=simd go test -short ./pkg/bitboard/...

fuzz: ## fuzz every target in turn (TIME=20s each)
	@$(lab) dev fuzz --time $(TIME)

bench: $(benchstat) ## run the benchmarks, and say which are worse than the committed ones of this kind of machine (COUNT=6, BENCH=<regular expression>, KEEP=1 writes them)
	@$(lab) dev bench --count $(COUNT) --bench '$(BENCH)' $(if $(KEEP),--keep)

pgo: ## measure cmd/sudokulab/default.pgo, the profile that the program is optimised by (wants the public sets)
	@mkdir -p .cache
	go test -run '^$$' -bench CountUpTo -benchtime 3s -trimpath -cpuprofile cmd/sudokulab/default.pgo -o .cache/bitboard.test ./pkg/bitboard

check: ## compare every committed table, figure and block with the records, measure smoke and some quick cases again, verify records of earlier code
	@$(lab) check

verify: ## measure cases again whose code has changed since, the cheapest first (HOURS=1, PROFILE=smoke|quick|full|gpu, ONLY=<experiment or claim>)
	@$(lab) results verify --time $(or $(HOURS),1)h $(if $(filter command line,$(origin PROFILE)),--profile $(PROFILE)) $(if $(ONLY),--only $(ONLY))

film: ## draw the README's film again
	@$(lab) trace --search --cell r1c6 --animation results/film.gif ..4....8....719........8.97....67...5.......2...2..73.16..729.....9...61..2.865.. >/dev/null

site: ## write notes, claims, results, notebooks and package documentation as a web site into site/, which opens from disk
	@$(lab) site

data: ## download the public puzzle sets into the cache folder
	@$(lab) data fetch --all

kernel: ## build the notebooks' Go kernel into this folder and warm the build cache (once; minutes with empty caches)
	@$(lab) kernel build

jupyter: ## open JupyterLab or Notebook, where there is one, with that kernel in its list
	@$(lab) kernel jupyter

lint: $(lint) ## run the linter and look whether go.mod is tidy
	@go mod tidy -diff && $(lint) run

xla: ## build bin/sudokulab-xla, with XLA, and install its plugin for the processor in this folder (wants a C compiler and PLUGIN=<file>: without a known SHA-256 nothing is fetched)
	@$(lab) dev xla $(if $(PLUGIN),--plugin '$(PLUGIN)')

gpu: ## run one slice of the next undone job of experiments/gpu-queue.yaml
	@$(lab) gpu run

gpu-binary: ## build bin/sudokulab-gpu, which a GPU box without Go can run
	CGO_ENABLED=1 CGO_CFLAGS="-O2 -g0 -include '$(CURDIR)/experiments/gpu/glibc_floor.h'" go build -trimpath -tags xla,netgo,osusergo -ldflags "$(gpu_flags)" -o bin/sudokulab-gpu ./cmd/sudokulab

release: $(sbom) ## build the program for Linux, macOS and Windows into dist/: archives, checksums, bills of materials
	@$(lab) dev release

clean: ## remove what these targets have built in this folder
	@$(lab) dev clean

distclean: ## as clean, and the caches and tools in this folder, downloaded puzzle sets among them
	@$(lab) dev clean --all

$(sbom): .tools/sbom/go.mod
	cd .tools/sbom && GOBIN="$(CURDIR)/.tools/bin" go install tool
	@touch $@

$(lint) $(benchstat): .tools/go.mod
	cd .tools && GOBIN="$(CURDIR)/.tools/bin" go install tool
	@touch $@
