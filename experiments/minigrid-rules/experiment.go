// Package minigridrules takes the rules of the minigrid paper at their word: when two fillings
// are joined, how many dependent boxes a filling must reach, which pairs of boxes are compared,
// what pruning costs, and whether everything that it leaves belongs to a solution. It decides M07,
// M08, M09, M21, M23a and M23b, and keeps the smallest boards on which a rule fails.
//
// A stray survivor, or stray, is a filling of a box that pruning leaves and no solution uses.
package minigridrules

import (
	"context"
	"fmt"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
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
	add := func(name, set string, limit int, run func(context.Context, *lab.Run) error) {
		pl.Cases = append(pl.Cases, lab.Case{Name: name, Corpus: set, Limit: limit, Run: run})
	}
	for k := 2; k <= 5; k++ {
		add(dependentsCase(k), "", 0, func(_ context.Context, r *lab.Run) error { return dependents(r, k) })
	}
	for _, c := range kept() {
		add(counterexampleCase(c.Name), "", 0, func(ctx context.Context, r *lab.Run) error { return recompute(ctx, cfg, c, r) })
	}
	for class := range fourGrids {
		add(fourCase(class), "", 0, func(ctx context.Context, r *lab.Run) error { return four(ctx, cfg, class, r) })
	}
	for _, set := range joined {
		add(joinCase(set, minigrid.Lines), set, cfg.Puzzles, func(ctx context.Context, r *lab.Run) error { return join(ctx, cfg, minigrid.Lines, r) })
	}
	for _, set := range pruned {
		for _, f := range []minigrid.Fillings{minigrid.Lines, minigrid.Singles} {
			limit := cfg.Puzzles
			if set == largeSet {
				limit = cfg.Large
			}
			add(pruneCase(set, f), set, limit, func(ctx context.Context, r *lab.Run) error { return prune(ctx, cfg, f, r) })
		}
	}
	for _, set := range listed {
		add(joinCase(set, minigrid.BoxOnly), set, cfg.BoxPuzzles, func(ctx context.Context, r *lab.Run) error { return join(ctx, cfg, minigrid.BoxOnly, r) })
		add(pruneCase(set, minigrid.BoxOnly), set, cfg.BoxPuzzles, func(ctx context.Context, r *lab.Run) error { return prune(ctx, cfg, minigrid.BoxOnly, r) })
	}
	for _, set := range looped {
		add(loopCase(set), set, cfg.Loops, func(ctx context.Context, r *lab.Run) error { return loops(ctx, cfg, r) })
	}
	for _, f := range []minigrid.Fillings{minigrid.Lines, minigrid.Singles} {
		add(searchCase(f), searchSet, 0, func(ctx context.Context, r *lab.Run) error { return search(ctx, cfg, f, r) })
	}
	add(bandsCase, "", 0, func(ctx context.Context, r *lab.Run) error { return bands(ctx, cfg, r) })
	return pl
}

const bandsCase = "bands"

func dependentsCase(k int) string           { return fmt.Sprintf("dependents/k=%d", k) }
func counterexampleCase(name string) string { return "counterexample/" + name }
func fourCase(class int) string             { return fmt.Sprintf("four/class=%d", class+1) }
func loopCase(set string) string            { return "loop/set=" + set }
func searchCase(f minigrid.Fillings) string { return "search/fillings=" + string(f) }

func joinCase(set string, f minigrid.Fillings) string {
	return "join/set=" + set + "/fillings=" + string(f)
}

func pruneCase(set string, f minigrid.Fillings) string {
	return "prune/set=" + set + "/fillings=" + string(f)
}
