//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package nbkernel

import (
	"fmt"
	"os"
	"syscall"
)

// become replaces this process by a program. It returns only with an error.
func become(program string, argv, env []string) error {
	err := syscall.Exec(program, argv, env)
	return fmt.Errorf("starting %s: %w", program, err)
}

// hold makes a lock file and locks it for as long as this process lives, what it becomes, and
// any of its children.
func hold(path string) error {
	fresh := path + ".new" // it gets its name when it is locked
	f, err := os.OpenFile(fresh, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	// The lock belongs to the open file. Its duplicate, other than what Go opens, outlives exec.
	if _, err := syscall.Dup(int(f.Fd())); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return fmt.Errorf("locking %s: %w", path, err)
	}
	return os.Rename(fresh, path)
}

// free reports whether no process holds a lock file.
func free(path string) bool {
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return false // a pipe would block below
	}
	f, err := os.OpenFile(path, os.O_RDWR|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
