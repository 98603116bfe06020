package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sudokulab/pkg/gotool"
)

// settings runs the Makefile with one more target, which prints what recipes have in their
// environment, with a go of the test's own before the others on the PATH.
func settings(t *testing.T, target, goScript string, env ...string) (out string, err error) {
	t.Helper()
	if _, err := exec.LookPath("make"); err != nil || runtime.GOOS == "windows" {
		t.Skip("no make")
	}
	root := wholeTree(t)
	bin := filepath.Join(t.TempDir(), "with a blank")
	if err := os.Mkdir(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bin, "go"), []byte("#!/bin/sh\n"+goScript+"\n"), 0o700); err != nil { //nolint:gosec // it is to be executed
		t.Fatal(err)
	}
	more := write(t, "more.mk", "include Makefile\nsettings:\n\t@env\n")
	cmd := exec.CommandContext(t.Context(), "make", "--no-print-directory", "-f", more, target)
	cmd.Dir = root
	cmd.Env = append([]string{"PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH")}, env...)
	text, err := cmd.CombinedOutput()
	return string(text), err
}

// TestMakefileSettings: what a person has set for go elsewhere does not reach the recipes, and
// the rest does.
func TestMakefileSettings(t *testing.T) {
	// The program leaves out the same flags.
	const odd = "-mod=vendor --modfile=x -race --msan=true -asan -cover -covermode=set -coverpkg=./... -json -n -tags=xla -model=1 -p=7 '-ldflags=-X a=$b c'"
	kept := gotool.Flags(odd)
	if kept != "-tags=xla -model=1 -p=7 '-ldflags=-X a=$b c' -mod=readonly" {
		t.Fatalf("of %s stays %s", odd, kept)
	}
	const answer = `printf 'linux\namd64\ngo1.26.5\n%s\n' "$GOFLAGS-written=1"`
	for name, c := range map[string]struct {
		env  []string
		want []string
	}{
		"nothing": {nil, []string{"GOFLAGS=-p=1 -written=1 -mod=readonly", "GOWORK=off", "GO111MODULE=on", "GOOS=linux", "GOARCH=amd64"}},
		"odd": {
			[]string{"GOFLAGS=" + odd, "GOWORK=/x", "GO111MODULE=off", "GOOS=js", "GOARCH=wasm", "MAKEFLAGS=-k"},
			[]string{"GOFLAGS=" + kept, "GOWORK=off", "GO111MODULE=on", "GOOS=linux", "GOARCH=amd64"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := settings(t, "settings", answer, c.env...)
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			lines := strings.Split(out, "\n")
			has := func(want string) bool {
				for _, l := range lines {
					// How many jobs there are is the machine's.
					if l == want || strings.HasPrefix(want, "GOFLAGS=-p=1 ") && strings.HasPrefix(l, "GOFLAGS=") && strings.HasSuffix(l, strings.TrimPrefix(want, "GOFLAGS=-p=1 ")) {
						return true
					}
				}
				return false
			}
			for _, want := range c.want {
				if !has(want) {
					t.Errorf("no %s in\n%s", want, out)
				}
			}
		})
	}
}

// TestMakefileWithoutGo: the message says what to do, and help needs no go.
func TestMakefileWithoutGo(t *testing.T) {
	for name, c := range map[string]struct{ program, want string }{
		"none": {"exit 127", "go is not on the PATH"},
		"old":  {`printf 'linux\namd64\ngo1.19.8\n\n'`, "this is go1.19.8"},
	} {
		if out, err := settings(t, "settings", c.program); err == nil || !strings.Contains(out, c.want) || !strings.Contains(out, "https://go.dev/dl") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
		if out, err := settings(t, "help", c.program); err != nil || strings.Contains(out, "https://go.dev/dl") {
			t.Errorf("help, %s: %v\n%s", name, err, out)
		}
	}
}

// TestMakefileXLA: make xla hands its file on, and BACKEND builds what can open the backend and asks
// for it where results are measured, not in notebooks.
func TestMakefileXLA(t *testing.T) {
	const program = `test "$1" = run || { printf 'linux\namd64\ngo1.26.5\n\n'; exit; }
echo "called $* with $SUDOKULAB_BACKEND"`
	for target, c := range map[string]struct {
		env  []string
		want []string
	}{
		"xla":  {nil, []string{"called run ./cmd/sudokulab dev xla with "}},
		"xla ": {[]string{"PLUGIN=/with a/blank.whl"}, []string{"called run ./cmd/sudokulab dev xla --plugin /with a/blank.whl with "}},
		"results": {nil, []string{
			"called run ./cmd/sudokulab results --profile quick with ", "called run ./cmd/sudokulab notebook run with ",
		}},
		"results ": {[]string{"BACKEND=xla:cpu", "ONLY=gnn-tools", "PROFILE=full"}, []string{
			"called run -tags=xla ./cmd/sudokulab results --profile full --only gnn-tools with xla:cpu",
			"called run -tags=xla ./cmd/sudokulab notebook run with ",
		}},
		" results": {[]string{"BACKEND=go"}, []string{
			"called run ./cmd/sudokulab results --profile quick with go", "called run ./cmd/sudokulab notebook run with ",
		}},
	} {
		out, err := settings(t, strings.TrimSpace(target), program, append([]string{"SUDOKULAB_BACKEND="}, c.env...)...)
		if want := strings.Join(c.want, "\n") + "\n"; err != nil || out != want {
			t.Errorf("%s %q: %v, %q; want %q", target, c.env, err, out, want)
		}
	}
}
