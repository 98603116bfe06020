package selfcases

import (
	"strings"
	"testing"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/learn/selftest"
	"sudokulab/pkg/learn/selftest/selftesttest"
)

// TestSmall runs the small cases on the Go backend, where a resumption is exact.
func TestSmall(t *testing.T) {
	if results := selftesttest.Exact(t, Cases, steps); len(results) != 2 {
		t.Errorf("%d cases, want 2", len(results))
	}
}

// TestCases: each case can be made on each platform, and small ones come first.
func TestCases(t *testing.T) {
	for platform, want := range map[string]int{accel.PlatformGo: 2, accel.PlatformCPU: 2, accel.PlatformCUDA: 3} {
		cases, err := Cases(platform, 3)
		if err != nil || len(cases) != want {
			t.Fatalf("%s: %d cases, %v, want %d", platform, len(cases), err, want)
		}
		for i, c := range cases {
			if (c.Size == selftest.Full) != (i >= 2) || !strings.HasSuffix(c.Name, ", "+string(c.Size)) || !strings.HasPrefix(c.Name, c.Model) ||
				c.Parameters < 1 || c.FLOPs(1) <= 0 || c.Train.Seed != 3 || c.Tolerance != selftest.ToleranceOf(platform, false) {
				t.Errorf("%s, %s: %+v", platform, c.Name, c)
			}
		}
	}
}
