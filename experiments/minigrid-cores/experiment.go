// Package minigridcores measures how phase 2 of the minigrid method, and the phases after it,
// gain from cores: on ordinary puzzles, where there is next to nothing to share, and on boards
// with so few givens that it lists a million fillings. What the largest box leaves to gain at
// other numbers of cores is projected. It decides M06.
package minigridcores

import (
	"context"
	"time"

	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// readings are those of phase 2, by the letter of its listing and with the masks of phase 1.
var readings = []minigrid.Fillings{minigrid.Lines, minigrid.BoxOnly}

var (
	ordinarySets  = []string{"own-easy", "own-minimal", "17clue"}
	projectedSets = []string{"own-easy", "own-medium", "own-hard", "own-minimal", "17clue", "magictour", "forum-1106", "own-16x16", "own-16x16-search"}
	heavySizes    = []int{3, 4, 5}                    // k of the boards with few givens
	projectedTo   = []int{2, 3, 4, 5, 6, 7, 8, 9, 16} // cores
)

// wholeSizes is the largest k of which phases 3 to 5 are timed, too: beyond it they take many times
// as long as phase 2.
const wholeSizes = 4

// Config is everything that affects a figure of this experiment.
type Config struct {
	Method    minigrid.Config       `json:"method"`    // but for Fillings and Workers, which are varied
	Cores     []int                 `json:"cores"`     // projected to
	Projected int                   `json:"projected"` // puzzles of a set whose steps are scheduled
	Puzzles   int                   `json:"puzzles"`   // of a set in a timed pass
	Boards    int                   `json:"boards"`    // with few givens, of each size
	Target    int64                 `json:"target"`    // fillings of such a board at most
	Nodes     int64                 `json:"nodes"`     // of the extraction
	Rounds    int                   `json:"rounds"`
	Slot      time.Duration         `json:"slot_ns"` // the least time measured at once
	Bootstrap stats.BootstrapConfig `json:"bootstrap"`
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "minigrid-cores",
		Title:    "The minigrid method on several cores",
		Question: "Does the speed of phase 2 rise in proportion to the cores, and what limits it?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Method: minigrid.DefaultConfig(), Cores: projectedTo, Projected: 200, Puzzles: 3, Boards: 1, Target: 250_000,
		Nodes: 10_000, Rounds: 7, Slot: 4 * time.Millisecond, Bootstrap: stats.DefaultBootstrap(),
	}
	cfg.Bootstrap.Resamples = 2000
	switch p {
	case lab.Smoke:
		cfg.Projected, cfg.Puzzles, cfg.Target, cfg.Rounds, cfg.Slot = 10, 1, 20_000, 3, 200*time.Microsecond
		cfg.Bootstrap.Resamples = 500
	case lab.Full:
		cfg.Projected, cfg.Puzzles, cfg.Boards, cfg.Target, cfg.Rounds, cfg.Slot = 0, 20, 3, 4_000_000, 41, 20*time.Millisecond
		cfg.Bootstrap.Resamples = 10_000
	}
	pl := lab.Plan{Config: cfg, Seed: 16}
	for _, id := range projectedSets {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: projected, Dims: []record.Dim{record.D("set", id)}, Corpus: id, Limit: cfg.Projected,
			Run: func(ctx context.Context, r *lab.Run) error { return projectSet(ctx, cfg, r) },
		})
	}
	for _, id := range ordinarySets {
		for _, reading := range readings {
			pl.Cases = append(pl.Cases, lab.Case{
				Kind: ordinary, Dims: []record.Dim{record.D("set", id), record.D("reading", reading)}, Corpus: id, Limit: cfg.Puzzles, Timed: true,
				Run: func(ctx context.Context, r *lab.Run) error { return puzzles(ctx, cfg, reading, r) },
			})
		}
	}
	for _, k := range heavySizes {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: heavy, Dims: []record.Dim{record.D("n", k*k)}, Timed: true,
			Run: func(ctx context.Context, r *lab.Run) error { return fewGivens(ctx, cfg, k, r) },
		})
	}
	pl.Cases = append(pl.Cases, lab.Case{
		Kind: heavy, Dims: []record.Dim{noGivens}, Timed: true,
		Run: func(ctx context.Context, r *lab.Run) error { return blank(ctx, cfg, r) },
	})
	return pl
}

// Kinds of cases.
const (
	projected = "projected"
	ordinary  = "ordinary"
	heavy     = "heavy"
)

// noGivens tells the blank board from the heavy boards that have givens, which have a side as dimension.
var noGivens = record.D("givens", "none")

// puzzles times puzzles as people solve them.
func puzzles(ctx context.Context, cfg Config, reading minigrid.Fillings, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	return speedUps(ctx, cfg, reading, corpus.Boards(items), part{printed: true, whole: true}, r)
}
