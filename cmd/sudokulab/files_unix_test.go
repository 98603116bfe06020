//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"sudokulab/pkg/atomicfile"
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
		with := func(name string) result { return sudokulab(t, "", append(slices.Clip(args), at(name))...) }
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

// TestHardestState: the file of --state is bounded, and in the hands of one run at a time.
func TestHardestState(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	args := []string{"hardest", "--steps", "1", "--state", path}
	must(t, "", args...)
	release, err := atomicfile.Hold(path + ".lock")
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r := sudokulab(t, "", args...)
	if after, err := os.ReadFile(path); r.code != exitError || !strings.Contains(r.errOut, fmt.Sprintf("in use by another run: process %d ", os.Getpid())) || err != nil || !bytes.Equal(after, before) {
		t.Errorf("%+v, %v", r, err)
	}
	if err := errors.Join(release(), os.Truncate(path, 30<<30)); err != nil {
		t.Fatal(err)
	}
	if r := sudokulab(t, "", args...); r.code != exitError || !strings.Contains(r.errOut, path+": it has 32212254720 bytes, want at most") {
		t.Errorf("%+v", r)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

// TestFIFOWithoutWriter: whatever reads a file ends with the context while a FIFO has no writer,
// and while it has one that does not write.
func TestFIFOWithoutWriter(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, silent := range []bool{false, true} {
		if silent {
			f, err := os.OpenFile(fifo, os.O_RDWR, 0) // does not wait, on Linux
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = f.Close() })
		}
		for _, args := range [][]string{
			{"solve"},
			{"classify"},
			{"validate"},
			{"enumerate"},
			{"trace"},
			{"graph"},
			{"cover"},
			{"cover", "--sudoku"},
			{"hardest"},
			{"eval", "gnn"},
			{"solve", easy, "--regions"},
			{"train", "gnn", "--out", filepath.Join(t.TempDir(), "out"), "--recipe"},
		} {
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
			var out, errOut bytes.Buffer
			done := make(chan int, 1)
			go func() { done <- run(ctx, append(args, fifo), strings.NewReader(""), &out, &errOut) }()
			select {
			case code := <-done:
				if code != exitInterrupted {
					t.Errorf("%v, silent %v: exit code %d, %s", args, silent, code, &errOut)
				}
			case <-time.After(20 * time.Second):
				t.Fatalf("%v, silent %v: does not end", args, silent)
			}
			cancel()
		}
	}
}

// TestNoFIFOIsWaitedFor: a FIFO in the place of a file that is no stream of puzzles is an error at once, and without a context's end.
func TestNoFIFOIsWaitedFor(t *testing.T) {
	dir := t.TempDir()
	fifo := func(name string) string {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), syscall.Mkfifo(path, 0o600)); err != nil {
			t.Fatal(err)
		}
		return path
	}
	job := filepath.Join(dir, "job.yaml")
	if err := os.WriteFile(job, []byte("operation: solve\ninput: {files: [in.fifo]}\nshards: 1\noutput: out\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	fifo("in.fifo")
	notebook, recipe, root, site, weights := fifo("n.ipynb"), fifo("r.yaml"), fifo("lab/research/claims.yaml"), fifo("site/site.json"), fifo("w.safetensors")
	fifo("w.json")
	root = filepath.Dir(filepath.Dir(root))
	for _, args := range [][]string{
		{"job", "check", job}, {"job", "run", job}, {"job", "status", job}, {"job", "merge", job}, {"job", "clean", recipe},
		{"claims", "--root", root}, {"check", "--root", root}, {"site", "--root", root, "--out", filepath.Join(dir, "out")},
		{"notebook", "html", notebook}, {"notebook", "strip", notebook}, {"notebook", "diff", notebook, notebook},
		{"dataset", "make", recipe}, {"serve", "--browser=false", "--site", filepath.Dir(site)},
		{"solve", "--method", "gnn", "--weights", weights, easy}, {"train", "export", filepath.Join(dir, "x"), "--from", dir, "--mix", weights},
		{"gpu", "list", "--queue", recipe}, {"accel", "install", "cpu", "--file", recipe, "--dir", filepath.Join(dir, "plugins")},
	} {
		done := make(chan result, 1)
		go func() { done <- sudokulab(t, "", args...) }()
		select {
		case r := <-done:
			if r.code != exitError {
				t.Errorf("%v: exit code %d, %s", args, r.code, r.errOut)
			}
		case <-time.After(30 * time.Second):
			t.Fatalf("%v: does not end", args)
		}
	}
}

// TestQueueFIFO: the queue of jobs for a card is a file; a FIFO is not waited for.
func TestQueueFIFO(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	done := make(chan int, 1)
	var errOut bytes.Buffer
	go func() {
		done <- run(t.Context(), []string{"gpu", "list", "--queue", fifo, "--results", filepath.Dir(fifo)}, strings.NewReader(""), io.Discard, &errOut)
	}()
	select {
	case code := <-done:
		if code != exitError || !strings.Contains(errOut.String(), "want a regular file") {
			t.Errorf("exit code %d, %s", code, &errOut)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("does not end")
	}
}
