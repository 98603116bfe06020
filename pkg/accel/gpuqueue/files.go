package gpuqueue

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sudokulab/pkg/atomicfile"
)

// Limits of what can be carried home from a machine.
const (
	MaxFiles     = 8        // in an output folder, the log and the record included
	MaxFileBytes = 16 << 20 // a file must be smaller than this
	maxDepth     = 2        // folders above a file
)

// ErrTooMuch is wrapped when an output folder breaks the limits.
var ErrTooMuch = errors.New("output folder over its limits")

// checkName accepts plain names at most two folders deep: letters, digits, dot,
// underscore, hyphen. It also keeps a name within its folder.
func checkName(name string) error {
	parts := strings.Split(name, "/")
	if len(parts) > maxDepth+1 {
		return fmt.Errorf("%w: %q lies more than %d folders deep", ErrTooMuch, name, maxDepth)
	}
	for _, p := range parts {
		if !fileName.MatchString(p) || p == "." || p == ".." {
			return fmt.Errorf("%w: name %q, want letters, digits, '.', '_' and '-'", ErrTooMuch, name)
		}
	}
	return nil
}

// scan lists and hashes the files of an output folder, without the slice's own
// record, and checks the limits as if the record were there. The list is complete
// up to the first error.
func scan(dir string) ([]File, error) {
	var files []File
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(rel)
		if name == sliceName {
			return nil
		}
		if err := checkName(name); err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() {
			return fmt.Errorf("%w: %s is no plain file", ErrTooMuch, name)
		}
		if info.Size() >= MaxFileBytes {
			return fmt.Errorf("%w: %s has %d bytes, want less than %d", ErrTooMuch, name, info.Size(), MaxFileBytes)
		}
		if len(files)+2 > MaxFiles {
			return fmt.Errorf("%w: more than %d files with the record", ErrTooMuch, MaxFiles)
		}
		sum, _, err := atomicfile.SHA256(path)
		if err != nil {
			return err
		}
		files = append(files, File{Name: name, Bytes: info.Size(), SHA256: sum})
		return nil
	})
	if err != nil {
		return files, fmt.Errorf("gpuqueue: %s: %w", dir, err)
	}
	return files, nil
}

// copyFile copies one file into a folder under its relative name.
func copyFile(from, dir, name string) (err error) {
	to := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	src, err := atomicfile.OpenRegular(from)
	if err != nil {
		return err
	}
	defer func() { _ = src.Close() }()
	return atomicfile.Write(to, func(w io.Writer) error {
		_, err := io.Copy(w, src)
		return err
	})
}
