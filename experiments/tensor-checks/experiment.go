// Package tensorchecks holds the tensor network's rules, each by itself and in both forms, against package
// plain, the constraint engine, a direct search for singles and pairs, and all solutions of the boards. It
// counts what each rule costs, and tests Iterate2D on arrays. It decides T03, T04a–c and T05.
package tensorchecks

import (
	"context"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/record"
	"sudokulab/pkg/tensornet"
)

// Set is a set of puzzles of side 9 with how many of them are taken.
type Set struct {
	ID      string `json:"id"`
	Puzzles int    `json:"puzzles"`
}

// Config is everything that affects a figure of this experiment.
type Config struct {
	Backend   string `json:"backend"`
	Sets      []Set  `json:"sets"`
	Steps     int    `json:"steps"`     // of the search for each puzzle, a position before each
	Made      int    `json:"made"`      // positions made of full grids
	Solutions int    `json:"solutions"` // of a position; one with more is left out
	Batch     int    `json:"batch"`     // boards side by side
	Arrays    int    `json:"arrays"`    // for Iterate2D
	Rounds    int    `json:"rounds"`    // of timing
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "tensor-checks",
		Title:    "What the tensor network's rules strike, and what they cost",
		Question: "Are the rules, built of sums and products of tensors, right on every candidate, and is the one for doubles the costliest?",
		Plan:     plan,
		Tables:   tables,
		Judges:   judges(),
	}
}

// Kinds of cases.
const (
	strikeKind  = "strikes" // by set and form
	builtKind   = "built"   // by form and rule
	iterateKind = "iterate" // by way of unpooling
)

// madeSet names the positions that the run makes itself.
const madeSet = "made"

var forms = []tensornet.Form{tensornet.Packed, tensornet.Literal}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Backend: backend.Asked(), Steps: 12, Made: 2400, Solutions: 200, Batch: 120, Arrays: 2000, Rounds: 7,
		Sets: []Set{{"own-easy", 20}, {"own-minimal", 30}, {"own-mixed", 40}, {"17clue", 30}, {"magictour", 30}, {"forum-11-half", 20}},
	}
	switch p {
	case lab.Smoke:
		cfg.Backend = accel.NameGo
		cfg.Made, cfg.Arrays, cfg.Rounds = 100, 200, 2
		for i := range cfg.Sets {
			cfg.Sets[i].Puzzles = 4
		}
	case lab.Full:
		cfg.Made, cfg.Arrays, cfg.Rounds = 30_000, 30_000, 15
		for i := range cfg.Sets {
			cfg.Sets[i].Puzzles *= 30
		}
	}
	pl := lab.Plan{Config: cfg, Seed: 17}
	add := func(c lab.Case) { pl.Cases = append(pl.Cases, c) }
	for _, form := range forms {
		of := func(id string) []record.Dim { return append(lab.OnSet(id), record.D("form", form)) }
		for _, s := range cfg.Sets {
			add(lab.Case{
				Kind: strikeKind, Dims: of(s.ID), Corpus: s.ID, Limit: s.Puzzles,
				Run: func(ctx context.Context, r *lab.Run) error {
					list, err := alongSearches(ctx, cfg, r)
					if err != nil {
						return err
					}
					return strikes(ctx, cfg, form, list, r)
				},
			})
		}
		add(lab.Case{
			Kind: strikeKind, Dims: of(madeSet),
			Run: func(ctx context.Context, r *lab.Run) error {
				list, err := madeOfGrids(ctx, cfg, cfg.Made, r)
				if err != nil {
					return err
				}
				return strikes(ctx, cfg, form, list, r)
			},
		})
		for _, rule := range tensornet.Rules() {
			add(lab.Case{
				Kind: builtKind, Dims: []record.Dim{record.D("form", form), record.D("rule", rule)}, Timed: true,
				Run: func(ctx context.Context, r *lab.Run) error { return built(ctx, cfg, form, rule, r) },
			})
		}
	}
	for _, unpool := range []string{tensornet.MaxUnpool, tensornet.Substitute} {
		add(lab.Case{
			Kind: iterateKind, Dims: []record.Dim{record.D("unpool", unpool)},
			Run: func(ctx context.Context, r *lab.Run) error { return iterate(ctx, cfg, unpool, r) },
		})
	}
	return pl
}
