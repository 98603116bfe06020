//go:build !linux

package contest

// peakOf is 0: not known of a running process here.
func peakOf(string) int64 { return 0 }
