//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package nbkernel

import (
	"fmt"
	"os"
	"os/exec"
)

// become runs a program with this process's streams and ends with its exit code's error.
func become(program string, argv, env []string) error {
	cmd := exec.Command(program, argv[1:]...)
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = env, os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("running %s: %w", program, err)
	}
	return nil
}

// hold makes the file. Without locks temporary folders are left to the system.
func hold(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

func free(string) bool { return false }
