//go:build !unix

package atomicfile

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"
)

const (
	noFollow    = 0
	noWait      = 0
	removesOpen = false
)

var past = time.Unix(1, 0)

// keepOwner has nothing to keep.
func keepOwner(*os.File, fs.FileInfo) bool { return true }

func descriptor(string) int { return -1 }

func duplicate(int, string) (*os.File, error) { return nil, errors.ErrUnsupported }

// openThrough opens a device such as NUL to write to it.
func openThrough(_ context.Context, path string, _ fs.FileInfo) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY, 0)
}

func keepLock(*os.File) (release func()) { return func() {} }

// unheld cannot know.
func unheld(*os.File) bool { return false }

// Lock does nothing where the system has no advisory locks.
func Lock(*os.File) error { return nil }
