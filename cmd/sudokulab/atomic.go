package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// replacement is a file being written that takes the place of another one when it is
// complete, and leaves no trace otherwise.
type replacement struct {
	*bufio.Writer
	path string
	file *os.File
}

// unwrittenError reports a file that kept its old content, or none, because of an error.
type unwrittenError struct {
	path string
	err  error
}

func (e *unwrittenError) Error() string { return fmt.Sprintf("%s is not written: %v", e.path, e.err) }

func (e *unwrittenError) Unwrap() error { return e.err }

func newReplacement(path string) (*replacement, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: is not a regular file; write to standard output instead", path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".new-*")
	if err != nil {
		return nil, err
	}
	return &replacement{bufio.NewWriterSize(f, 64<<10), path, f}, nil
}

// finish gives the file its name, or removes it if there was an error, which it returns.
func (r *replacement) finish(err error) error {
	if err == nil {
		err = r.Flush()
	}
	if err == nil {
		err = r.file.Chmod(0o644)
	}
	if closeErr := r.file.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(r.file.Name(), r.path)
	}
	if err != nil {
		return errors.Join(&unwrittenError{r.path, err}, os.Remove(r.file.Name()))
	}
	return nil
}
