//go:build !linux

package nbui

import "time"

// awaitPrinted gives the kernel a moment to take what was printed so far.
func awaitPrinted() { time.Sleep(20 * time.Millisecond) }
