// Package minigridlarge takes the minigrid method to boards of side 16 and 25: which boards it
// enumerates completely within stated limits, by the number of their givens, and how dense its
// graph is, by the size of the board. It decides M16 and M17.
//
// The boards of M16 are puzzles with one solution, made by others and by this project, and
// boards with many: published ones, and full grids from which givens were taken out step by
// step until the method breaks off.
package minigridlarge

import (
	"context"
	"math/rand/v2"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	// Method is what all readings share. Its limits are replaced by those of the board.
	Method minigrid.Config `json:"method"`
	// One limits the listing of boards that have one solution, Several that of others: a search
	// among very many solutions is ended sooner.
	One     Limits `json:"one"`
	Several Limits `json:"several"`
	// A board with more than Solutions solutions is one that nothing is asked to list.
	Solutions int `json:"solutions"`
	// ExactNodes bounds the exact cover search that says how many solutions there are.
	ExactNodes int64 `json:"exact_nodes"`
	// Late is how many seconds a complete listing may take to count as feasible.
	Late float64 `json:"late_s"`

	Sets []Set `json:"sets"`
	// Dug is the number of 16×16 puzzles with one solution of which no given can be
	// spared, as far as exact cover can tell within DugNodes nodes.
	Dug      int   `json:"dug"`
	DugNodes int64 `json:"dug_nodes"`
	// Thinned is the number of full 16×16 grids that lose their digits step by step, and
	// Fills are the steps, in percent of the cells.
	Thinned int   `json:"thinned"`
	Fills   []int `json:"fills"`
	// Density says how many boards of a side are taken at each fill of DensityFills.
	Density      []Size `json:"density"`
	DensityFills []int  `json:"density_fills"`
	// DensityVertices is the limit of vertices there.
	DensityVertices int64 `json:"density_vertices"`
}

// Limits bound the listing of one board.
type Limits struct {
	Vertices int64 `json:"vertices"` // of phase 2
	Bytes    int64 `json:"bytes"`    // of phases 2 and 3
	Nodes    int64 `json:"nodes"`    // of phase 5
}

// Set is a set of puzzles and how many of them are taken, 0 for all.
type Set struct {
	ID     string `json:"id"`
	Limit  int    `json:"limit"`
	Unique bool   `json:"unique"` // its boards have one solution each
}

// Size is a size of board, its side being Box², and how many boards are taken.
type Size struct {
	Box    int `json:"box"`
	Boards int `json:"boards"`
}

// readings are what phase 2 may list, in the order of the tables. The second is the one that
// decides; the first is the listing as the paper prints it, the third goes beyond the paper.
var readings = []minigrid.Fillings{minigrid.BoxOnly, minigrid.Lines, minigrid.Singles}

// densityFills are the fills at which the density is measured, in percent of the cells.
var densityFills = []int{45, 50, 55, 60, 65, 70, 75, 80}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "minigrid-large",
		Title:    "The minigrid method on larger boards",
		Question: "Down to how many givens does the minigrid method list every solution of a 16×16 board, and does its graph get sparser as boards grow?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

func config(p lab.Profile) Config {
	cfg := Config{
		Method: minigrid.DefaultConfig(),
		One:    Limits{3_000_000, 1 << 30, 2_000_000}, Several: Limits{1_000_000, 512 << 20, 200_000},
		Solutions: 3000, ExactNodes: 50_000, Late: 60,
		Sets: []Set{
			{"own-16x16", 0, true},
			{"own-16x16-search", 0, true},
			{"acs-16x16-half", 63, false},
			{"own-25x25", 0, true},
			{"acs-25x25-half", 21, false},
		},
		Dug: 6, DugNodes: 1000,
		Thinned: 4, Fills: []int{70, 65, 60, 55, 50, 45, 40, 35, 30, 25, 20},
		Density: []Size{{2, 200}, {3, 200}, {4, 20}, {5, 5}}, DensityFills: densityFills,
		DensityVertices: 300_000,
	}
	switch p {
	case lab.Smoke:
		cfg.One, cfg.Several = Limits{30_000, 1 << 30, 10_000}, Limits{30_000, 1 << 30, 10_000}
		cfg.Solutions = 500
		cfg.Sets[0].Limit, cfg.Sets[1].Limit, cfg.Sets[2].Limit, cfg.Sets[3].Limit, cfg.Sets[4].Limit = 6, 3, 21, 2, 10
		cfg.Dug, cfg.DugNodes, cfg.Thinned = 1, 200, 1
		cfg.DensityVertices = 30_000
		cfg.Density = []Size{{2, 10}, {3, 10}, {4, 3}, {5, 1}}
	case lab.Full:
		cfg.One, cfg.Several = Limits{8_000_000, 2 << 30, 5_000_000}, Limits{8_000_000, 2 << 30, 5_000_000}
		cfg.Solutions, cfg.ExactNodes = 1_000_000, 2_000_000
		cfg.Sets[2].Limit, cfg.Sets[4].Limit = 210, 42 // of 1,050 each: those of side 25 would take longer than all else
		cfg.Dug, cfg.DugNodes, cfg.Thinned = 50, 20_000, 15
		cfg.DensityVertices = 4_000_000
		cfg.Density = []Size{{2, 2000}, {3, 2000}, {4, 500}, {5, 100}}
	}
	return cfg
}

func plan(p lab.Profile) lab.Plan {
	cfg := config(p)
	pl := lab.Plan{Config: cfg, Seed: 1617}
	for _, s := range cfg.Sets {
		pl.Cases = append(pl.Cases, lab.Case{
			Dims: []record.Dim{record.D("set", s.ID)}, Corpus: s.ID, Limit: s.Limit, Timed: true,
			Run: func(ctx context.Context, r *lab.Run) error {
				puzzles, err := r.Puzzles(ctx)
				if err != nil {
					return err
				}
				t := newTally(cfg, s.Unique)
				for i, puzzle := range puzzles {
					if err := t.measure(ctx, puzzle.Board); err != nil {
						return err
					}
					r.Progress(i+1, len(puzzles))
				}
				return t.keep(r)
			},
		})
	}
	pl.Cases = append(pl.Cases,
		lab.Case{Dims: []record.Dim{dug}, Timed: true, Run: func(ctx context.Context, r *lab.Run) error { return dugPuzzles(ctx, cfg, r) }},
		lab.Case{Dims: []record.Dim{thinned}, Timed: true, Run: func(ctx context.Context, r *lab.Run) error { return thinnedBoards(ctx, cfg, r) }},
	)
	for i, size := range cfg.Density {
		pl.Cases = append(pl.Cases, lab.Case{Kind: densityKind, Dims: []record.Dim{record.D("n", size.Box*size.Box)}, Run: func(ctx context.Context, r *lab.Run) error {
			return density(ctx, cfg, size, rand.New(rand.NewPCG(r.Seed, uint64(100+i))), r)
		}})
	}
	return pl
}

// densityKind is the kind of the cases about density; those about listings have none.
const densityKind = "density"

// Boards that are made in the run.
var (
	dug     = record.D("made", "dug")
	thinned = record.D("made", "thinned")
)
