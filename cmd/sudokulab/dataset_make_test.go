package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// recipe is small, and of two sides.
const recipe = `version: 1
name: two
seed: 5
distinct: true
formats: [csv, npz]
items: 50
parts:
  - name: nine
    side: 9
    minimal: true
    bands:
      - {name: any, train: 300, validation: 5, test: 9}
  - name: four
    side: 4
    bands:
      - {name: any, givens: 5-9, train: 20, test: 6}
`

// folderOf reads all files below a folder.
func folderOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, relErr := filepath.Rel(dir, path)
		out[filepath.ToSlash(name)] = string(data)
		return errors.Join(err, relErr)
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestDatasetMake: a recipe becomes a set that dataset audit finds without leaks, in parts and at once, and again it is found complete.
func TestDatasetMake(t *testing.T) {
	path := write(t, "two.yaml", recipe)
	dir, parts := filepath.Join(t.TempDir(), "a set"), filepath.Join(t.TempDir(), "parts")
	r := sudokulab(t, "", "dataset", "make", path, "--output", dir, "--jobs", "2")
	if r.code != exitOK || !strings.Contains(r.out, "  nine/train: 300 puzzles\n") || !strings.Contains(r.errOut, "340 puzzles, made in ") {
		t.Fatalf("exit code %d\n%s%s", r.code, r.out, r.errOut)
	}
	files := folderOf(t, dir)
	if len(files) != 29 {
		t.Errorf("%d files", len(files))
	}
	text := must(t, "", "dataset", "audit", "--quiet", filepath.Join(dir, "nine", "train-00000-of-00006.csv"), filepath.Join(dir, "four", "train.csv"),
		"--against", filepath.Join(dir, "nine", "test.csv"), "--against", filepath.Join(dir, "four", "test.csv"))
	if !strings.Contains(text, "leak: 0 of the 15 different puzzles of the test") {
		t.Error(text)
	}
	for _, shard := range []string{"1/2", "0/2"} {
		if out := must(t, "", "dataset", "make", path, "--output", parts, "--shard", shard); out != "" {
			t.Errorf("%q", out)
		}
	}
	diff(t, "in parts", must(t, "", "dataset", "make", path, "--output", parts, "--quiet"), r.out)
	diff(t, "in parts", folderOf(t, parts), files)
	again := sudokulab(t, "", "dataset", "make", path, "--output", dir)
	if again.code != exitOK || again.out != r.out || !strings.Contains(again.errOut, "there already, and all hashes agree") {
		t.Errorf("exit code %d\n%s%s", again.code, again.out, again.errOut)
	}
}

// TestDatasetNamed: a recipe that is built in makes the test set that is known, whether by its name or as a file of one's own.
func TestDatasetNamed(t *testing.T) {
	list := must(t, "", "dataset", "recipes")
	for _, name := range []string{"sudokulab-9", "sudokulab-9-easy", "sudokulab-9-hard", "sudokulab-4to25", "sudokulab-9-small", "sudokulab-9-hard-small", "sudokulab-4to25-small"} {
		if !strings.Contains(list, " "+name+" ") {
			t.Errorf("%s is not in\n%s", name, list)
		}
	}
	t.Chdir(t.TempDir())
	const name = "sudokulab-9-small"
	out := must(t, "", "dataset", "make", name, "--only", "test")
	if !strings.Contains(out, "test: 100 puzzles, the test set that is known by this hash\n") {
		t.Error(out)
	}
	path := write(t, "mine.yaml", must(t, "", "dataset", "show", name))
	diff(t, "from a file", must(t, "", "dataset", "make", path, "--only", "test", "--output", "mine"), out)
	diff(t, "from a file", folderOf(t, "mine"), folderOf(t, name))
}

// TestDatasetMakeBad: what is wrong is named, and what stood there stays.
func TestDatasetMakeBad(t *testing.T) {
	path := write(t, "two.yaml", recipe)
	mine := write(t, "notes.txt", "mine")
	for _, c := range []struct {
		args []string
		says string
	}{
		{nil, "0 arguments, want a recipe"},
		{[]string{path, path}, "2 arguments"},
		{[]string{"sudokulab-9-smal"}, "did you mean sudokulab-9-small"},
		{[]string{"none.yaml"}, "none.yaml: no file and no recipe of that name"},
		{[]string{t.TempDir()}, "want a regular file"},
		{[]string{write(t, "bad.yaml", strings.Replace(recipe, "side: 9", "side: 10", 1))}, "bad.yaml:9: parts[0].side: 10, want one of [4 9 16 25]"},
		{[]string{write(t, "bad.yaml", recipe+"extra: 1\n")}, "bad.yaml:17: "},
		{[]string{path, "--only", "tests"}, "--only tests: want train, validation or test"},
		{[]string{path, "--shard", "2/2"}, `--shard "2/2"`},
		{[]string{path, "--output", filepath.Dir(mine)}, "holds notes.txt"},
		{[]string{path, "--output", mine}, "notes.txt"},
		{[]string{path, "--output", ""}, "--output"},
		{[]string{path, "--jobs", "-1"}, "--jobs"},
	} {
		r := sudokulab(t, "", append([]string{"dataset", "make"}, c.args...)...)
		if r.code != exitError || !strings.Contains(r.errOut, c.says) {
			t.Errorf("%v: exit code %d, %q, want %q in it", c.args, r.code, r.errOut, c.says)
		}
	}
	diff(t, "the folder", folderOf(t, filepath.Dir(mine)), map[string]string{"notes.txt": "mine"})
	if r := sudokulab(t, "", "dataset", "show", "sudokulab"); r.code != exitError || !strings.Contains(r.errOut, "want ") {
		t.Errorf("exit code %d, %q", r.code, r.errOut)
	}
}

// TestDatasetMakeKilled: a process that is killed outright leaves what the next one goes on with, to the same bytes.
func TestDatasetMakeKilled(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process that is killed there keeps its files for a while")
	}
	path := write(t, "two.yaml", strings.Replace(recipe, "train: 300", "train: 3000", 1))
	whole, dir := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "killed")
	want := must(t, "", "dataset", "make", path, "--output", whole, "--quiet")
	for range 3 {
		c := process(t, "dataset", "make", path, "--output", dir, "--quiet", "--jobs", "1")
		var errOut bytes.Buffer
		c.Stderr = &errOut
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		before := len(filesIn(filepath.Dir(dir)))
		for range 1000 {
			if n := len(filesIn(filepath.Dir(dir))); n > before+20 {
				break
			}
			time.Sleep(5 * time.Millisecond)
		}
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = c.Wait() // killed, or done before
	}
	diff(t, "after three kills", must(t, "", "dataset", "make", path, "--output", dir, "--quiet"), want)
	diff(t, "after three kills", folderOf(t, dir), folderOf(t, whole))
}

// filesIn lists all files below a folder in which another process works.
func filesIn(dir string) (out []string) {
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			out = append(out, path)
		}
		return nil
	})
	return out
}
