package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestScratch: a temporary file keeps what is written, and leaves nothing behind.
func TestScratch(t *testing.T) {
	folder := t.TempDir()
	files := func() int {
		all, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	s, err := NewScratch(folder)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && files() != 0 {
		t.Error("the file has a name, which a killed program would leave behind")
	}
	if _, err := s.WriteString("kept"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(s); err != nil || string(text) != "kept" {
		t.Errorf("%q, %v", text, err)
	}
	if err := errors.Join(s.Close(), s.Close()); err != nil {
		t.Error(err)
	}
	if n := files(); n != 0 {
		t.Errorf("%d files left", n)
	}
	if _, err := NewScratch(filepath.Join(folder, "missing")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v, want that the folder is missing", err)
	}
}
