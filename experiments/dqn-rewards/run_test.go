package dqnrewards

import (
	"testing"

	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
)

// TestSmoke measures the smoke profile: without a mask most random moves go to filled cells, and an untrained network
// solves no more by the one reward than by the other.
func TestSmoke(t *testing.T) {
	set := labtest.MeasureAll(t, plan(lab.Smoke))
	s := plan(lab.Smoke).Config.(runs.Config).Sizes[0]
	untrained := runs.Untrained + " " + runs.Solved
	if len(set) != 2 || set[0].Dim("arm") != study.Unmasked || set[0].Value(untrained) != set[1].Value(untrained) {
		t.Fatalf("%d records, untrained %v", len(set), runs.Values(set, untrained))
	}
	for _, r := range set {
		if share := r.Value(runs.Illegal) / r.Value(runs.Played); share < 0.3 || r.Value(runs.Invalid) < share/2 {
			t.Errorf("%s: %.0f %% of the moves go to filled cells, at the end %.0f %% are invalid", r.Case, 100*share, 100*r.Value(runs.Invalid))
		}
		if r.Value(runs.Steps) != float64(s.Steps) {
			t.Errorf("%s: %v steps", r.Case, r.Value(runs.Steps))
		}
	}
	for _, table := range tables(set) {
		if _, err := table.Markdown(); err != nil {
			t.Error(err)
		}
	}
}

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }
