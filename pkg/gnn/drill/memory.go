package drill

import (
	"bytes"
	"os"
	"strconv"
)

// hostPeak is the most resident memory that the process had so far, in bytes, as Linux tells
// it (proc(5), VmHWM); 0 elsewhere.
func hostPeak() int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range bytes.Lines(status) {
		if rest, ok := bytes.CutPrefix(line, []byte("VmHWM:")); ok {
			kb, err := strconv.ParseInt(string(bytes.TrimSpace(bytes.TrimSuffix(bytes.TrimSpace(rest), []byte("kB")))), 10, 64)
			if err == nil {
				return kb << 10
			}
		}
	}
	return 0
}
