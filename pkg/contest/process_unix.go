//go:build unix

package contest

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// setGroup puts the command into its own process group: a signal from the terminal does not reach it, and one to the group reaches its
// children.
func setGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// killGroup kills the command and its children. The group outlives its leader; one that is gone gives an error, which says nothing.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// peakOfEnded returns the most memory, in bytes, that a process that has ended, or one of its children that it waited for, had at once. On
// Linux it is at least what this process had when it started the other one.
func peakOfEnded(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	most := int64(usage.Maxrss) //nolint:unconvert // of 32 bits on some systems
	if runtime.GOOS != "darwin" && runtime.GOOS != "ios" {
		most <<= 10
	}
	return most
}
