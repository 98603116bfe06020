package atomicfile_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"sudokulab/pkg/atomicfile"
)

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func entries(t *testing.T, dir string) int {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return len(files)
}

func TestWriteReplaces(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	for _, text := range []string{"old", strings.Repeat("new", 100_000)} {
		if err := atomicfile.WriteBytes(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got := content(t, path); got != text {
			t.Fatalf("%d bytes, want %d", len(got), len(text))
		}
	}
	if n := entries(t, dir); n != 1 {
		t.Fatalf("%d files, want one", n)
	}
}

func TestErrorKeepsTheOldFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	if err := atomicfile.WriteBytes(path, []byte("old")); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	err := atomicfile.Write(path, func(w io.Writer) error {
		if _, err := io.WriteString(w, "half"); err != nil {
			return err
		}
		if got := content(t, path); got != "old" {
			t.Errorf("while writing the file reads %q", got)
		}
		return broken
	})
	if !errors.Is(err, broken) || content(t, path) != "old" || entries(t, dir) != 1 {
		t.Fatalf("error %v, %q, %d files", err, content(t, path), entries(t, dir))
	}
	// A folder cannot be replaced by a file.
	target := filepath.Join(dir, "folder")
	if err := os.MkdirAll(filepath.Join(target, "full"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.WriteBytes(target, nil); err == nil {
		t.Fatal("a folder was replaced")
	}
	if entries(t, dir) != 2 {
		t.Fatal("something was left behind")
	}
	if err := atomicfile.WriteBytes(filepath.Join(dir, "none", "f"), nil); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("error %v in a folder that is not there", err)
	}
}

func TestDiscard(t *testing.T) {
	dir := t.TempDir()
	f, err := atomicfile.Create(filepath.Join(dir, "f"))
	if err != nil {
		t.Fatal(err)
	}
	if n := entries(t, dir); n != 1 {
		t.Fatalf("%d files while writing, want the temporary one", n)
	}
	for range 2 {
		if err := f.Discard(); err != nil {
			t.Fatal(err)
		}
	}
	if n := entries(t, dir); n != 0 {
		t.Fatalf("%d files after Discard", n)
	}
	if f, err = atomicfile.Create(filepath.Join(dir, "f")); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := f.Discard(); err != nil || entries(t, dir) != 1 {
		t.Fatalf("Discard after Commit: %v", err)
	}
}

func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "digits")
	err = atomicfile.Write(path, func(w io.Writer) error {
		_, err := fmt.Fprint(w, "123456789")
		return err
	})
	text, _ := os.ReadFile(path)
	fmt.Println(string(text), err)
	// Output: 123456789 <nil>
}

// TestAbandon: what is being written leaves nothing, and what is finished stays.
func TestAbandon(t *testing.T) {
	dir := t.TempDir()
	for i, end := range []func(*atomicfile.File) error{nil, (*atomicfile.File).Commit, (*atomicfile.File).Discard} {
		f, err := atomicfile.Create(filepath.Join(dir, strconv.Itoa(i)))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("x"); err != nil {
			t.Fatal(err)
		}
		if end == nil {
			defer func() { _ = f.Discard() }() //nolint:gocritic // a few files, until the test ends
			continue
		}
		if err := end(f); err != nil {
			t.Fatal(err)
		}
	}
	if n := entries(t, dir); n != 2 {
		t.Fatalf("%d files, want one being written and one written", n)
	}
	if err := atomicfile.Abandon(); err != nil || entries(t, dir) != 1 || content(t, filepath.Join(dir, "1")) != "x" {
		t.Errorf("%d files are left, %v, want the one that was written", entries(t, dir), err)
	}
}
