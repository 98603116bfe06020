//go:build !unix

package contest

import (
	"os"
	"os/exec"
)

// setGroup does nothing: there are no process groups here.
func setGroup(*exec.Cmd) {}

// killGroup kills the command alone.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

// peakOfEnded is 0: not known here.
func peakOfEnded(*os.ProcessState) int64 { return 0 }
