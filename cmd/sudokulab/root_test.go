package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/nbkernel"
)

func TestFindRoot(t *testing.T) {
	tree := t.TempDir()
	below := filepath.Join(tree, "research", "deeper")
	if err := os.MkdirAll(below, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(tree, "research", "claims.yaml"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	outside := t.TempDir()
	same := func(from, want string) {
		t.Helper()
		t.Chdir(from)
		got, err := findRoot("")
		if err != nil {
			t.Fatalf("from %s: %v", from, err)
		}
		a, errA := os.Stat(got)
		b, errB := os.Stat(want)
		if errA != nil || errB != nil || !os.SameFile(a, b) {
			t.Errorf("from %s: %s, want %s", from, got, want)
		}
	}
	t.Setenv(nbkernel.EnvRoot, "")
	same(below, tree)
	t.Chdir(outside)
	if _, err := findRoot(""); !errors.Is(err, errNoLab) {
		t.Errorf("from nowhere: %v", err)
	}
	t.Setenv(nbkernel.EnvRoot, tree)
	same(outside, tree)
	t.Setenv(nbkernel.EnvRoot, outside)
	same(below, tree) // the folder that one stands in counts more
	t.Chdir(outside)
	if _, err := findRoot(""); err == nil || !strings.Contains(err.Error(), nbkernel.EnvRoot) {
		t.Errorf("a variable that names no lab: %v", err)
	}
}

// TestBackendOfPlans: a backend that the environment asks for adds cases to what is measured, and none to what is published.
func TestBackendOfPlans(t *testing.T) {
	cases := func(backend string) (published, measured int) {
		t.Helper()
		t.Setenv(accel.EnvBackend, backend)
		l, err := (&labFlags{}).open()
		if err != nil {
			t.Fatal(err)
		}
		chosen, err := l.Select([]string{"tensor-backends"})
		if err != nil {
			t.Fatal(err)
		}
		plan, err := planOf(chosen[0], lab.Quick)
		if err != nil {
			t.Fatal(err)
		}
		return len(chosen[0].Plan(lab.Quick).Cases), len(plan.Cases)
	}
	alone, same := cases("go")
	if published, measured := cases("xla:cuda"); same != alone || published != alone || measured <= alone {
		t.Errorf("%d cases are published and %d measured with another backend, %d and %d without", published, measured, alone, same)
	}
}
