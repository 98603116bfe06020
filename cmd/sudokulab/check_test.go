package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCheckFiles: the files of this tree are as the records and digests say, and nothing is measured for it.
func TestCheckFiles(t *testing.T) {
	out := must(t, "", "check", "--files", "--root", filepath.Join("..", ".."))
	if !strings.Contains(out, " with their digests, 0 smoke and 0 quick cases measured again, 0 differences, in ") {
		t.Errorf("%s", out)
	}
}

// TestCheckDigests: an altered card and an altered file of a slice are named by their path in the tree.
func TestCheckDigests(t *testing.T) {
	root, from := t.TempDir(), filepath.Join("..", "..")
	for _, name := range []string{"weights.sha256", "results/gpu/state.json"} {
		put(t, root, name, content(t, filepath.Join(from, filepath.FromSlash(name))))
	}
	for line := range strings.Lines(content(t, filepath.Join(root, "weights.sha256"))) {
		name := strings.TrimSpace(line[66:])
		put(t, root, name, content(t, filepath.Join(from, filepath.FromSlash(name))))
	}
	if err := os.CopyFS(filepath.Join(root, "results", "gpu", "selftest"), os.DirFS(filepath.Join(from, "results", "gpu", "selftest"))); err != nil {
		t.Fatal(err)
	}
	others := func() (lines []string) {
		t.Helper()
		_, differences, err := checkDigests(t.Context(), root)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range differences {
			if !strings.Contains(line, ": missing; state.json lists it") { // the jobs that are not copied
				lines = append(lines, line)
			}
		}
		return lines
	}
	if got := others(); len(got) != 0 {
		t.Errorf("as committed: %q", got)
	}
	for _, name := range []string{"pkg/gnn/weights/embedded/candidate.json", "results/gpu/selftest/selftest.txt"} {
		sound := content(t, filepath.Join(root, filepath.FromSlash(name)))
		put(t, root, name, sound+" ")
		if got := others(); len(got) != 1 || !strings.HasPrefix(got[0], name+": altered: ") {
			t.Errorf("%s: %q", name, got)
		}
		put(t, root, name, sound)
	}
}
