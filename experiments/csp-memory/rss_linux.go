package cspmemory

import (
	"bytes"
	"os"
	"strconv"
)

// resetPeakRSS makes the kernel forget the process's peak of resident memory, so that the
// next one is that of what follows (proc(5), /proc/pid/clear_refs). It reports false where
// that is not allowed.
func resetPeakRSS() bool {
	return os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) == nil
}

// peakRSS returns the peak of resident memory in bytes since the reset.
func peakRSS() (float64, bool) {
	data, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, false
	}
	for line := range bytes.Lines(data) {
		if rest, ok := bytes.CutPrefix(line, []byte("VmHWM:")); ok {
			kb, err := strconv.ParseFloat(string(bytes.TrimSpace(bytes.TrimSuffix(bytes.TrimSpace(rest), []byte("kB")))), 64)
			return kb * 1024, err == nil
		}
	}
	return 0, false
}
