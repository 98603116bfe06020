// Package minigridoutlook takes up what the minigrid paper leaves to future work: measures of
// difficulty from the sets of fillings and their graph, the share of ambiguous puzzles in
// published collections, and boards with further constraints. It decides M20a, M20b and M20c.
//
// The paper's fourth plan, a version for graphics processors for boards of side 16 and more
// (M20d), is measured by experiment minigrid-hardware.
package minigridoutlook

import (
	"context"
	"slices"

	"sudokulab/pkg/csp"
	"sudokulab/pkg/dlx"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Method minigrid.Config `json:"method"` // but for Fillings, of which two readings are measured
	Search csp.Config      `json:"search"`
	Cover  dlx.Config      `json:"cover"`

	Puzzles int `json:"puzzles"` // of a set, for difficulty
	// Nodes bounds the searches whose effort is correlated. A puzzle that reaches it keeps the
	// bound as its effort, so it ranks with the hardest.
	Nodes int64 `json:"nodes"`
	// Points is the number of puzzles of a set whose figures are kept one by one, for the
	// figure.
	Points     int     `json:"points"`
	Confidence float64 `json:"confidence"`

	// Counted bounds the puzzles of a collection whose solutions are counted, by side.
	Counted map[int]int `json:"counted"`
	// Cap is the number of solutions after which counting stops, CountNodes the number of
	// nodes, by side.
	Cap        int           `json:"cap"`
	CountNodes map[int]int64 `json:"count_nodes"`

	Grids    int `json:"grids"`    // of each variant
	MostMade int `json:"mostmade"` // solutions of an ambiguous board made of a variant
	// GridNodes bounds a try to fill an empty board, GridTries the tries on one map of regions.
	GridNodes int64 `json:"grid_nodes"`
	GridTries int   `json:"grid_tries"`
	// Exchanges is the number of exchanges of cells, a cell of the board, that make a map of
	// regions.
	Exchanges int `json:"exchanges"`
}

// readings of phase 2 whose graphs are measured.
var readings = []minigrid.Fillings{minigrid.Lines, minigrid.Singles}

// difficultySets hold 9×9 puzzles, nearly all with one solution. The last states ratings.
var difficultySets = []string{"own-easy", "own-medium", "own-hard", "own-minimal", "norvig-10k", "17clue", "magictour", "forum-11-half", "forum-1106", "sudoku-extreme-test"}

// levelSets are the generated levels, from easy to hard.
var levelSets = []string{"own-easy", "own-medium", "own-hard"}

// collections are the published sets, with their side. Random ones are parts of grids by share of givens, and
// not puzzles for people.
var collections = []struct {
	id     string
	side   int
	random bool
}{
	{"17clue", 9, false},
	{"magictour", 9, false},
	{"forum-11-half", 9, false},
	{"forum-1106", 9, false},
	{"norvig-10k", 9, false},
	{"norvig-hardest", 9, false},
	{"kaggle", 9, false},
	{"unbiased", 9, false},
	{"acs-9x9-half", 9, true},
	{"acs-16x16-half", 16, true},
	{"acs-25x25-half", 25, true},
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "minigrid-outlook",
		Title:    "The minigrid paper's future work",
		Question: "Do the sets of fillings and their graph tell how hard a puzzle is, how many published puzzles are ambiguous, and does the method carry over to variants?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

func config(p lab.Profile) Config {
	cfg := Config{
		Method: minigrid.DefaultConfig(), Search: csp.DefaultConfig(), Cover: dlx.DefaultConfig(),
		Puzzles: 200, Nodes: 20_000, Points: 100, Confidence: 0.95,
		Counted: map[int]int{9: 400, 16: 63, 25: 21}, Cap: 100, CountNodes: map[int]int64{9: 500_000, 16: 20_000, 25: 20_000},
		Grids: 5, MostMade: 300, GridNodes: 3000, GridTries: 5, Exchanges: 2,
	}
	cfg.Method.Workers = 1
	switch p {
	case lab.Smoke:
		cfg.Puzzles, cfg.Nodes, cfg.Points = 20, 2500, 20
		cfg.Counted = map[int]int{9: 20, 16: 5, 25: 2}
		cfg.CountNodes = map[int]int64{9: 50_000, 16: 2500, 25: 1000}
		cfg.Grids, cfg.MostMade = 1, 50
	case lab.Full:
		cfg.Puzzles, cfg.Nodes = 5000, 2_000_000
		cfg.Counted = map[int]int{9: 0, 16: 0, 25: 0}
		cfg.CountNodes = map[int]int64{9: 0, 16: 5_000_000, 25: 1_000_000}
		cfg.Cap, cfg.Grids, cfg.MostMade = 10_000, 300, 5000
	}
	return cfg
}

func plan(p lab.Profile) lab.Plan {
	cfg := config(p)
	pl := lab.Plan{Config: cfg, Seed: 20}
	add := func(c lab.Case, run func(context.Context, *lab.Run) error) {
		c.Run = run
		pl.Cases = append(pl.Cases, c)
	}
	for _, id := range difficultySets {
		add(lab.Case{Kind: difficulty, Dims: lab.OnSet(id), Corpus: id, Limit: cfg.Puzzles}, func(ctx context.Context, r *lab.Run) error { return difficultyOfSet(ctx, cfg, r) })
	}
	add(lab.Case{Kind: difficulty, Dims: []record.Dim{record.D("sets", "levels")}}, func(ctx context.Context, r *lab.Run) error {
		return difficultyOf(ctx, cfg, r, levelSets, true)
	})
	add(lab.Case{Kind: difficulty, Dims: []record.Dim{record.D("sets", "pooled")}}, func(ctx context.Context, r *lab.Run) error {
		return difficultyOf(ctx, cfg, r, append(slices.Clip(levelSets), "own-minimal"), false)
	})
	for _, c := range collections {
		add(lab.Case{Kind: share, Dims: lab.OnSet(c.id), Corpus: c.id, Limit: cfg.Counted[c.side]}, func(ctx context.Context, r *lab.Run) error {
			return ambiguous(ctx, cfg, c.side, r)
		})
	}
	for i, v := range variants {
		add(lab.Case{Kind: variant, Dims: v.dims()}, func(ctx context.Context, r *lab.Run) error { return boardsOf(ctx, cfg, v, uint64(i), r) })
	}
	return pl
}

// Kinds of cases.
const (
	difficulty = "difficulty"
	share      = "share"
	variant    = "variant"
)
