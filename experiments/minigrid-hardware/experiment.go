// Package minigridhardware runs phase 2 of the minigrid method on one backend and phases 3 to 5 on
// the processor: the fillings of boxes as tensor operations (pkg/minigrid/tensorphase), handed over to
// package minigrid, and the same boards by that package alone. It asks for the same fillings, box by
// box, and for the same answers, and shows the time of phase 2 in both forms. It decides M20d and M20e.
//
// On the pure-Go backend, which needs nothing, the same programs run that XLA compiles for a graphics
// card; SUDOKULAB_BACKEND=xla:cuda asks for one. M20d waits for a card.
package minigridhardware

import (
	"context"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/minigrid/tensorphase"
	"sudokulab/pkg/record"
)

// readings of phase 2: with the masks of phase 1, and by the letter of its listing.
var readings = []minigrid.Fillings{minigrid.Lines, minigrid.BoxOnly}

var sets = []string{"own-4x4", "own-easy", "own-hard", "own-minimal", "own-mixed", "own-16x16", "own-16x16-search"}

// made are the boards that the run makes itself, by k, and the share of cells given on them.
var made = []struct {
	k    int
	keep float64
}{{2, 0.3}, {3, 0.38}, {4, 0.5}, {5, 0.75}}

// Config is everything that affects a figure of this experiment.
type Config struct {
	Backend string             `json:"backend"`
	Method  minigrid.Config    `json:"method"` // but for Fillings, which are varied
	Tensors tensorphase.Config `json:"tensors"`

	Puzzles   int   `json:"puzzles"`   // of a set
	Made      int   `json:"made"`      // boards of each size that are made
	Solutions int   `json:"solutions"` // of a board that are compared, at most
	Nodes     int64 `json:"nodes"`     // of the extraction, at most
	Timed     int   `json:"timed"`     // boards of a case whose phase 2 is timed
	Rounds    int   `json:"rounds"`
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "minigrid-hardware",
		Title:    "The phases of the minigrid method on different hardware",
		Question: "Does phase 2 give the same fillings as tensor operations on a backend, and do the phases after it go on from them on the processor?",
		Plan:     plan,
		Tables:   tables,
		Judges:   judges(),
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Backend: backend.Asked(), Method: minigrid.DefaultConfig(), Tensors: tensorphase.DefaultConfig(),
		Puzzles: 8, Made: 6, Solutions: 100, Nodes: 20_000, Timed: 2, Rounds: 3,
	}
	cfg.Method.Workers = 1
	cfg.Method.MaxVertices = 1 << 18
	switch p {
	case lab.Smoke:
		cfg.Backend = accel.NameGo
		cfg.Puzzles, cfg.Made, cfg.Timed, cfg.Rounds, cfg.Method.MaxVertices = 3, 2, 2, 1, 1<<12
	case lab.Full:
		cfg.Puzzles, cfg.Made, cfg.Timed, cfg.Rounds, cfg.Method.MaxVertices = 100, 60, 20, 9, 1<<20
	case lab.GPU:
		cfg.Puzzles, cfg.Made, cfg.Timed, cfg.Rounds, cfg.Method.MaxVertices = 100, 60, 20, 9, 1<<22
		cfg.Tensors.Rows = 1 << 20
	}
	cfg.Tensors.MaxFillings = cfg.Method.MaxVertices
	pl := lab.Plan{Config: cfg, Seed: 23}
	for _, m := range made {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: madeKind, Dims: []record.Dim{record.D("n", m.k*m.k)}, Timed: true,
			Run: func(ctx context.Context, r *lab.Run) error { return madeBoards(ctx, cfg, m.k, m.keep, r) },
		})
	}
	for _, id := range sets {
		pl.Cases = append(pl.Cases, lab.Case{
			Dims: []record.Dim{record.D("set", id)}, Corpus: id, Limit: cfg.Puzzles, Timed: true,
			Run: func(ctx context.Context, r *lab.Run) error { return puzzles(ctx, cfg, r) },
		})
	}
	return pl
}

// madeKind is the kind of the cases whose boards are made in the run; those of sets have no kind.
const madeKind = "made"
