package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"sudokulab/pkg/atomicfile"
)

// unwrittenError reports a file that kept its old content, or none, because of an error.
type unwrittenError struct {
	path string
	err  error
}

func (e *unwrittenError) Error() string {
	err := e.err
	if p, ok := errors.AsType[*fs.PathError](err); ok && p.Path == e.path && p.Error() == err.Error() {
		err = p.Err // the rest is said already
	}
	return fmt.Sprintf("%s is not written: %v", e.path, err)
}

func (e *unwrittenError) Unwrap() error { return e.err }

// newReplacement begins to write to a path that the person named: a file that takes the place
// of another one when it is complete, or a device or FIFO that is written through.
func newReplacement(ctx context.Context, path string) (*atomicfile.File, error) {
	err := mayWriteTo(ctx, path)
	if err != nil {
		return nil, &unwrittenError{path, err}
	}
	f, err := atomicfile.CreateNamed(ctx, path)
	if err != nil {
		return nil, &unwrittenError{path, err}
	}
	return f, nil
}

// writeNamed writes data to a path that the person named.
func writeNamed(ctx context.Context, path string, data []byte) error {
	return writeNamedBy(ctx, path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// writeNamedBy writes what write writes to a path that the person named.
func writeNamedBy(ctx context.Context, path string, write func(io.Writer) error) error {
	f, err := newReplacement(ctx, path)
	if err != nil {
		return err
	}
	return finish(f, path, write(f))
}

// holds reports whether the file at path has exactly that content.
func holds(path string, data []byte) bool {
	old, err := atomicfile.ReadFile(path, int64(len(data)))
	return err == nil && bytes.Equal(old, data)
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
