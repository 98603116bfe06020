//go:build !unix

package jupyter

import (
	"errors"
	"os/exec"
)

func setGroup(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

func terminateGroup(*exec.Cmd) {}

func interruptGroup(*exec.Cmd) error {
	return errors.New("signals are not to be had on this system")
}

type watchdog struct{}

func newWatchdog(int, string, string) *watchdog { return nil }

func (*watchdog) stop() {}
