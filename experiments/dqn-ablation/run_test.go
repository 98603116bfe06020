package dqnablation

import (
	"testing"

	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
)

// TestSmoke measures the smoke profile: what is learned from is sound, and is what the episodes were.
func TestSmoke(t *testing.T) {
	p := plan(lab.Smoke)
	set := labtest.MeasureAll(t, p)
	s := plan(lab.Smoke).Config.(runs.Config).Sizes[0]
	points := min(study.Points, s.Steps)
	for _, r := range set {
		for _, name := range []string{runs.Steps, runs.Moves, runs.Solved, runs.Row(runs.Solved, runs.First(s.Setting))} {
			if got := len(runs.Curve(r.Texts[name])); got == 0 || got > 9*points {
				t.Errorf("%s: %d points of %q", r.Case, got, name)
			}
		}
		switch r.Dim("arm") {
		case study.Base:
			if r.Value(runs.Stored) < float64(s.Steps) || r.Value(runs.Unsound) != 0 {
				t.Errorf("%v boards of %v cannot be finished", r.Value(runs.Unsound), r.Value(runs.Stored))
			}
			if r.Value(runs.Illegal) != 0 || r.Value(runs.Steps) != float64(s.Steps) || r.Value(runs.Moves) != float64(8*s.Steps) {
				t.Errorf("%v moves on filled cells, %v steps, %v moves", r.Value(runs.Illegal), r.Value(runs.Steps), r.Value(runs.Moves))
			}
		case study.Episode:
			if r.Value(runs.Learned) == 0 || r.Value(runs.Relabeled) != 0 {
				t.Errorf("%v of %v transitions after episodes are others", r.Value(runs.Relabeled), r.Value(runs.Learned))
			}
			if r.Value(runs.Moves) < float64(8*s.Steps) || r.Value(runs.Steps) <= float64(s.Steps) {
				t.Errorf("%v moves in %v steps", r.Value(runs.Moves), r.Value(runs.Steps))
			}
		}
	}
	for _, table := range tables(set) {
		if _, err := table.Markdown(); err != nil {
			t.Error(err)
		}
	}
}

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }
