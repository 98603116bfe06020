package lab

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/codeid"
)

// TestSourcesOfAnyone: what a person has set for other work neither breaks the reading of the
// sources nor changes what it says.
func TestSourcesOfAnyone(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	codes := func() map[string]string {
		t.Helper()
		found, err := codeid.Find(t.Context(), root, measuring)
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]string{}
		for id, i := range found {
			out[id] = i.Code
		}
		return out
	}
	plain := codes()
	for name, value := range map[string]string{
		"GOFLAGS": "-mod=vendor -json -race -tags=xla", "GOWORK": filepath.Join(t.TempDir(), "go.work"), "GO111MODULE": "off",
		"GOOS": "js", "GOARCH": "wasm", "CGO_ENABLED": "1", "GOEXPERIMENT": "simd",
	} {
		t.Setenv(name, value)
	}
	if odd := codes(); len(plain) == 0 || !maps.Equal(odd, plain) {
		t.Errorf("%d experiments, %v, want %v", len(odd), odd, plain)
	}
}

// TestSourcesOfTheTree: every experiment's folder has an identity, no two the same, and the
// figures' and judges' code is no part of it.
func TestSourcesOfTheTree(t *testing.T) {
	root := filepath.Join("..", "..")
	s, err := ReadSources(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	dirs, err := filepath.Glob(filepath.Join(root, "experiments", "*", "experiment.go"))
	if err != nil || len(dirs) < 30 {
		t.Fatalf("%d experiments, %v", len(dirs), err)
	}
	seen := map[string]string{}
	for _, file := range dirs {
		id := filepath.Base(filepath.Dir(file))
		code := s.Code(id)
		if len(code) != 16 || seen[code] != "" {
			t.Errorf("%s: code %q, that of %q", id, code, seen[code])
		}
		seen[code] = id
	}
	reached, err := codeid.Reached(t.Context(), root, measuring, "csp-validate")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(reached, "\n")
	for _, want := range []string{"func plan", "func measure", "pkg/csp/", "pkg/encode/csp.go"} {
		if !strings.Contains(text, want) {
			t.Errorf("csp-validate does not reach %s", want)
		}
	}
	for _, no := range []string{"judges.go", "tables.go", "pkg/render", "pkg/lab/run.go", "pkg/corpus/store.go"} {
		if strings.Contains(text, no) {
			t.Errorf("csp-validate reaches %s", no)
		}
	}
}

// TestSourcesAway: without a source tree the program's own file stands for all code.
func TestSourcesAway(t *testing.T) {
	s, err := ReadSources(t.Context(), t.TempDir())
	if err != nil || !strings.HasPrefix(s.Code("any"), "program:") || s.Modules("any") != nil {
		t.Errorf("%+v, %v", s, err)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module x.example\n\ngo 1.26\n\nrequire y.example/z v1.0.0\n")
	write(t, filepath.Join(dir, "experiments", "a", "a.go"), "package a\n\nfunc f() {\n")
	if _, err := ReadSources(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "experiments/a/a.go:3:") {
		t.Errorf("a tree that does not parse: %v", err)
	}
	if err := os.Remove(filepath.Join(dir, "experiments", "a", "a.go")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "experiments", "a", "a.go"), "package a\n")
	t.Setenv("PATH", "")
	if s, err := ReadSources(t.Context(), dir); err != nil || !strings.HasPrefix(s.Code("any"), "program:") {
		t.Errorf("without go: %+v, %v", s, err)
	}
}
