package dqnagents

import (
	"context"
	"slices"
	"testing"

	"sudokulab/experiments/dqn-models/heldout"
	"sudokulab/pkg/dqn/weights"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

// TestSmoke measures the smoke profile, and one set of weights on a row; the tables take the records.
func TestSmoke(t *testing.T) {
	p := plan(lab.Smoke)
	cfg := configOf(lab.Smoke)
	tests := heldout.NewTests(cfg.Seed)
	cases := append(slices.Clone(p.Cases), lab.Case{Kind: weightsKind, Dims: []record.Dim{record.D("name", weights.Default)}, Run: func(ctx context.Context, r *lab.Run) error {
		return play(ctx, cfg, weights.Default, tests, r)
	}})
	set := labtest.MeasureAll(t, lab.Plan{Config: p.Config, Cases: cases})
	games, solved := heldout.Metric(cfg.Rows[0], "games"), heldout.Metric(cfg.Rows[0], "solved")
	for _, r := range set {
		if r.Value(games) != float64(cfg.Boards) || r.Value(solved) > r.Value(games) {
			t.Errorf("%s: %v of %v", r.Case, r.Value(solved), r.Value(games))
		}
	}
	if agent := set[len(set)-1]; agent.Value(solved) != float64(cfg.Boards) {
		t.Errorf("the agent solves %v of %d puzzles with few empty cells", agent.Value(solved), cfg.Boards)
	}
	for _, table := range tables(set) {
		if _, err := table.Markdown(); err != nil {
			t.Error(err)
		}
	}
}

// TestPlans: each profile measures all embedded weights but smoke, and no card is asked for.
func TestPlans(t *testing.T) {
	for p, want := range map[lab.Profile]int{lab.Smoke: 0, lab.Quick: len(weights.Names()), lab.Full: len(weights.Names()), lab.GPU: 0} {
		n := 0
		for _, c := range plan(p).Cases {
			if c.Kind == weightsKind {
				n++
			}
		}
		if n != want {
			t.Errorf("%s measures %d sets of weights, want %d", p, n, want)
		}
	}
	if !slices.Contains(weights.Names(), weights.Default) {
		t.Errorf("%s is not embedded", weights.Default)
	}
}

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }
