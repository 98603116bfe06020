//go:build unix

package atomicfile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
	"time"
)

const (
	noFollow    = syscall.O_NOFOLLOW
	noWait      = syscall.O_NONBLOCK
	removesOpen = true // a file that is open can be removed
)

// past is a deadline that ends whatever waits.
var past = time.Unix(1, 0)

// keepOwner gives f the owner and group of old, or the group alone, and reports whether it has
// both.
func keepOwner(f *os.File, old fs.FileInfo) bool {
	want, ok := old.Sys().(*syscall.Stat_t)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil {
		return false
	}
	if have, ok := info.Sys().(*syscall.Stat_t); ok && have.Uid == want.Uid && have.Gid == want.Gid {
		return true
	}
	if f.Chown(int(want.Uid), int(want.Gid)) == nil {
		return true
	}
	_ = f.Chown(-1, int(want.Gid)) // a member of the group may
	return false
}

var descriptorName = regexp.MustCompile(`^(?:/dev/fd|/proc/(self|thread-self|\d+)(?:/task/\d+)?/fd)/(\d{1,9})$`)

// descriptor returns the number of the open file of this process that a path names, or −1.
// Such a file is written where it stands, not from its beginning and not replaced.
func descriptor(path string) int {
	if !filepath.IsAbs(path) {
		return -1
	}
	switch path = filepath.Clean(path); path {
	case "/dev/stdin":
		return 0
	case "/dev/stdout":
		return 1
	case "/dev/stderr":
		return 2
	}
	m := descriptorName.FindStringSubmatch(path)
	if m == nil {
		return -1
	}
	if of := m[1]; of != "" && of[0] <= '9' && of != strconv.Itoa(os.Getpid()) { // another process
		return -1
	}
	fd, err := strconv.Atoi(m[2])
	if err != nil {
		return -1
	}
	return fd
}

// duplicate opens a descriptor of this process again, with its place in the file.
func duplicate(fd int, name string) (*os.File, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	again, err := syscall.Dup(fd)
	if err != nil {
		return nil, err
	}
	syscall.CloseOnExec(again)
	return os.NewFile(uintptr(again), name), nil
}

// openThrough opens a character device or a FIFO to write to it. For the reader of a FIFO it
// waits until ctx ends.
func openThrough(ctx context.Context, path string, info fs.FileInfo) (*os.File, error) {
	const pause = 20 * time.Millisecond
	for {
		f, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK|syscall.O_NOCTTY, 0)
		if errors.Is(err, syscall.ENXIO) && info.Mode()&fs.ModeNamedPipe != 0 {
			select {
			case <-time.After(pause):
				continue
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		if err != nil {
			return nil, err
		}
		now, err := f.Stat()
		if err == nil && !os.SameFile(info, now) {
			err = errors.New("it was exchanged for another file at this moment")
		}
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		return f, nil
	}
}

// keepLock keeps the lock of a file until release, though the file be closed.
func keepLock(f *os.File) (release func()) {
	again, err := duplicate(int(f.Fd()), f.Name())
	if err != nil {
		return func() {}
	}
	return func() { _ = again.Close() } // the file itself was closed, with its errors
}

// unheld takes the lock of a file, if no process has it and the file system knows of it.
func unheld(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// Lock takes an advisory lock on an open file that ends with the process, however it ends. Where
// the file system has no such locks it does nothing.
func Lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	switch {
	case err == nil, errors.Is(err, syscall.ENOSYS), errors.Is(err, syscall.EOPNOTSUPP), errors.Is(err, syscall.ENOLCK):
		return nil
	case errors.Is(err, syscall.EWOULDBLOCK):
		return about("lock", f.Name(), ErrHeld)
	}
	return about("lock", f.Name(), fmt.Errorf("%w", err))
}
