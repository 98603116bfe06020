# Every target is one line that calls a Go command; `make help` lists them.
# Nothing is installed outside this folder but Go's own caches.

PROFILE ?= quick
ONLY    ?=
TIME    ?= 20s
COUNT   ?= 6

lab  := go run ./cmd/sudokulab
lint := .tools/bin/golangci-lint

.PHONY: help results test short fuzz bench check data lint gpu gpu-binary
.DEFAULT_GOAL := help

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST)

results: ## run the experiments and write tables, figures and verdicts (PROFILE=smoke|quick|full|gpu, ONLY=<experiment or claim>)
	@$(lab) results --profile $(PROFILE) $(if $(ONLY),--only $(ONLY))

test: ## run all tests
	go test ./...

short: ## run the tests that take seconds
	go test -short ./...

fuzz: ## fuzz every target in turn (TIME=20s each)
	@$(lab) dev fuzz --time $(TIME)

bench: ## write keyed benchmarks for benchstat to standard output (COUNT=6)
	@go test -run '^$$' -bench . -count $(COUNT) ./pkg/...

check: ## compare every committed table, figure and block with the records, and measure the smoke profile again
	@$(lab) check

data: ## download the public puzzle sets into the cache folder
	@$(lab) data fetch --all

lint: $(lint) ## run the linter and look whether go.mod is tidy
	@go mod tidy -diff && $(lint) run

gpu: ## run one slice of the next undone job of experiments/gpu-queue.yaml
	@$(lab) gpu run

$(lint): .tools/go.mod
	cd .tools && GOBIN="$(CURDIR)/.tools/bin" go install tool
	@touch $@
