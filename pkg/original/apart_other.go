//go:build !linux

package original

import "os/exec"

func setApart(*exec.Cmd, bool) {}

func endGroup(cmd *exec.Cmd) error { return cmd.Process.Kill() }
