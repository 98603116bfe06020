package atomicfile

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// register knows the files that one command reads and writes by names that a person gave.
type register struct {
	mu      sync.Mutex
	read    map[string]fs.FileInfo // by the name that was given
	writing map[string]fs.FileInfo // likewise, of the files that are open or being replaced
}

type registerKey struct{}

// KeepApart returns a context for one command, under which no file that is read is written too, whichever comes first:
// [CreateNamed] refuses a file that [OpenNamed] or [Reads] saw, by another name, a link or a hard link as well, and OpenNamed
// one that is being written. Without such a context both do as they are told.
func KeepApart(ctx context.Context) context.Context {
	return context.WithValue(ctx, registerKey{}, &register{read: map[string]fs.FileInfo{}, writing: map[string]fs.FileInfo{}})
}

func registerOf(ctx context.Context) *register {
	r, _ := ctx.Value(registerKey{}).(*register)
	return r
}

var (
	errRead    = errors.New("it is read as input, and would be replaced; want another file")
	errWriting = errors.New("it is written at the same time, want another file")
)

// Reads tells the command of ctx that it reads an open file, such as standard input.
func Reads(ctx context.Context, f *os.File) error { return registerOf(ctx).reads(f.Name(), f) }

// Writes tells the command of ctx that it writes to an open file until it ends, such as standard output.
func Writes(ctx context.Context, f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	return registerOf(ctx).writes(f.Name(), info)
}

func (r *register) reads(path string, f *os.File) error {
	info, err := f.Stat()
	if r == nil || err != nil || !info.Mode().IsRegular() {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if holds(r.writing, info) {
		return about("open", path, errWriting)
	}
	r.read[path] = info
	return nil
}

// writes refuses a file that is read, or written under another name. There is none where info is nil.
func (r *register) writes(path string, info fs.FileInfo) error {
	if r == nil || info == nil || !info.Mode().IsRegular() {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case holds(r.read, info):
		return errRead
	case holds(r.writing, info):
		return errWriting
	}
	r.writing[path] = info
	return nil
}

// ended lets a file be read that was written.
func (r *register) ended(path string) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.writing, path)
}

func holds(files map[string]fs.FileInfo, info fs.FileInfo) bool {
	for _, f := range files {
		if os.SameFile(f, info) {
			return true
		}
	}
	return false
}

// OpenNamed opens a file that a person named to read it: a link is followed, and a FIFO or a device is read as it comes. The end of
// ctx ends the wait for the writer of a FIFO. A folder is refused.
func OpenNamed(ctx context.Context, path string) (*os.File, error) {
	f, err := openNamed(ctx, path)
	if err != nil {
		return nil, err
	}
	if err := registerOf(ctx).reads(path, f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func openNamed(ctx context.Context, path string) (*os.File, error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, about("open", path, errors.New("is a folder, want a file"))
	case err != nil || info.Mode().IsRegular():
		return os.OpenFile(path, os.O_RDONLY|noWait, 0)
	}
	type opened struct {
		file *os.File
		err  error
	}
	done := make(chan opened)
	go func() {
		f, err := os.Open(path) // may wait for ever
		select {
		case done <- opened{f, err}:
		case <-ctx.Done():
			if err == nil {
				_ = f.Close() // nobody reads it
			}
		}
	}()
	select {
	case o := <-done:
		return o.file, o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// OpenRegular opens a regular file to read it, links to it followed, and never waits, as it would for the writer of a FIFO that lies
// at its name.
func OpenRegular(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|noWait, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = about("open", path, notRegular(info.Mode()))
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// SameTarget reports whether two names that are written to lead to one file, by links too, though it be not there yet. Devices and
// FIFOs take what comes from several.
func SameTarget(a, b string) bool {
	one, errOne := os.Stat(a)
	other, errOther := os.Stat(b)
	if errOne == nil || errOther == nil {
		return errOne == nil && errOther == nil && one.Mode().IsRegular() && os.SameFile(one, other)
	}
	a, _, errOne = follow(a)
	b, _, errOther = follow(b)
	if errOne != nil || errOther != nil || filepath.Base(a) != filepath.Base(b) {
		return false
	}
	one, errOne = os.Stat(filepath.Dir(a))
	other, errOther = os.Stat(filepath.Dir(b))
	return errOne == nil && errOther == nil && os.SameFile(one, other)
}
