// Package cspmemory measures what generating and solving puzzles one after the other does to
// memory: the heap that is live along the way, the peaks, and what dropping references or
// collecting by hand changes. It decides C13, C16 and C18b.
//
// Everything is measured inside the process that also runs the other experiments, since a
// separate process would need a program that only measures this: what lives before a case
// begins is subtracted, and what the process holds as a whole is given with it.
package cspmemory

import (
	"context"

	"sudokulab/pkg/csp"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Solver    csp.Config            `json:"solver"`  // of the test in the generator and of the solve
	Levels    []generate.Level      `json:"levels"`  // of the document
	Puzzles   int                   `json:"puzzles"` // of a level in a pass; there are two passes
	Every     int                   `json:"every"`   // puzzles from one look at the live heap to the next
	Blocks    int                   `json:"blocks"`  // of each way to free
	Block     int                   `json:"block"`   // puzzles of a block
	Bootstrap stats.BootstrapConfig `json:"bootstrap"`
}

// freeingCase is the case of the ways to free; the others are of a level each and of no kind.
const freeingCase = "freeing"

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "csp-memory",
		Title:    "Memory along repeated generation",
		Question: "How much memory does generating and solving take, does it grow with the number of puzzles, and does freeing by hand change that?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Solver: csp.DefaultConfig(), Levels: generate.Levels(), Puzzles: 1000, Every: 10,
		Blocks: 20, Block: 50, Bootstrap: stats.DefaultBootstrap(),
	}
	cfg.Bootstrap.Resamples = 2000
	switch p {
	case lab.Smoke:
		cfg.Puzzles, cfg.Every, cfg.Block = 110, 5, 5
		cfg.Bootstrap.Resamples = 500
	case lab.Full:
		cfg.Puzzles, cfg.Block, cfg.Bootstrap.Resamples = 5000, 250, 10_000
	}
	pl := lab.Plan{Config: cfg, Seed: 13}
	for _, level := range cfg.Levels {
		pl.Cases = append(pl.Cases, lab.Case{
			Dims: []record.Dim{record.D("level", level)}, Timed: true,
			Run: func(ctx context.Context, r *lab.Run) error { return along(ctx, cfg, level, r) },
		})
	}
	// Last, for its positive control keeps what it makes until its end.
	pl.Cases = append(pl.Cases, lab.Case{
		Kind: freeingCase, Timed: true,
		Run: func(ctx context.Context, r *lab.Run) error { return freeing(ctx, cfg, r) },
	})
	return pl
}

// ofLevels returns the measured records of the levels.
func ofLevels(set record.Set) record.Set { return set.Measured().Where("", record.Any("level")) }
