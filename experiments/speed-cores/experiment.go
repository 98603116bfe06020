// Package speedcores measures what the batch interfaces of package bitboard gain from
// cores: puzzles per second with 1, 2, … workers compared with those of one thread. It decides no
// claim.
package speedcores

import (
	"context"
	"time"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

var sets = []string{"own-minimal", "own-mixed", "17clue", "norvig-10k", "forum-1106"}

// Config is everything that affects a figure of this experiment.
type Config struct {
	Sets    []string `json:"sets"`
	Limit   int      `json:"limit"`   // of solutions
	Puzzles int      `json:"puzzles"` // a set, before it is repeated
	Rounds  int      `json:"rounds"`
	// Slot is how long one thread works in a round: the puzzles are repeated to fill it.
	Slot      time.Duration         `json:"slot_ns"`
	Bootstrap stats.BootstrapConfig `json:"bootstrap"`
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "speed-cores",
		Title:    "The fast engine on several cores",
		Question: "How many times as fast as one thread do the bitboard engine's batch and stream solve puzzles on all cores?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Sets: sets, Limit: 2, Puzzles: 500, Rounds: 9, Slot: 40 * time.Millisecond, Bootstrap: stats.DefaultBootstrap(),
	}
	switch p {
	case lab.Smoke:
		cfg.Puzzles, cfg.Rounds, cfg.Slot = 100, 2, 2*time.Millisecond
		cfg.Bootstrap.Resamples = 500
	case lab.Full:
		cfg.Puzzles, cfg.Rounds, cfg.Slot = 10_000, 41, 500*time.Millisecond
	}
	pl := lab.Plan{Config: cfg, Seed: 32}
	for _, id := range cfg.Sets {
		pl.Cases = append(pl.Cases, lab.Case{
			Dims: []record.Dim{record.D("set", id)}, Corpus: id, Limit: cfg.Puzzles, Timed: true,
			Run: func(ctx context.Context, r *lab.Run) error { return speedUps(ctx, cfg, r) },
		})
	}
	return pl
}
