// Package speedengines runs every engine of the lab over every set of puzzles: what each
// had to guess, which is exact, first, then time. It decides no claim.
package speedengines

import (
	"context"
	"strings"
	"time"

	"sudokulab/pkg/engine"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/method"
	_ "sudokulab/pkg/method/tensor" // registers inBatch
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
	"sudokulab/pkg/solver"
)

// Set is a set of puzzles and the side of its boards.
type Set struct {
	Corpus string `json:"corpus"`
	Side   int    `json:"side"`
}

// Size says how much is done on boards of a side.
type Size struct {
	Side    int `json:"side"`
	Puzzles int `json:"puzzles"` // a set
	// Nodes bounds an engine's search in a puzzle, times the weight of its family.
	Nodes int64 `json:"nodes"`
	// Conflicts bounds the clauses that an engine learns in a puzzle.
	Conflicts int64 `json:"conflicts"`
	// Vertices bounds the fillings that a minigrid engine lists for a puzzle.
	Vertices int64 `json:"vertices"`
}

// Config is everything that affects a figure of this experiment.
type Config struct {
	Engines []Engine `json:"engines"`
	Sets    []Set    `json:"sets"`
	Sizes   []Size   `json:"sizes"`
	// Weights are how many more nodes than csp a family may take: about as many more as it
	// takes in the same time. A family that is not named takes as many as csp.
	Weights map[string]int64 `json:"weights"`
	// Solutions are counted up to this.
	Solutions int `json:"solutions"`
	// Rounds is how often an engine goes over a set, unless it spent Budget before.
	Rounds int           `json:"rounds"`
	Budget time.Duration `json:"budget_ns"`
}

// Engine is an engine under its name with all that it is told.
type Engine struct {
	Name   string `json:"name"`
	Config any    `json:"config"`
}

// of returns the size for boards of a side.
func (c Config) of(side int) Size {
	for _, s := range c.Sizes {
		if s.Side == side {
			return s
		}
	}
	return Size{Side: side}
}

var sets = []Set{
	{"own-4x4", 4},
	{"own-easy", 9},
	{"own-medium", 9},
	{"own-hard", 9},
	{"own-minimal", 9},
	{"own-mixed", 9},
	{"kaggle", 9},
	{"unbiased", 9},
	{"norvig-10k", 9},
	{"norvig-hardest", 9},
	{"17clue", 9},
	{"magictour", 9},
	{"forum-1905", 9},
	{"forum-11-half", 9},
	{"forum-1106", 9},
	{"serg", 9},
	{"gen-puzzles", 9},
	{"acs-9x9-half", 9},
	{"own-16x16", 16},
	{"own-16x16-search", 16},
	{"acs-16x16-half", 16},
	{"own-25x25", 25},
	{"acs-25x25-half", 25},
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "speed-engines",
		Title:    "Every engine on every set of puzzles",
		Question: "How much does each engine of the lab guess on each set, and how much time does it take per puzzle?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Sets: sets,
		Sizes: []Size{
			{4, 10, 1000, 1000, 1 << 16},
			{9, 20, 3000, 30_000, 1 << 17},
			{16, 5, 300, 5000, 1 << 17},
			{25, 3, 50, 1000, 1 << 17},
		},
		Weights:   map[string]int64{"dlx": 10, "minigrid": 100, "wide": 100, "bitboard": 1000},
		Solutions: 2, Rounds: 4, Budget: 120 * time.Millisecond,
	}
	switch p {
	case lab.Smoke:
		for i := range cfg.Sizes {
			s := &cfg.Sizes[i]
			s.Puzzles, s.Nodes, s.Conflicts, s.Vertices = min(s.Puzzles, 2), s.Nodes/20, s.Conflicts/20, 1<<12
		}
		cfg.Rounds = 2
	case lab.Full:
		cfg.Sizes = []Size{
			{4, 100, 1000, 1000, 1 << 16},
			{9, 100, 30_000, 300_000, 1 << 20},
			{16, 20, 3000, 50_000, 1 << 20},
			{25, 8, 300, 20_000, 1 << 20},
		}
		cfg.Rounds, cfg.Budget = 6, 2*time.Second
	}
	for _, e := range engines() {
		cfg.Engines = append(cfg.Engines, Engine{Name: e.Name, Config: e.Config})
	}
	pl := lab.Plan{Config: cfg, Seed: 31}
	for _, s := range cfg.Sets {
		pl.Cases = append(pl.Cases, lab.Case{
			Dims: []record.Dim{record.D("set", s.Corpus)}, Corpus: s.Corpus, Limit: max(1, cfg.of(s.Side).Puzzles), Timed: true,
			Run: func(ctx context.Context, r *lab.Run) error { return measure(ctx, cfg, s, r) },
		})
	}
	return pl
}

// inBatch is the method that answers all puzzles of a set side by side, as it is made for.
const inBatch = "tensor"

// engines are the exact methods, and the tensor network in its fast form.
func engines() []method.Method {
	all := method.Exact()
	tensor, err := method.ByName(inBatch)
	if err != nil {
		panic(err) // this package imports it
	}
	return append(all, tensor)
}

// family is the part of an engine's name that its variants share.
func family(name string) string {
	family, _, _ := strings.Cut(name, "-")
	return family
}

// bounded returns a fresh engine and the limits of its runs on boards of a size. What has
// no nodes to bound, or hands over to such a one, is bounded by its configuration.
func bounded(ctx context.Context, cfg Config, e method.Method, size Size) (solver.Solver, solver.Limits, error) {
	limits := solver.Limits{Solutions: cfg.Solutions, Nodes: size.Nodes * max(1, cfg.Weights[family(e.Name)])}
	switch c := e.Config.(type) {
	case engine.SATConfig:
		c.Conflicts = size.Conflicts
		return engine.SAT(c), limits, nil
	case engine.WideSATConfig:
		c.SAT.Conflicts = size.Conflicts
		limits.Nodes = 0
		return engine.WideSAT(c), limits, nil
	case engine.MinigridConfig:
		c.MaxVertices, c.MaxBytes = size.Vertices, min(nonZero(c.MaxBytes), size.Vertices*bytesPerVertex)
		return engine.Minigrid(c), limits, nil
	}
	s, err := method.Open(ctx, e.Name, method.Options{})
	return s, limits, err
}

// bytesPerVertex is what the graph of a minigrid engine may take for each filling that may
// be listed.
const bytesPerVertex = 1 << 9

// nonZero reads 0 as no bound.
func nonZero(bytes int64) int64 {
	if bytes == 0 {
		return minigrid.DefaultConfig().MaxBytes
	}
	return bytes
}
