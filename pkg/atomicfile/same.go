package atomicfile

import "os"

// Same reports whether two names lead to one regular file, by links too, so that replacing what one names would destroy what the other
// does. A file that is not there yet, a device and a FIFO are none.
func Same(a, b string) bool {
	one, errOne := os.Stat(a)
	other, errOther := os.Stat(b)
	return errOne == nil && errOther == nil && one.Mode().IsRegular() && os.SameFile(one, other)
}
