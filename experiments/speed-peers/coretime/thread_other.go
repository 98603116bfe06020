//go:build !linux

package coretime

import "time"

// Thread reports that the time of a thread is not known here.
func Thread() (time.Duration, bool) { return 0, false }
