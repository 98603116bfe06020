// Package minigridphases measures the minigrid method phase by phase: steps, time and memory
// of each against what the minigrid document states of it, over puzzles of every number of
// givens and boards of every size. It decides M04, M05, M13, M14, M19, M22, M24 and M26.
//
// Two forms of the method are compared. Package minigrid is the one that the
// project uses. Phases 2 and 3 are run once more as the document's listings have them
// (package printed), as the baseline of what is claimed; both must give the same fillings and the
// same edges. The reading "box" of phase 2 is its listing to the letter, "lines" uses the masks
// of phase 1 as that section says they are to be used.
package minigridphases

import (
	"context"
	"fmt"

	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// readings are the ways to read phase 2. The last is not in the document and shown beside.
var readings = []minigrid.Fillings{minigrid.Lines, minigrid.BoxOnly, minigrid.Singles}

// Sets by what is measured on them.
var (
	countedSets = []string{
		"own-easy", "own-medium", "own-hard", "own-minimal", "17clue", "magictour", "forum-11-half", "forum-1106", "norvig-10k", "norvig-hardest",
		"own-mixed", "acs-9x9-half", "own-4x4", "own-16x16", "own-16x16-search", "own-25x25",
	}
	listedSets = []string{"own-4x4", "own-easy", "own-medium", "own-hard", "own-minimal", "17clue", "magictour", "forum-1106"}
	timedSets  = []string{
		"own-easy", "own-medium", "own-hard", "own-minimal", "17clue", "magictour", "forum-11-half", "forum-1106", "norvig-10k",
		"own-16x16", "own-16x16-search",
	}
	graphSets = []string{
		"own-4x4", "own-easy", "own-medium", "own-hard", "own-minimal", "17clue", "magictour", "forum-11-half", "forum-1106",
		"own-16x16", "own-16x16-search", "own-25x25",
	}
	extractedSets = []string{
		"own-easy", "own-hard", "own-minimal", "own-mixed", "17clue", "magictour", "forum-11-half", "forum-1106", "own-16x16-search",
	}
	// Few boards get so far as to phase 5 without having a solution: these do most often.
	spoiledExtractedSets = []string{"own-minimal", "forum-1106"}
	spoiledSets          = []string{"own-easy", "own-medium", "own-hard", "own-minimal", "17clue", "forum-1106"}
)

const mixed = "own-mixed" // boards without solution, with one, and with several

// Config is everything that affects a figure of this experiment.
type Config struct {
	Method minigrid.Config `json:"method"` // but for Fillings, which are varied

	Sizes   []int `json:"sizes"`   // k of the boards of phase 1
	Boards  int   `json:"boards"`  // of each size
	Counted int   `json:"counted"` // puzzles of a set whose fillings are counted, 0 for all
	Listed  int   `json:"listed"`  // puzzles of a set that are listed as printed
	MaxSum  int64 `json:"max_sum"` // fillings that a printed listing of a puzzle may yield
	Cells   int   `json:"cells"`   // empty cells of the one box that is listed at every size

	Timed    int `json:"timed"`     // puzzles of a set whose phases are timed
	TimedBox int `json:"timed_box"` // of these by the box alone
	Large    int `json:"large"`     // puzzles timed of a set of larger boards
	Rounds   int `json:"rounds"`

	Graphs     int   `json:"graphs"`      // puzzles of a set whose graphs are weighed
	MaxPrinted int64 `json:"max_printed"` // pairs of fillings that the printed loops may compare in a puzzle

	Extracted int   `json:"extracted"` // puzzles of a set whose solutions are extracted
	Ambiguous int   `json:"ambiguous"` // boards made for their many solutions
	ManyLow   int64 `json:"many_low"`  // solutions of those at least
	ManyHigh  int64 `json:"many_high"` // and at most
	Spoiled   int   `json:"spoiled"`   // puzzles of a set that are made unsolvable
	SpoilBox  int   `json:"spoil_box"` // of these by the box alone
	SpoilTry  int   `json:"spoil_try"` // changes tried on a puzzle
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "minigrid-phases",
		Title:    "The minigrid method phase by phase",
		Question: "What does each phase of the minigrid method cost in steps, time and memory, and is it what the document says?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

func plan(p lab.Profile) lab.Plan {
	method := minigrid.DefaultConfig()
	method.Workers = 1
	method.MaxVertices, method.MaxBytes = 1<<20, 256<<20
	cfg := Config{
		Method: method,
		Sizes:  []int{2, 3, 4, 5, 6}, Boards: 10,
		Counted: 1000, Listed: 8, MaxSum: 300_000, Cells: 8,
		Timed: 6, TimedBox: 2, Large: 2, Rounds: 3,
		Graphs: 20, MaxPrinted: 500_000,
		Extracted: 40, Ambiguous: 2, ManyLow: 10_000, ManyHigh: 100_000,
		Spoiled: 40, SpoilBox: 8, SpoilTry: 200,
	}
	switch p {
	case lab.Smoke:
		cfg.Method.MaxVertices, cfg.Method.MaxBytes = 12_000, 8<<20
		cfg.Boards, cfg.Counted, cfg.Listed, cfg.MaxSum, cfg.Cells = 4, 30, 4, 20_000, 6
		cfg.Timed, cfg.TimedBox, cfg.Large, cfg.Rounds = 2, 1, 1, 3
		cfg.Graphs, cfg.MaxPrinted = 5, 50_000
		cfg.Extracted, cfg.Ambiguous, cfg.ManyLow, cfg.ManyHigh = 8, 1, 300, 3_000
		cfg.Spoiled, cfg.SpoilBox = 5, 2
	case lab.Full:
		cfg.Method = minigrid.DefaultConfig()
		cfg.Method.Workers = 1
		cfg.Boards, cfg.Counted, cfg.Listed, cfg.MaxSum, cfg.Cells = 50, 0, 300, 3_300_000, 9
		cfg.Timed, cfg.TimedBox, cfg.Large, cfg.Rounds = 100, 30, 20, 15
		cfg.Graphs, cfg.MaxPrinted = 1000, 20_000_000
		cfg.Extracted, cfg.Ambiguous = 3000, 30
		cfg.Spoiled, cfg.SpoilBox = 1000, 100
	}
	pl := lab.Plan{Config: cfg, Seed: 6}
	add := func(c lab.Case, run func(context.Context, Config, *lab.Run) error) {
		c.Run = func(ctx context.Context, r *lab.Run) error { return run(ctx, cfg, r) }
		pl.Cases = append(pl.Cases, c)
	}
	add(lab.Case{Kind: firstKind, Timed: true}, masks)
	for _, k := range cfg.Sizes {
		if n := k * k; n <= 25 {
			add(lab.Case{Kind: listingKind, Dims: []record.Dim{record.D("n", n)}, Timed: true}, func(ctx context.Context, cfg Config, r *lab.Run) error { return growth(ctx, cfg, k, r) })
		}
	}
	for _, id := range timedSets {
		limit := cfg.Timed
		if set, err := corpus.ByID(id); err == nil && set.Side > 9 {
			limit = cfg.Large
		}
		add(lab.Case{Kind: timesKind, Dims: lab.OnSet(id), Corpus: id, Limit: limit, Timed: true}, times)
	}
	for _, id := range countedSets {
		add(lab.Case{Kind: fillingsKind, Dims: lab.OnSet(id), Corpus: id, Limit: cfg.Counted}, fillings)
	}
	for _, id := range listedSets {
		add(lab.Case{Kind: listingKind, Dims: lab.OnSet(id), Corpus: id, Limit: cfg.Listed}, listings)
	}
	for _, id := range graphSets {
		add(lab.Case{Kind: graphKind, Dims: lab.OnSet(id), Corpus: id, Limit: cfg.Graphs}, graphs)
	}
	for _, id := range extractedSets {
		add(lab.Case{Kind: extractKind, Dims: lab.OnSet(id), Corpus: id, Limit: cfg.Extracted}, extractSet)
	}
	for _, id := range spoiledExtractedSets {
		add(lab.Case{Kind: extractKind, Dims: spoiledOf(id), Corpus: id, Limit: cfg.Extracted}, extractSpoiled)
	}
	add(lab.Case{Kind: extractKind, Dims: []record.Dim{record.D("made", "many")}, Corpus: "own-minimal", Limit: cfg.Ambiguous}, extractMany)
	add(lab.Case{Kind: spaceFirst}, spaceOfFirst)
	for _, id := range graphSets {
		add(lab.Case{Kind: spaceKind, Dims: lab.OnSet(id), Corpus: id, Limit: cfg.Graphs}, spaceOfSet)
	}
	add(lab.Case{Kind: spaceSolutions, Corpus: "own-minimal", Limit: cfg.Ambiguous}, spaceOfSolutions)
	add(lab.Case{Kind: unsolvableKind, Dims: lab.OnSet(mixed), Corpus: mixed, Limit: 3 * cfg.Spoiled}, unsolvable)
	for _, id := range spoiledSets {
		add(lab.Case{Kind: unsolvableKind, Dims: spoiledOf(id), Corpus: id, Limit: cfg.Spoiled}, spoiled)
	}
	return pl
}

// Kinds of cases.
const (
	firstKind      = "phase1"
	fillingsKind   = "fillings"
	listingKind    = "listing" // of sets, and of one box by the size of the board
	timesKind      = "times"
	graphKind      = "graph"
	extractKind    = "extract"
	spaceKind      = "space"
	spaceFirst     = "space/phase1"
	spaceSolutions = "space/solutions"
	unsolvableKind = "unsolvable"
)

// spoiledOf tells boards without solution that come from the puzzles of a set.
func spoiledOf(id string) []record.Dim { return []record.Dim{record.D("from", id)} }

// quantile is a share and the suffix of the metric that keeps what lies below it.
type quantile struct {
	suffix string
	p      float64
}

var (
	middle = []quantile{{".median", 0.5}}
	ends   = []quantile{{".min", 0}, {".median", 0.5}, {".max", 1}}
	whole  = []quantile{{".min", 0}, {".q1", 0.25}, {".median", 0.5}, {".q3", 0.75}, {".p95", 0.95}, {".max", 1}}
)

// spread keeps quantiles of x by way of keep, which is Exact or Noisy of a run.
func spread(keep func(name string, value float64, unit string, n int), quantiles []quantile, name, unit string, x []float64) error {
	if len(x) == 0 {
		return nil
	}
	ps := make([]float64, len(quantiles))
	for i, q := range quantiles {
		ps[i] = q.p
	}
	values, err := stats.Quantiles(x, ps...)
	if err != nil {
		return fmt.Errorf("minigrid-phases: %s: %w", name, err)
	}
	for i, q := range quantiles {
		keep(name+q.suffix, values[i], unit, len(x))
	}
	return nil
}

// under returns the method with a reading of phase 2.
func (c Config) under(f minigrid.Fillings) minigrid.Config {
	c.Method.Fillings = f
	return c.Method
}

// factorial returns e!, which a float64 holds exactly up to 18! and closely beyond.
func factorial(e int) float64 {
	f := 1.0
	for i := 2; i <= e; i++ {
		f *= float64(i)
	}
	return f
}
