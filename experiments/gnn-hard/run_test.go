package gnnhard

import (
	"slices"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
)

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }

// TestPlan: whatever a profile measures, the most starts are those of the breadth, and held-out puzzles come
// from another seed than the training's.
func TestPlan(t *testing.T) {
	for _, p := range []lab.Profile{lab.Smoke, lab.Quick, lab.Full} {
		cfg := configOf(p)
		if cfg.Breadth.Breadth != slices.Max(cfg.Starts) || !slices.IsSorted(cfg.Alone) || cfg.Rungs.Seed == cfg.Audit.Ladders.Seed {
			t.Errorf("%s: %+v", p, cfg)
		}
		if err := cfg.Rungs.Validate(); err != nil {
			t.Error(err)
		}
		if err := cfg.Audit.Ladders.Validate(); err != nil {
			t.Error(err)
		}
		for _, s := range sets(cfg) {
			if cfg.Boards[s.name] == 0 || p == lab.Full && cfg.Boards[s.name] < 1000 {
				t.Errorf("%s: %d boards of %s", p, cfg.Boards[s.name], s.name)
			}
		}
	}
}
