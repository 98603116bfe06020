//go:build unix

package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestGenerateResumePlanted: nothing at the names that --resume makes up is followed, waited for
// or replaced.
func TestGenerateResumePlanted(t *testing.T) {
	for _, ending := range []string{".part", ".part.json", ".part.lock"} {
		for kind, plant := range map[string]func(path string) error{
			"link":     func(path string) error { return os.Symlink("precious", path) },
			"dangling": func(path string) error { return os.Symlink("nothing", path) },
			"FIFO":     func(path string) error { return syscall.Mkfifo(path, 0o600) },
			"folder":   func(path string) error { return os.Mkdir(path, 0o755) },
		} {
			args, path, _ := resumed(t)
			precious := filepath.Join(filepath.Dir(path), "precious")
			if err := errors.Join(os.WriteFile(precious, []byte("old"), 0o600), plant(path+ending)); err != nil {
				t.Fatal(err)
			}
			before, err := os.Lstat(path + ending)
			if err != nil {
				t.Fatal(err)
			}
			r := sudokulab(t, "", args...)
			after, err := os.Lstat(path + ending)
			held, readErr := os.ReadFile(precious)
			if r.code != exitError || !strings.Contains(r.errOut, path+ending) || err != nil || !os.SameFile(before, after) || readErr != nil || string(held) != "old" {
				t.Errorf("%s at %s: %+v, %v, %v, %q", kind, ending, r, err, readErr, held)
			}
			for _, name := range []string{path, filepath.Join(filepath.Dir(path), "nothing")} {
				if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
					t.Errorf("%s at %s: %s is there: %v", kind, ending, name, err)
				}
			}
		}
	}
}

// TestOutputsHarmNothing: each flag that names a file writes through a FIFO, follows a link of
// the person's, refuses a folder, and keeps the mode of what it replaces.
func TestOutputsHarmNothing(t *testing.T) {

	for _, args := range [][]string{
		{"trace", easy, "--svg"},
		{"solve", easy, "--picture"},
		{"graph", "--no-solutions", easy, "--output"},
		{"generate", "--seed", "1", "--output"},
		{"hardest", "--steps", "1", "--state"},
	} {
		dir := t.TempDir()
		at := func(name string) string { return filepath.Join(dir, name+".svg") }
		with := func(name string) result { return sudokulab(t, "", append(args[:len(args):len(args)], at(name))...) }
		is := func(name string, kind fs.FileMode) {
			t.Helper()
			if info, err := os.Lstat(at(name)); err != nil || info.Mode() != kind {
				t.Errorf("%v: %s has mode %v, %v, want %v", args, name, info.Mode(), err, kind)
			}
		}
		if err := errors.Join(syscall.Mkfifo(at("fifo"), 0o600), os.Mkdir(at("folder"), 0o700), os.Symlink("target.svg", at("link"))); err != nil {
			t.Fatal(err)
		}
		if args[0] != "hardest" { // reads its state as well
			read := make(chan int)
			go func() {
				data, _ := os.ReadFile(at("fifo")) // the number of bytes tells
				read <- len(data)
			}()
			if r := with("fifo"); r.code != exitOK {
				t.Errorf("%v: %+v", args, r)
			}
			if n := <-read; n < 80 {
				t.Errorf("%v: %d bytes through the FIFO", args, n)
			}
		} else if r := with("fifo"); r.code != exitError || !strings.Contains(r.errOut, "a FIFO is there") {
			t.Errorf("%v: %+v", args, r)
		}
		is("fifo", fs.ModeNamedPipe|0o600)
		if r := with("folder"); r.code != exitError || !strings.Contains(r.errOut, "a folder is there") {
			t.Errorf("%v: %+v", args, r)
		}
		is("folder", fs.ModeDir|0o700)
		if r := with("none/x"); r.code != exitError || !strings.Contains(r.errOut, "there is no folder") {
			t.Errorf("%v: %+v", args, r)
		}
		for range 2 { // dangling, then not
			if r := with("link"); r.code != exitOK {
				t.Errorf("%v: %+v", args, r)
			}
			if err := os.Chmod(at("target"), 0o640); err != nil {
				t.Fatal(err)
			}
		}
		if r := with("link"); r.code != exitOK {
			t.Errorf("%v: %+v", args, r)
		}
		is("target", 0o640)
		if entries, err := os.ReadDir(dir); err != nil || len(entries) != 4 {
			t.Errorf("%v: %v, %v", args, entries, err)
		}
	}
}
