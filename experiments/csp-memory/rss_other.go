//go:build !linux

package cspmemory

// resetPeakRSS reports that the peak of resident memory is not known here.
func resetPeakRSS() bool { return false }

func peakRSS() (float64, bool) { return 0, false }
