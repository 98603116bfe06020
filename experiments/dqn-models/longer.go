package dqnmodels

import (
	"context"
	"slices"

	"sudokulab/experiments/dqn-models/heldout"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// Long is the configuration of trainings on 4×4 boards by the tuned arm that are longer than those of this experiment.
type Long struct {
	Config
	Steps      map[string]int `json:"steps"`      // of training, by network
	Normalised []string       `json:"normalised"` // networks whose layers are normalised (LayerNorm), which the tuned arm's are not
}

// Longer returns that configuration, for so many seeds. A small one is tested on few puzzles.
func Longer(backend string, steps map[string]int, normalised []string, seeds int, small bool) Long {
	const others = 37 // held-out puzzles of dqn-models have 19
	cfg := configOf(lab.Full)
	if small {
		cfg = configOf(lab.Smoke)
	}
	cfg.Settings, cfg.Backend = cfg.Settings[1:], backend
	cfg.Library, cfg.Depths, cfg.Probe, cfg.Seed = nil, Sweep{}, ProbeConfig{}, others
	s := &cfg.Settings[0]
	s.Runs, s.Seeds = nil, seeds
	for _, network := range networks.Names() {
		if steps[network] > 0 {
			s.Runs = append(s.Runs, Arm{network, tunedArm})
		}
	}
	return Long{cfg, steps, normalised}
}

// LongCases returns the cases of such a configuration, those of a seed together. Seeds count from first.
func LongCases(cfg Long, first int) (all []lab.Case) {
	tests := heldout.NewTests(cfg.Seed)
	s := cfg.Settings[0]
	for _, rule := range heldout.Rules() {
		dims := []record.Dim{record.D("setting", s.Study.Name), record.D("rule", rule)}
		all = append(all, lab.Case{Kind: baselineKind, Dims: dims, Run: func(ctx context.Context, r *lab.Run) error {
			return tests.KeepRule(ctx, cfg.Boards, s.Study.Side, s.all(), rule, r)
		}})
	}
	for seed := first; seed < first+s.Seeds; seed++ {
		for _, a := range s.Runs {
			all = append(all, lab.Case{Kind: runKind, Dims: runDims(s.Study.Name, a, seed), Run: func(ctx context.Context, r *lab.Run) error {
				recipe, err := s.recipe(a, cfg.Steps[a.Network], uint64(seed), cfg.Config) //nolint:gosec // small
				if err != nil {
					return err
				}
				recipe.Network.LayerNorm = recipe.Network.LayerNorm || slices.Contains(cfg.Normalised, a.Network)
				return measure(ctx, cfg.Config, recipe, s.all(), s.Last, false, tests, r)
			}})
		}
	}
	return all
}

// LongShown returns the tables of records that [LongCases] measured.
func LongShown(set record.Set) []lab.Table {
	return []lab.Table{solvedTable(set, "4x4"), trainingTable(set)}
}
