package selftesttest

import (
	"testing"
	"time"

	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/learn/selftest"
)

// Exact runs all cases that there are for the backend in Go, and requires that each trains for twice so many steps, changes
// its loss, and resumes to the last bit. It returns what was measured, in the order of the cases.
func Exact(t *testing.T, cases func(platform string, seed uint64) ([]selftest.Case, error), steps int) []selftest.Result {
	t.Helper()
	choice := acceltest.Choose(t)
	all, err := cases(choice.Platform, 1)
	if err != nil {
		t.Fatal(err)
	}
	config := selftest.Default(choice.Platform)
	config.Probe.Budget, config.Probe.Samples, config.Probe.HostBytes, config.Probe.StreamBytes, config.Probe.Products = time.Second, 1, 1<<12, 1<<12, nil
	report, err := selftest.Run(t.Context(), choice, config, all, t.TempDir(), selftest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	results := report.Results[1:] // the first is of the self-test's own network
	if len(results) != len(all) {
		t.Fatalf("%d results of %d cases", len(results), len(all))
	}
	for i, r := range results {
		if r.Name != all[i].Name || !r.OK || !r.Exact || !r.Finite || r.ValueError != 0 || r.LastLoss != r.ResumedLoss {
			t.Errorf("%s: %+v, want a resumption to the last bit", r.Name, r)
		}
		if r.Steps != 2*steps || r.Batch < 1 || r.Values < 3*r.Parameters || r.StepSeconds <= 0 || r.Rate <= 0 || r.FLOPS <= 0 || r.CheckpointBytes < 1000 {
			t.Errorf("%s: figures %+v", r.Name, r)
		}
		if r.FirstLoss == r.LastLoss || r.LastLoss == 0 {
			t.Errorf("%s: losses %v and %v: nothing was trained", r.Name, r.FirstLoss, r.LastLoss)
		}
	}
	return results
}
