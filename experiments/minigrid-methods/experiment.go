// Package minigridmethods measures the comparison of methods that the minigrid paper closes
// with: backtracking, dancing links, the minigrid method and constraint propagation on the same
// puzzles. Which of them finds the one solution and which finds several, what each gains from
// cores, what each holds as explicit data; and the time, nodes and memory that the paper leaves
// to future work. It decides M18a to M18e.
package minigridmethods

import (
	"context"
	"time"

	"sudokulab/pkg/csp"
	"sudokulab/pkg/dlx"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Search   csp.Config      `json:"search"` // of backtracking; its queue is that of propagation too
	Plain    csp.Config      `json:"plain"`  // backtracking without look-ahead
	Cover    dlx.Config      `json:"cover"`
	Minigrid minigrid.Config `json:"minigrid"`

	Puzzles    int   `json:"puzzles"`     // of a set with one solution each
	PlainNodes int64 `json:"plain_nodes"` // of plain backtracking, a puzzle
	Rounds     int   `json:"rounds"`      // in which the methods are timed in turn
	Held       int   `json:"held"`        // puzzles solved before the heap is read
	Structured int   `json:"structured"`  // puzzles of a set whose graphs are counted

	// Mixed bounds the puzzles of own-mixed, of which about a third has several solutions.
	Mixed int `json:"mixed"`
	// Made boards with several solutions come from puzzles by taking givens out, until they
	// have MadeLow to MadeHigh solutions.
	Made     int `json:"made"`
	MadeLow  int `json:"made_low"`
	MadeHigh int `json:"made_high"`

	Within Within `json:"within"`
}

// Within says how the speed-up inside one board is measured.
type Within struct {
	Drawn  int                   `json:"drawn"`  // puzzles of which the hardest are taken
	Hard   int                   `json:"hard"`   // puzzles taken
	Boards int                   `json:"boards"` // with very many solutions
	Low    int                   `json:"low"`    // solutions of such a board
	High   int                   `json:"high"`
	Large  int                   `json:"large"`  // boards of side 25
	Across int                   `json:"across"` // puzzles that workers take in turn
	Pieces []int                 `json:"pieces"` // boards that a board is split into, at least
	Few    int64                 `json:"few"`    // nodes of an extraction that is not worth splitting
	Parts  int                   `json:"parts"`  // alive fillings that the box has, at least, by which an extraction is split
	Rounds int                   `json:"rounds"`
	Slot   time.Duration         `json:"slot_ns"` // the least time measured at once
	Ratios stats.BootstrapConfig `json:"ratios"`
}

// uniqueSets hold puzzles with one solution.
var uniqueSets = []string{"own-easy", "own-hard", "own-minimal", "17clue", "magictour", "forum-1106"}

// structureSets give the graphs that are counted, by side.
var structureSets = []string{"own-4x4", "own-easy", "own-minimal", "own-16x16"}

// hardSets give the puzzles of which the hardest are solved by several workers.
var hardSets = []string{"own-minimal", "forum-1106"}

// pieces are the numbers of pieces that a board is split into, at least.
var pieces = []int{8, 64}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "minigrid-methods",
		Title:    "The minigrid method compared with backtracking, dancing links and propagation",
		Question: "What do the four methods find on the same puzzles, at what cost, what do they gain from cores, and what do they hold as an explicit graph?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

func config(p lab.Profile) Config {
	plain := csp.DefaultConfig()
	plain.Propagation = csp.Plain
	cfg := Config{
		Search: csp.DefaultConfig(), Plain: plain, Cover: dlx.DefaultConfig(), Minigrid: minigrid.DefaultConfig(),
		Puzzles: 40, PlainNodes: 20_000, Rounds: 3, Held: 8, Structured: 40,
		Mixed: 150, Made: 20, MadeLow: 10, MadeHigh: 3000,
		Within: Within{
			Drawn: 200, Hard: 3, Boards: 1, Low: 10_000, High: 30_000, Large: 2, Across: 24, Pieces: pieces, Few: 20_000, Parts: 6,
			Rounds: 5, Slot: 2 * time.Millisecond, Ratios: stats.DefaultBootstrap(),
		},
	}
	cfg.Minigrid.Workers = 1
	cfg.Within.Ratios.Resamples = 2000
	switch p {
	case lab.Smoke:
		cfg.Puzzles, cfg.PlainNodes, cfg.Rounds, cfg.Held, cfg.Structured = 6, 1000, 1, 2, 5
		cfg.Mixed, cfg.Made, cfg.MadeHigh = 30, 3, 300
		w := &cfg.Within
		w.Drawn, w.Hard, w.Low, w.High, w.Large, w.Across, w.Rounds, w.Slot = 20, 1, 500, 1500, 1, 4, 2, 200*time.Microsecond
		w.Ratios.Resamples = 200
	case lab.Full:
		cfg.Puzzles, cfg.PlainNodes, cfg.Rounds, cfg.Held, cfg.Structured = 300, 1_000_000, 7, 50, 0
		cfg.Mixed, cfg.Made, cfg.MadeHigh = 0, 300, 10_000
		w := &cfg.Within
		w.Drawn, w.Hard, w.Boards, w.High, w.Large, w.Across, w.Rounds, w.Slot = 0, 10, 4, 200_000, 8, 200, 21, 10*time.Millisecond
		w.Ratios.Resamples = 10_000
	}
	return cfg
}

func plan(p lab.Profile) lab.Plan {
	cfg := config(p)
	pl := lab.Plan{Config: cfg, Seed: 18}
	add := func(c lab.Case, run func(context.Context, Config, *lab.Run) error) {
		c.Run = func(ctx context.Context, r *lab.Run) error { return run(ctx, cfg, r) }
		pl.Cases = append(pl.Cases, c)
	}
	for _, id := range uniqueSets {
		add(lab.Case{Kind: unique, Dims: lab.OnSet(id), Corpus: id, Limit: cfg.Puzzles, Timed: true}, wellFormed)
	}
	add(lab.Case{Kind: several, Dims: lab.OnSet("own-mixed"), Corpus: "own-mixed", Limit: cfg.Mixed}, severalStated)
	add(lab.Case{Kind: several, Dims: []record.Dim{record.D("made", "thinned")}, Corpus: "own-minimal", Limit: cfg.Made}, severalThinned)
	for _, id := range structureSets {
		add(lab.Case{Kind: structure, Dims: lab.OnSet(id), Corpus: id, Limit: cfg.Structured}, structures)
	}
	for _, id := range hardSets {
		add(lab.Case{Kind: within, Dims: append([]record.Dim{uniqueBoards}, lab.OnSet(id)...), Corpus: id, Limit: cfg.Within.Drawn, Timed: true}, withinUnique)
	}
	add(lab.Case{Kind: within, Dims: []record.Dim{manySolutions}, Corpus: "own-minimal", Limit: cfg.Within.Boards, Timed: true}, withinSeveral)
	add(lab.Case{Kind: within, Dims: []record.Dim{side25}, Corpus: "own-25x25", Limit: cfg.Within.Large, Timed: true}, withinLargeBoards)
	add(lab.Case{Kind: across, Dims: lab.OnSet("own-minimal"), Corpus: "own-minimal", Limit: cfg.Within.Across, Timed: true}, wholePuzzles)
	return pl
}

// Kinds of cases.
const (
	unique    = "unique"
	several   = "several"
	structure = "structure"
	within    = "within"
	across    = "across"
)

// What boards are shared by several workers.
var (
	uniqueBoards  = record.D("boards", "unique")
	manySolutions = record.D("boards", "many-solutions")
	side25        = record.D("boards", "side-25")
)
