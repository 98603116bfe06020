// Package minigridsizes runs the minigrid method on boards of side 4 to 36 with the same code, counts
// its dependent pairs of boxes for each size, and compares the bits of board and masks with the
// paper's table. It decides M01, M02a–c, M03a–c, M15 and M25.
package minigridsizes

import (
	"context"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

// sets are the puzzles that are solved, by side of board.
var sets = []string{
	"own-4x4", "own-easy", "own-minimal", "own-mixed", "own-16x16", "own-16x16-search", "own-25x25",
	"acs-16x16-half", "acs-25x25-half",
}

// readings are the listings of phase 2 that each set is solved with: the first two are the
// paper's, its pseudocode and its use of the masks; singles are this project's.
var readings = []minigrid.Fillings{minigrid.BoxOnly, minigrid.Lines, minigrid.Singles}

// Config is everything that affects a figure of this experiment.
type Config struct {
	// Graph holds the limits; its Fillings are each of Readings in turn.
	Graph    minigrid.Config     `json:"graph"`
	Readings []minigrid.Fillings `json:"readings"`
	Puzzles  int                 `json:"puzzles"` // a set
	Nodes    int64               `json:"nodes"`   // of phase 5, a puzzle
	// Exact bounds the nodes of the exact engine, a puzzle; what it leaves open is counted apart.
	Exact     int64     `json:"exact"`
	Partial   []Partial `json:"partial"`
	Kept      []int     `json:"kept"`      // percent of the cells of a full grid that stay as givens
	Solutions int       `json:"solutions"` // counted at most, on partial boards
}

// Partial is a size of board and how many random parts of full grids of it are solved.
type Partial struct {
	Box    int `json:"box"` // k, the side being k²
	Boards int `json:"boards"`
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "minigrid-sizes",
		Title:    "The minigrid method by size of board",
		Question: "Does the same code solve boards of side 4, 9, 16 and 25, what fits into the limits, and do bits, boxes and dependent pairs grow as the paper says?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Graph: minigrid.DefaultConfig(), Readings: readings,
		Puzzles: 20, Nodes: 1_000_000, Exact: 1_000_000,
		Partial: []Partial{{2, 100}, {3, 100}, {4, 20}, {5, 10}, {6, 2}}, Kept: []int{50, 60, 70}, Solutions: 1000,
	}
	cfg.Graph.Workers = 1 // cases run side by side
	cfg.Graph.MaxVertices, cfg.Graph.MaxBytes = 1<<20, 1<<28
	switch p {
	case lab.Smoke:
		cfg.Puzzles, cfg.Graph.MaxVertices, cfg.Graph.MaxBytes = 3, 1<<18, 1<<26
		cfg.Partial = []Partial{{2, 10}, {3, 10}, {4, 3}, {5, 2}}
	case lab.Full:
		cfg.Puzzles, cfg.Graph.MaxVertices, cfg.Graph.MaxBytes = 300, 16<<20, 1<<30
		for i := range cfg.Partial {
			cfg.Partial[i].Boards *= 10
		}
	}
	pl := lab.Plan{Config: cfg, Seed: 1}
	for k := board.MinBox; k <= board.MaxBox; k++ {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: geometryKind, Dims: []record.Dim{record.D("n", k*k)},
			Run: func(_ context.Context, r *lab.Run) error { return geometry(r, k) },
		})
	}
	for _, id := range sets {
		for _, f := range cfg.Readings {
			pl.Cases = append(pl.Cases, lab.Case{
				Kind: solveKind, Dims: []record.Dim{record.D("set", id), record.D("fillings", f)}, Corpus: id, Limit: cfg.Puzzles,
				Run: func(ctx context.Context, r *lab.Run) error { return solveSet(ctx, cfg, f, r) },
			})
		}
	}
	for _, size := range cfg.Partial {
		for _, kept := range cfg.Kept {
			pl.Cases = append(pl.Cases, lab.Case{
				Kind: partialKind, Dims: []record.Dim{record.D("n", size.Box*size.Box), record.D("kept", kept)},
				Run: func(ctx context.Context, r *lab.Run) error { return solvePartial(ctx, cfg, size, kept, r) },
			})
		}
	}
	return pl
}

// Kinds of cases.
const (
	geometryKind = "geometry"
	solveKind    = "solve"
	partialKind  = "partial"
)

// geometryCase is the key of the case about the geometry of a side.
func geometryCase(n int) string { return record.Key(geometryKind, record.D("n", n)) }
