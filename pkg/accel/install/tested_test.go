//go:build xla && cgo

package install

import (
	"testing"

	"github.com/gomlx/go-xla/pjrt"
)

// go-xla exports the version only where cgo is, so it is written down here as well.
func TestTestedCPUVersion(t *testing.T) {
	if TestedCPUVersion != pjrt.DefaultCPUVersion {
		t.Errorf("TestedCPUVersion is %s, go-xla's is %s", TestedCPUVersion, pjrt.DefaultCPUVersion)
	}
}
