//go:build linux || darwin

package main

import "syscall"

// diskFree returns how many bytes a person without privileges may still write to a folder's disk.
func diskFree(dir string) (uint64, bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, false
	}
	return s.Bavail * uint64(s.Bsize), true
}
