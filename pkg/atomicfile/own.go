package atomicfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Open opens a file that the program keeps between runs at a name that it makes up, with the
// flags of os.OpenFile. Only a regular file is opened, never through a link, and the call never
// waits, as it would for the writer of a FIFO. A file that O_CREATE makes has the mode that the
// umask leaves of rw-rw-rw-.
func Open(path string, flag int) (*os.File, error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, about("open", path, notRegular(info.Mode()))
	}
	f, err := os.OpenFile(path, flag|noFollow|noWait, 0o666) //nolint:gosec // as readable as the umask says
	if errors.Is(err, fs.ErrNotExist) && flag&os.O_CREATE != 0 {
		dir, _ := filepath.Split(path)
		return nil, about("open", path, noFolderError(folder(dir)))
	}
	if err != nil {
		return nil, err
	}
	info, err := f.Stat() // it may have been exchanged since
	if err == nil && !info.Mode().IsRegular() {
		err = about("open", path, notRegular(info.Mode()))
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Most is the size of the largest file of the lab's tree that is read into memory, in bytes.
const Most = 1 << 28

// ReadFile reads a regular file, links to it followed, of at most limit bytes: a larger one is an
// error that says so before it is in memory. It never waits for the writer of a FIFO.
func ReadFile(path string, limit int64) ([]byte, error) {
	f, err := OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case info.Size() > limit:
		return nil, about("read", path, fmt.Errorf("it has %d bytes, want at most %d", info.Size(), limit))
	}
	var b bytes.Buffer
	b.Grow(int(info.Size()) + bytes.MinRead) // below limit
	if _, err := b.ReadFrom(io.LimitReader(f, limit+1)); err != nil {
		return nil, err
	}
	if int64(b.Len()) > limit { // it grows
		return nil, about("read", path, fmt.Errorf("it has more than %d bytes, want at most that", limit))
	}
	return b.Bytes(), nil
}

// ErrHeld is wrapped by the error of [Hold] and [Lock] when another has the lock.
var ErrHeld = errors.New("in use by another run")

// Hold takes a lock that ends with this process, however it ends, at a name that the program
// makes up: a file that says who has it, which release removes. Where the system or the file
// system has no such locks, everyone gets it.
func Hold(path string) (release func() error, err error) {
	for {
		f, err := Open(path, os.O_RDWR|os.O_CREATE)
		if err != nil {
			return nil, err
		}
		if err := Lock(f); err != nil {
			if who, readErr := ReadFile(path, 1<<10); errors.Is(err, ErrHeld) && readErr == nil && len(who) > 0 {
				err = fmt.Errorf("%w: %s", err, bytes.TrimSpace(who))
			}
			return nil, errors.Join(err, f.Close())
		}
		// The one before may have removed the file between Open and Lock.
		mine, err := f.Stat()
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		if there, err := os.Lstat(path); err != nil || !os.SameFile(mine, there) {
			if err := f.Close(); err != nil {
				return nil, err
			}
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
			continue
		}
		err = f.Truncate(0)
		if err == nil {
			host, _ := os.Hostname() // it is for people; without it they know the process
			_, err = fmt.Fprintf(f, "process %d on %s since %s\n", os.Getpid(), host, time.Now().Format(time.RFC3339))
		}
		if err != nil {
			return nil, errors.Join(err, os.Remove(path), f.Close())
		}
		return func() error { return releaseHeld(path, f) }, nil
	}
}

func releaseHeld(path string, f *os.File) error {
	if !removesOpen {
		return errors.Join(f.Close(), os.Remove(path))
	}
	return errors.Join(os.Remove(path), f.Close()) // in this order: no process locks a file that is being removed
}

// Writable says why no file can be made in a folder that is there; nil if one can. It tries, under
// a random name, and leaves nothing.
func Writable(dir string) error {
	f, err := os.CreateTemp(dir, ".sudokulab-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}
