package nbui

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// awaitPrinted waits until the kernel has taken what was printed so far, so that the display
// that follows stands below it: text and displays reach the kernel by two pipes, between
// which there is no order. What the kernel has read it needs a moment to pass on.
func awaitPrinted() {
	const moment, most = 2 * time.Millisecond, time.Second
	for _, f := range []*os.File{os.Stdout, os.Stderr} {
		for begin := time.Now(); time.Since(begin) < most; time.Sleep(moment / 4) {
			if n, err := unix.IoctlGetInt(int(f.Fd()), unix.TIOCINQ); err != nil || n == 0 {
				break
			}
		}
	}
	time.Sleep(moment)
}
