package main

import (
	"errors"
	"fmt"
	"os"

	"sudokulab/pkg/atomicfile"
)

// unwrittenError reports a file that kept its old content, or none, because of an error.
type unwrittenError struct {
	path string
	err  error
}

func (e *unwrittenError) Error() string { return fmt.Sprintf("%s is not written: %v", e.path, e.err) }

func (e *unwrittenError) Unwrap() error { return e.err }

// newReplacement begins a file that takes the place of another one when it is complete.
func newReplacement(path string) (*atomicfile.File, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: is not a regular file; write to standard output instead", path)
	}
	return atomicfile.Create(path)
}

// finish gives the file its name, or drops it if there was an error, which it returns.
func finish(f *atomicfile.File, path string, err error) error {
	if err != nil {
		return errors.Join(&unwrittenError{path, err}, f.Discard())
	}
	if err := f.Commit(); err != nil {
		return &unwrittenError{path, err}
	}
	return nil
}
