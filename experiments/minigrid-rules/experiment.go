// Package minigridrules takes the rules of the minigrid paper at their word: when two fillings
// are joined, how many dependent boxes a filling must reach, which pairs of boxes are compared,
// what pruning costs, and whether everything that it leaves belongs to a solution. It decides M07,
// M08, M09, M21, M23a and M23b, and keeps the smallest boards on which a rule fails.
//
// A stray survivor, or stray, is a filling of a box that pruning leaves and no solution uses.
package minigridrules

import (
	"context"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

// The sets, by what is measured on them.
var (
	// joined are puzzles with one solution, for the rule that joins fillings.
	joined = []string{"own-4x4", "own-easy", "own-medium", "own-hard", "own-minimal", "17clue", "magictour"}
	// pruned are all kinds, own-mixed with none, one and several solutions among them.
	pruned = []string{
		"own-4x4", "own-easy", "own-medium", "own-hard", "own-minimal", "own-mixed", largeSet,
		"17clue", "norvig-10k", "magictour", "forum-11-half", "forum-1106",
	}
	// listed are the sets on which the listing by the box alone fits into memory and time.
	listed = []string{"own-4x4", "own-easy", "own-medium", "own-hard", "own-minimal"}
	// looped are those for the paper's own loops over single fillings.
	looped = []string{"own-4x4", "own-easy", "own-medium", "own-hard", "own-minimal", "magictour", "forum-1106"}
)

// largeSet is the set of larger boards that singles do not solve.
const largeSet = "own-16x16-search"

// rules are the readings of phase 4: a supporter in each dependent box, and the paper's text and
// pseudocode.
var rules = []minigrid.Pruning{minigrid.Supported, minigrid.DegreeBoxes, minigrid.DegreeEdges}

// Config is everything that affects a figure of this experiment.
type Config struct {
	// Graph holds the limits; the readings are named by the cases.
	Graph      minigrid.Config `json:"graph"`
	Puzzles    int             `json:"puzzles"`     // a set
	BoxPuzzles int             `json:"box_puzzles"` // a set, for the listing by the box alone
	Large      int             `json:"large"`       // of the set of 16×16 boards
	Loops      int             `json:"loops"`       // a set, for the paper's loops
	LoopSize   int             `json:"loop_size"`   // vertices of a graph that these are run on, at most
	Solutions  int64           `json:"solutions"`   // a puzzle; one with more is left out
	Nodes      int64           `json:"nodes"`       // of phase 5 under the literal rule, a puzzle
	Confirm    int             `json:"confirm"`     // vertices up to which Graph.InSolutions is asked as well
	FewGivens  int             `json:"few_givens"`  // the least number of givens of the 4×4 boards gone through
	Searches   int             `json:"searches"`    // graphs pruned in each search for few strays
	Bands      int             `json:"bands"`       // bands gone through for three strays
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "minigrid-rules",
		Title:    "The minigrid paper's rules, taken at their word",
		Question: "Which fillings do the paper's rules join and keep, what do they miss, and does pruning leave only fillings of solutions?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Graph: minigrid.DefaultConfig(), Puzzles: 100, BoxPuzzles: 6, Large: 10, Loops: 10, LoopSize: 1500,
		Solutions: 5000, Nodes: 10_000, Confirm: 500, FewGivens: 0, Searches: 20_000, Bands: 1152,
	}
	cfg.Graph.Workers = 1 // cases run side by side
	cfg.Graph.MaxVertices, cfg.Graph.MaxBytes = 1<<20, 1<<28
	switch p {
	case lab.Smoke:
		cfg.Puzzles, cfg.BoxPuzzles, cfg.Large, cfg.Loops, cfg.LoopSize = 10, 1, 1, 2, 700
		cfg.FewGivens, cfg.Searches, cfg.Bands = 7, 1000, 36
	case lab.Full:
		cfg.Puzzles, cfg.BoxPuzzles, cfg.Large, cfg.Loops, cfg.LoopSize = 1000, 100, 100, 100, 6000
		cfg.Searches, cfg.Bands = 2_000_000, bandCount
	}
	pl := lab.Plan{Config: cfg, Seed: 4}
	add := func(c lab.Case, run func(context.Context, *lab.Run) error) {
		c.Run = run
		pl.Cases = append(pl.Cases, c)
	}
	of := func(kind, set string, f minigrid.Fillings, limit int, run func(context.Context, Config, minigrid.Fillings, *lab.Run) error) {
		dims := []record.Dim{record.D("set", set), record.D("fillings", f)}
		add(lab.Case{Kind: kind, Dims: dims, Corpus: set, Limit: limit}, func(ctx context.Context, r *lab.Run) error { return run(ctx, cfg, f, r) })
	}
	for k := 2; k <= 5; k++ {
		add(lab.Case{Kind: dependentsKind, Dims: []record.Dim{record.D("k", k)}}, func(_ context.Context, r *lab.Run) error { return dependents(r, k) })
	}
	for _, c := range kept() {
		add(lab.Case{Kind: counterexampleKind, Dims: []record.Dim{record.D("name", c.Name)}}, func(ctx context.Context, r *lab.Run) error { return recompute(ctx, cfg, c, r) })
	}
	for class := range fourGrids {
		add(lab.Case{Kind: fourKind, Dims: []record.Dim{record.D("class", class+1)}}, func(ctx context.Context, r *lab.Run) error { return four(ctx, cfg, class, r) })
	}
	for _, set := range joined {
		of(joinKind, set, minigrid.Lines, cfg.Puzzles, join)
	}
	for _, set := range pruned {
		for _, f := range []minigrid.Fillings{minigrid.Lines, minigrid.Singles} {
			limit := cfg.Puzzles
			if set == largeSet {
				limit = cfg.Large
			}
			of(pruneKind, set, f, limit, prune)
		}
	}
	for _, set := range listed {
		of(joinKind, set, minigrid.BoxOnly, cfg.BoxPuzzles, join)
		of(pruneKind, set, minigrid.BoxOnly, cfg.BoxPuzzles, prune)
	}
	for _, set := range looped {
		add(lab.Case{Kind: loopKind, Dims: []record.Dim{record.D("set", set)}, Corpus: set, Limit: cfg.Loops}, func(ctx context.Context, r *lab.Run) error { return loops(ctx, cfg, r) })
	}
	for _, f := range []minigrid.Fillings{minigrid.Lines, minigrid.Singles} {
		add(lab.Case{Kind: searchKind, Dims: []record.Dim{record.D("fillings", f)}, Corpus: searchSet}, func(ctx context.Context, r *lab.Run) error { return search(ctx, cfg, f, r) })
	}
	add(lab.Case{Kind: bandsKind}, func(ctx context.Context, r *lab.Run) error { return bands(ctx, cfg, r) })
	return pl
}

// Kinds of cases.
const (
	dependentsKind     = "dependents"
	counterexampleKind = "counterexample"
	fourKind           = "four"
	joinKind           = "join"
	pruneKind          = "prune"
	loopKind           = "loop"
	searchKind         = "search"
	bandsKind          = "bands"
)
