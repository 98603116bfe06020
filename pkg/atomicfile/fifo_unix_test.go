//go:build unix

package atomicfile_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"sudokulab/pkg/atomicfile"
)

// TestFIFO: a FIFO that a person named is read as it comes, until ctx ends; one at any other name is refused at once.
func TestFIFO(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "fifo")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	for name, open := range map[string]func() error{
		"ReadFile":    func() error { _, err := atomicfile.ReadFile(path, 10); return err },
		"OpenRegular": func() error { _, err := atomicfile.OpenRegular(path); return err },
		"Open":        func() error { _, err := atomicfile.Open(path, os.O_RDONLY); return err },
		"Regular":     func() error { _, err := fs.ReadFile(atomicfile.Regular(os.DirFS(dir)), "fifo"); return err },
		"Folder":      func() error { return atomicfile.Folder(path, 0o755) },
		"OpenNamed": func() error {
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			_, err := atomicfile.OpenNamed(ctx, path)
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("OpenNamed: %v", err)
			}
			return err
		},
	} {
		done := make(chan error, 1)
		go func() { done <- open() }()
		select {
		case err := <-done:
			if err == nil {
				t.Errorf("%s: no error", name)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s waits", name)
		}
	}
	path = filepath.Join(dir, "another") // nobody is left waiting for
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	fed := make(chan error, 1)
	go func() {
		w, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err == nil {
			_, err = w.WriteString("text")
			err = errors.Join(err, w.Close())
		}
		fed <- err
	}()
	f, err := atomicfile.OpenNamed(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(f)
	if err := errors.Join(err, <-fed, f.Close()); err != nil || string(got) != "text" {
		t.Errorf("%q, %v", got, err)
	}
}
