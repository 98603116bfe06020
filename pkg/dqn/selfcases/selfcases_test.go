package selfcases

import (
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/learn/selftest"
)

// TestSmall runs the small cases on the Go backend, where a resumption is exact.
func TestSmall(t *testing.T) {
	choice, err := accel.Choose(t.Context(), accel.Options{Backend: accel.NameGo})
	if err != nil {
		t.Fatal(err)
	}
	defer choice.Close()
	cases, err := Cases(choice.Platform, 1)
	if err != nil {
		t.Fatal(err)
	}
	config := selftest.Default(choice.Platform)
	config.Probe.Budget, config.Probe.Samples, config.Probe.HostBytes, config.Probe.StreamBytes, config.Probe.Products = time.Second, 1, 1<<12, 1<<12, nil
	report, err := selftest.Run(t.Context(), choice, config, cases, t.TempDir(), selftest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	results := report.Results[1:] // the first is of the self-test's own network
	if len(results) != 2 || len(cases) != 2 {
		t.Fatalf("%d results of %d cases", len(results), len(cases))
	}
	for i, r := range results {
		if r.Name != cases[i].Name || !r.OK || !r.Exact || !r.Finite || r.ValueError != 0 || r.LastLoss != r.ResumedLoss {
			t.Errorf("%s: %+v, want a resumption to the last bit", r.Name, r)
		}
		if r.Steps != 2*steps || r.Values < 3*r.Parameters || r.FLOPS <= 0 || r.FirstLoss == r.LastLoss || r.LastLoss == 0 {
			t.Errorf("%s: figures %+v", r.Name, r)
		}
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
