package scaleslurm

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// watch looks at the processes that have a file among their arguments until it is stopped, more and more seldom, at least once
// a second. stop returns the most memory in bytes that one of them has held, as Linux tells (proc(5), VmHWM); 0 where no
// system does. What a process takes after it was last looked at is missed.
func watch(file string) (stop func() float64) {
	end, most := make(chan struct{}), make(chan float64)
	go func() {
		high := 0.0
		for every := 20 * time.Millisecond; ; every = min(2*every, time.Second) {
			high = max(high, highest(file))
			select {
			case <-end:
				most <- high
				return
			case <-time.After(every):
			}
		}
	}()
	return func() float64 {
		close(end)
		return <-most
	}
}

// highest is the most memory that one process with a file among its arguments has held.
func highest(file string) (most float64) {
	all, _ := filepath.Glob("/proc/[0-9]*/cmdline") // the pattern is right
	for _, name := range all {
		args, err := os.ReadFile(name)
		if err != nil || !bytes.Contains(args, append([]byte(file), 0)) {
			continue // of those that are gone, too
		}
		status, err := os.ReadFile(filepath.Join(filepath.Dir(name), "status"))
		if err != nil {
			continue
		}
		for line := range bytes.Lines(status) {
			if rest, ok := bytes.CutPrefix(line, []byte("VmHWM:")); ok {
				kb, err := strconv.ParseFloat(string(bytes.TrimSpace(bytes.TrimSuffix(bytes.TrimSpace(rest), []byte("kB")))), 64)
				if err == nil {
					most = max(most, kb*1024)
				}
			}
		}
	}
	return most
}
