package dqnmodels

import (
	"context"

	"sudokulab/experiments/dqn-models/heldout"
	"sudokulab/pkg/accel"
	"sudokulab/pkg/dqn"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// Again returns the configuration of the same trainings for a measurement with other seeds: of each network the document's
// arm with so many seeds, and the least and the greatest depth with so many. Boards are tested at the end of the run in the row that
// decides alone, on held-out puzzles of another seed. A small one trains on 4×4 boards for some steps, on the pure-Go backend.
func Again(backend string, networks []string, seeds, depthSeeds int, small bool) Config {
	const others = 31 // held-out puzzles of dqn-models have 19
	cfg := configOf(lab.Full)
	if small {
		cfg = configOf(lab.Smoke)
		cfg.Settings, cfg.Backend = cfg.Settings[1:], accel.NameGo
	} else {
		cfg.Settings, cfg.Backend = cfg.Settings[:1], backend
		cfg.Boards, cfg.Watched, cfg.Points = 4000, 10, 2
	}
	s := &cfg.Settings[0]
	s.Runs, s.Rows, s.Seeds = nil, []dqn.Row{s.Last}, seeds
	for _, network := range networks {
		s.Runs = append(s.Runs, Arm{network, documentArm})
	}
	depths := cfg.Depths.Depths
	cfg.Depths.Depths, cfg.Depths.Seeds = []int{depths[0], depths[len(depths)-1]}, depthSeeds
	cfg.Library, cfg.Probe, cfg.Seed = nil, ProbeConfig{}, others
	return cfg
}

// Cases returns the cases of a configuration that [Again] made, of each seed together. Seeds count from first. At the least depth
// resnet is trained with residual connections only.
func Cases(cfg Config, first int) (all []lab.Case) {
	tests := heldout.NewTests(cfg.Seed)
	s := cfg.Settings[0]
	for seed := first; seed < first+max(s.Seeds, cfg.Depths.Seeds); seed++ {
		if seed < first+cfg.Depths.Seeds {
			deepest := cfg.Depths.Depths[1]
			for _, of := range []struct {
				depth    int
				residual bool
			}{{deepest, true}, {deepest, false}, {cfg.Depths.Depths[0], true}} {
				all = append(all, lab.Case{Kind: depthKind, Dims: depthDims(of.depth, of.residual, seed), Run: func(ctx context.Context, r *lab.Run) error {
					return deep(ctx, cfg, of.depth, of.residual, uint64(seed), tests, r) //nolint:gosec // small
				}})
			}
		}
		if seed < first+s.Seeds {
			for _, a := range s.Runs {
				all = append(all, lab.Case{Kind: runKind, Dims: runDims(s.Study.Name, a, seed), Run: func(ctx context.Context, r *lab.Run) error {
					return again(ctx, cfg, s, a, uint64(seed), tests, r) //nolint:gosec // small
				}})
			}
		}
	}
	return all
}

// again is run without the probe.
func again(ctx context.Context, cfg Config, s Setting, a Arm, seed uint64, tests *heldout.Tests, r *lab.Run) error {
	recipe, err := s.recipe(a, s.stepsOf(a), seed, cfg)
	if err != nil {
		return err
	}
	return measure(ctx, cfg, recipe, s.all(), s.Last, false, tests, r)
}

// Shown returns the tables of records that [Cases] measured.
func Shown(set record.Set) []lab.Table {
	return []lab.Table{solvedTable(set, documented), trainingTable(set), depthTable(set)}
}
