// Package explaineffort asks how much the difficulty of a puzzle for people, the effort of a search and the minigrid
// paper's measures have to do with each other. It decides no claim. Every figure is counted, none is timed.
//
// Three families are correlated, each with the other two, puzzle by puzzle:
//
//	people  hardest technique, score and number of steps of package explain in HoDoKu's order, its rating
//	        in Sudoku Explainer's order, and the technique of package rate
//	search  guesses of package bitboard, guesses of dancing links, nodes and arcs of MAC, nodes of plain
//	        backtracking, each until it is proved that there is one solution
//	graph   the minigrid paper's: fillings of all boxes that the givens of their lines allow, fillings and
//	        edges left by pruning, and the density of the graph that is left
//
// The number of givens, which costs nothing, stands beside people and graph.
//
// What is concluded from which value was decided before anything was measured. It follows Hinkle, Wiersma and Jurs
// ("Applied Statistics for the Behavioral Sciences", 5th edition, 2003), who call a correlation below 0.3 negligible and
// one of 0.7 or more high. By the 95 % interval of Spearman's ρ, from resampling the puzzles, its sign left out, two
// measures have to do with each other
//
//	little     if all of the interval lies below 0.3
//	much       if all of it lies at 0.7 or above
//	some       if all of it lies in between
//
// and if the interval holds a bound, that is open. Nothing is concluded where three quarters of the puzzles or more
// have the same value of one of the two, or where there are fewer than 30: there is nothing to order. The sign is left out
// because the graph's density is expected to fall as difficulty rises; the tables show it.
//
// Minimal puzzles of the generator answer the question. Puzzles of different levels taken together may correlate more,
// since a puzzle with fewer givens may be harder for people and for searches alike; they are a row of their own, like
// each level and each published set. A search that reaches its bound on nodes counts with the bound, and so ranks with the
// hardest.
package explaineffort

import (
	"context"

	"sudokulab/pkg/csp"
	"sudokulab/pkg/dlx"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Cover  dlx.Config            `json:"cover"`
	Search csp.Config            `json:"search"`
	Plain  csp.Config            `json:"plain"`
	Graph  minigrid.Config       `json:"graph"`
	Sparse generate.GivensConfig `json:"sparse"` // of the puzzles with a number of givens between the levels and minimal ones

	Puzzles   int `json:"puzzles"`   // of a level
	Published int `json:"published"` // of a published set
	// Nodes and PlainNodes bound the searches by MAC and by plain backtracking.
	Nodes      int64 `json:"nodes"`
	PlainNodes int64 `json:"plain_nodes"`
	// Points is the number of puzzles of a case whose figures are kept one by one, for a figure.
	Points    int                   `json:"points"`
	Bootstrap stats.BootstrapConfig `json:"bootstrap"`
}

// Levels of the generator's puzzles, from the most givens to the fewest. sparse have givens added to a minimal puzzle; all are
// puzzles of the others in turn.
const (
	sparse  = "28-givens"
	minimal = "minimal"
	all     = "all"
)

var levels = []string{string(generate.Easy), string(generate.Medium), string(generate.Hard), sparse, minimal}

const sparseGivens = 28

// sets are published ones: mixed, with the fewest givens, and two collected for being hard.
var sets = []string{"norvig-10k", "17clue", "magictour", "forum-1106"}

// Kinds of cases.
const (
	ownKind = "own" // by level
	setKind = "published"
)

// ownCase is the key of the case of a level.
func ownCase(level string) string { return record.Key(ownKind, record.D("level", level)) }

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "explain-effort",
		Title:    "Difficulty for people against the effort of a search",
		Question: "How much do the difficulty of a puzzle for people, the effort of a search and the measures of the minigrid graph have to do with each other?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
	}
}

func config(p lab.Profile) Config {
	cfg := Config{
		Cover: dlx.DefaultConfig(), Search: csp.DefaultConfig(), Plain: csp.DefaultConfig(), Graph: minigrid.DefaultConfig(),
		Sparse: generate.DefaultGivens(sparseGivens), Puzzles: 100, Published: 30, Nodes: 5000, PlainNodes: 20_000, Points: 60, Bootstrap: stats.DefaultBootstrap(),
	}
	cfg.Plain.Propagation, cfg.Plain.RootAC3, cfg.Plain.VariableOrder = csp.Plain, false, csp.First
	cfg.Graph.Fillings, cfg.Graph.Workers = minigrid.Lines, 1
	cfg.Bootstrap.Resamples = 1000
	switch p {
	case lab.Smoke:
		cfg.Puzzles, cfg.Published, cfg.Nodes, cfg.PlainNodes, cfg.Points, cfg.Bootstrap.Resamples = 30, 4, 2000, 5000, 20, 200
	case lab.Quick: // the whole profile has little time left
		cfg.Puzzles, cfg.Published, cfg.Bootstrap.Resamples = 40, 10, 200
	case lab.Full:
		cfg.Puzzles, cfg.Published, cfg.Nodes, cfg.PlainNodes, cfg.Points, cfg.Bootstrap.Resamples = 1000, 500, 1_000_000, 3_000_000, 100, 10_000
	}
	return cfg
}

func plan(p lab.Profile) lab.Plan {
	cfg := config(p)
	pl := lab.Plan{Config: cfg, Seed: 19}
	for _, level := range concat(levels, []string{all}) {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: ownKind, Dims: []record.Dim{record.D("level", level)},
			Run: func(ctx context.Context, r *lab.Run) error { return ofLevel(ctx, cfg, level, r) },
		})
	}
	for _, id := range sets {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: setKind, Dims: lab.OnSet(id), Corpus: id, Limit: cfg.Published,
			Run: func(ctx context.Context, r *lab.Run) error { return ofSet(ctx, cfg, r) },
		})
	}
	return pl
}
