//go:build !unix

package record

import "os"

// lock does nothing where the system has no advisory locks: two runs at once may then
// measure the same case twice, but a journal line is still one write.
func lock(*os.File) error { return nil }
