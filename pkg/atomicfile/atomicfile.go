// Package atomicfile writes files that appear whole or not at all.
//
// The method is the usual one: the content goes to a temporary file in the same folder,
// which is renamed to the file's name when it is complete. A reader sees the old content or
// the new and never a part; a kill leaves the old file and a temporary one that begins with
// [Prefix].
//
//	err := atomicfile.Write("puzzles.txt", func(w io.Writer) error {
//		_, err := fmt.Fprintln(w, puzzle)
//		return err
//	})
//	if err != nil { … } // puzzles.txt is as it was
//
// Invariants: after an error nothing is left behind and the old file stands; the new file
// may be read by all and written by its owner. Cost: one rename, and the space of both
// files at once. The package does not force data to the disk, so a crash of the whole system
// may lose what was written last.
package atomicfile

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// File is a file being written. Its methods return the errors of the operating system, which
// name the operation and the path.
type File struct {
	*bufio.Writer
	path string
	file *os.File
	done bool
}

// Create begins a file that will replace path, in a folder that exists.
func Create(path string) (*File, error) {
	f, err := os.CreateTemp(filepath.Dir(path), Prefix(path)+"*")
	if err != nil {
		return nil, err
	}
	return &File{Writer: bufio.NewWriterSize(f, 64<<10), path: path, file: f}, nil
}

// Prefix returns the beginning of the names of temporary files for path, without the
// folder, so that those of a killed process can be found.
func Prefix(path string) string { return "." + filepath.Base(path) + ".new-" }

// Commit gives the file its name. After an error it has discarded the file.
func (f *File) Commit() error {
	err := f.Flush()
	if err == nil {
		err = f.file.Chmod(0o644)
	}
	if closeErr := f.file.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(f.file.Name(), f.path)
	}
	f.done = true
	if err != nil {
		return errors.Join(err, os.Remove(f.file.Name()))
	}
	return nil
}

// Discard drops what was written; after Commit it does nothing.
func (f *File) Discard() error {
	if f.done {
		return nil
	}
	f.done = true
	return errors.Join(f.file.Close(), os.Remove(f.file.Name()))
}

// Write replaces the file at path by what write writes. Its error, or that of write, comes
// back as it is.
func Write(path string, write func(io.Writer) error) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		return errors.Join(err, f.Discard())
	}
	return f.Commit()
}

// WriteBytes replaces the file at path by data.
func WriteBytes(path string, data []byte) error {
	return Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
