package contest

import (
	"os"
	"strconv"
	"strings"
)

// peakOf returns the most memory, in bytes, that a running process has had at once since it began its program; 0 if that is not known.
func peakOf(process string) int64 {
	status, err := os.ReadFile("/proc/" + process + "/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if text, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			n, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "kB")), 10, 64)
			if err == nil {
				return n << 10
			}
		}
	}
	return 0
}
