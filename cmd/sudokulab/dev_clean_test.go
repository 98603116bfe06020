package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// untidy makes a tree of the lab with everything that the make targets leave, and with files of other origin beside that.
func untidy(t *testing.T) (root string, products, caches, others []string) {
	t.Helper()
	root = filepath.Join(t.TempDir(), "clone [1] ü")
	products = []string{
		"sudokulab", "bin/sudokulab-xla", "bin/sudokulab-gpu", "dist/sudokulab-1.0.0-linux-amd64.tar.gz", "dist/" + checksums,
		"notebooks/00-tour.partial.ipynb", ".cache/bitboard.test",
	}
	caches = []string{
		".cache/records/quick/a.jsonl", ".cache/code.json", ".cache/notebooks/x", ".cache/page/y/lab.wasm", ".cache/tmp/z", ".tools/bin/golangci-lint",
		".tools/pjrt/cpu/plugin/so", ".jupyter/kernels/sudokulab/kernel.json",
	}
	others = []string{
		"research/claims.yaml", "go.mod", "notebooks/00-tour.ipynb", "bin/mine", "dist/mine.txt", ".cache/mine.txt", ".cache/data/mine.txt",
		"data/puzzles.txt", "cmd/sudokulab/x.test", ".tools/go.mod", "notes.txt", "sudokulab-notes",
	}
	for _, name := range slices.Concat(products, caches, others) {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("text"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root, products, caches, others
}

// there returns the files and links of a tree that are not git's own.
func there(t *testing.T, root string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == ".git" {
			return fs.SkipDir
		}
		if err == nil && !d.IsDir() {
			rel, rerr := filepath.Rel(root, name)
			names, err = append(names, filepath.ToSlash(rel)), rerr
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}

func sorted(parts ...[]string) []string {
	out := slices.Concat(parts...)
	slices.Sort(out)
	return out
}

// TestClean: products go, caches and tools with --all, and nothing else ever; what went is said.
func TestClean(t *testing.T) {
	root, products, caches, others := untidy(t)
	if out := must(t, "", "dev", "clean", "--root", root, "--all", "--dry-run"); !strings.Contains(out, "Would remove") {
		t.Error(out)
	}
	diff(t, "after a dry run", there(t, root), sorted(products, caches, others))
	out := must(t, "", "dev", "clean", "--root", root)
	diff(t, "after clean", there(t, root), sorted(caches, others))
	for _, name := range products {
		if !strings.Contains(out, "removed  "+name+" ") {
			t.Errorf("%s is not named in\n%s", name, out)
		}
	}
	must(t, "", "dev", "clean", "--root", root, "--all")
	diff(t, "after clean --all", there(t, root), sorted(others))
	if out := must(t, "", "dev", "clean", "--root", root, "--all"); out != "Nothing to remove.\n" {
		t.Error(out)
	}
}

// TestCleanLeaves: links, what lies behind them, and committed files stay, and it is said.
func TestCleanLeaves(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	root, _, _, _ := untidy(t)
	elsewhere := t.TempDir()
	if err := os.WriteFile(filepath.Join(elsewhere, "sudokulab-xla"), []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"bin", ".jupyter"} {
		if err := os.RemoveAll(filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(elsewhere, filepath.Join(root, name)); err != nil {
			t.Skip(err)
		}
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "-f", ".cache/records/quick/a.jsonl", "dist/" + checksums}} {
		cmd := exec.CommandContext(t.Context(), "git", args...)
		cmd.Dir = root
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v, %s", args, err, text)
		}
	}
	out := must(t, "", "dev", "clean", "--root", root, "--all")
	for _, want := range []string{"left     bin/sudokulab-xla: a link", "left     .jupyter: a link", "left     .cache/records: committed", "left     dist/" + checksums + ": committed"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	for _, name := range []string{"bin", ".jupyter", ".cache/records/quick/a.jsonl", "dist/" + checksums, "dist/mine.txt"} {
		if _, err := os.Lstat(filepath.Join(root, filepath.FromSlash(name))); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(filepath.Join(elsewhere, "sudokulab-xla")); err != nil {
		t.Error(err)
	}
}

func TestCleanOutsideOfALab(t *testing.T) {
	if r := sudokulab(t, "", "dev", "clean", "--root", t.TempDir()); r.code != exitError || !strings.Contains(r.errOut, "not the lab's source tree") {
		t.Errorf("exit code %d, %s", r.code, r.errOut)
	}
}
