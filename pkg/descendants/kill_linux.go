package descendants

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// Kill kills all processes with the mark in their environment and waits until they are
// gone, which takes a while on a machine that has much to do. A child that changed its group is found
// by it, since an environment is inherited.
func Kill(mark string) {
	const longest = 5 * time.Second // a process in the middle of a system call may not end at all
	pause := 5 * time.Millisecond
	for begin := time.Now(); time.Since(begin) < longest; pause = min(2*pause, 100*time.Millisecond) {
		pids := marked(mark)
		if len(pids) == 0 {
			return
		}
		for _, pid := range pids {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		time.Sleep(pause)
	}
}

// marked returns the other processes with the mark in their environment. A process that has
// ended and not been waited for has no environment.
func marked(mark string) []int {
	paths, _ := filepath.Glob("/proc/[0-9]*/environ")
	var pids []int
	for _, path := range paths {
		env, err := os.ReadFile(path)
		if err != nil {
			continue // another user's, or gone
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil && pid != os.Getpid() && bytes.Contains(env, []byte(mark)) {
			pids = append(pids, pid)
		}
	}
	return pids
}
