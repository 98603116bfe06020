package dqnhorizon

import (
	"testing"

	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
)

// TestSmoke measures the smoke profile, and shows it.
func TestSmoke(t *testing.T) {
	p := plan(lab.Smoke)
	set := labtest.MeasureAll(t, p)
	for _, r := range set {
		if r.Value(runs.Gamma) != 0.5 || r.Int("seed") != first {
			t.Errorf("%s: γ %v", r.Case, r.Value(runs.Gamma))
		}
	}
	for _, table := range tables(set) {
		if _, err := table.Markdown(); err != nil || table.Name == "arms" && len(table.Rows) != 1 {
			t.Errorf("%s: %d rows, %v", table.Name, len(table.Rows), err)
		}
	}
	if f, err := figures(set); err != nil || len(f) != 0 {
		t.Errorf("%d figures of one arm, %v", len(f), err)
	}
}

// TestPlanned: no seed of the pilot is among those of the full profile, and each arm has its runs.
func TestPlanned(t *testing.T) {
	n := map[string]int{}
	for _, c := range plan(lab.Full).Cases {
		r := labtest.Record(c.Key(), nil, nil)
		if r.Int("seed") < first {
			t.Errorf("%s has a seed of the pilot", c.Key())
		}
		n[r.Dim("arm")]++
	}
	for arm, want := range map[string]int{study.Base: 90, study.Gamma05: 90, study.PlayOn: 30, study.StepPenalty: 30} {
		if n[arm] != want {
			t.Errorf("%s: %d runs, want %d", arm, n[arm], want)
		}
	}
}

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }
