package jupyter

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// setParentDeath has the system kill the process when the thread that started it ends.
func setParentDeath(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }

// killMarked kills all processes with the variable in their environment. A child that changed
// its group is found by it, since an environment is inherited.
func killMarked(variable string) {
	const rounds = 10
	for range rounds {
		found := false
		for _, pid := range marked(variable) {
			found = true
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		if !found {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// marked returns the processes with the variable in their environment. A process that has
// ended and not been waited for has no environment.
func marked(variable string) []int {
	paths, _ := filepath.Glob("/proc/[0-9]*/environ")
	var pids []int
	for _, path := range paths {
		env, err := os.ReadFile(path)
		if err != nil {
			continue // another user's, or gone
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil && bytes.Contains(env, []byte(variable)) {
			pids = append(pids, pid)
		}
	}
	return pids
}
