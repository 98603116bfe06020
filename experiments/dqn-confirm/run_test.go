package dqnconfirm

import (
	"testing"

	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
)

// TestSmoke measures the smoke profile, and shows it.
func TestSmoke(t *testing.T) {
	set := labtest.MeasureAll(t, plan(lab.Smoke))
	if len(set) != 2 || set[0].Dim("arm") != study.Base || set[1].Dim("arm") != study.StepPenalty {
		t.Fatalf("%d records", len(set))
	}
	for _, r := range set {
		if r.Value(runs.Steps) != 8 || r.Int("seed") != first {
			t.Errorf("%s: %v steps", r.Case, r.Value(runs.Steps))
		}
	}
	for _, table := range tables(set) {
		if _, err := table.Markdown(); err != nil {
			t.Error(err)
		}
	}
}

// TestPlanned: the runs of the pilot are not among those of the full profile, and each comparison has its pairs.
func TestPlanned(t *testing.T) {
	n := map[string]int{}
	for _, c := range plan(lab.Full).Cases {
		r := labtest.Record(c.Key(), nil, nil)
		if r.Int("seed") < first {
			t.Errorf("%s has a seed of the pilot", c.Key())
		}
		n[r.Dim("arm")]++
	}
	for arm, want := range map[string]int{study.Base: 30, study.Squared: 30, study.Unscaled: 30, study.Latest: 30, study.Gamma05: 30, study.LastStage: 20, study.PlayOn: 20, study.StepPenalty: 20, study.Unmasked: 5} {
		if n[arm] != want {
			t.Errorf("%s: %d runs, want %d", arm, n[arm], want)
		}
	}
}

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }
