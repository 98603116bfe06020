//go:build unix

package record

import (
	"os"
	"syscall"
)

// lock takes an advisory lock that ends with the process, however it ends.
func lock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
