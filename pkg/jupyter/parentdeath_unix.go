//go:build unix && !linux

package jupyter

import "syscall"

// setParentDeath does nothing: only Linux has such a signal. The watchdog does its work.
func setParentDeath(*syscall.SysProcAttr) {}
