// Package cspdesign builds the document's solver several times over, each time with one of
// its design choices exchanged, and measures what the choice is worth in Go: the layout of
// the board, the representation of domains, the queue of arcs, the source of peers, the way
// back to earlier domains, the order of branching. It decides C15.
//
// The search is written once (search.go). Two solvers under it are taken apart: body, as the
// document has it, on sets; and lean, as one would write it in Go, on bitmasks. Each
// alternative has the file that is named for it.
package cspdesign

import (
	"context"
	"time"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/stats"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Counted   int                   `json:"counted"` // puzzles of a set whose exact figures are kept
	Timed     int                   `json:"timed"`   // of these; four times as many for orders
	Short     int64                 `json:"short"`   // nodes that a puzzle may need to be taken, but for orders
	Nodes     int64                 `json:"nodes"`   // a puzzle at most
	Rounds    int                   `json:"rounds"`
	Tries     int                   `json:"tries"`   // of a slot in a round, where slots are short
	Slot      time.Duration         `json:"slot_ns"` // the least time measured at once
	Bootstrap stats.BootstrapConfig `json:"bootstrap"`
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "csp-design",
		Title:    "The document's design choices, each against its alternatives",
		Question: "Which of the choices of layout, domains, queue, peers, copies and order pay in Go, and by how much?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{Counted: 40, Timed: 3, Short: 40, Nodes: 5_000, Rounds: 31, Tries: 3, Slot: time.Millisecond, Bootstrap: stats.DefaultBootstrap()}
	cfg.Bootstrap.Resamples = 2000
	switch p {
	case lab.Smoke:
		cfg.Counted, cfg.Timed, cfg.Short, cfg.Nodes, cfg.Rounds, cfg.Tries, cfg.Slot = 8, 1, 30, 1_000, 5, 2, 100*time.Microsecond
		cfg.Bootstrap.Resamples = 500
	case lab.Full:
		cfg.Counted, cfg.Timed, cfg.Short, cfg.Nodes, cfg.Rounds, cfg.Slot = 500, 20, 1000, 1_000_000, 41, 5*time.Millisecond
		cfg.Bootstrap.Resamples = 10_000
	}
	pl := lab.Plan{Config: cfg, Seed: 5}
	for _, a := range axes() {
		for _, id := range a.sets {
			pl.Cases = append(pl.Cases, lab.Case{
				Kind: a.kind, Dims: a.on(id), Corpus: id, Limit: cfg.Counted, Timed: true,
				Run: func(ctx context.Context, r *lab.Run) error { return compare(ctx, cfg, a, r) },
			})
		}
	}
	for _, o := range operations() {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: o.kind, Dims: o.dims(), Timed: true,
			Run: func(ctx context.Context, r *lab.Run) error {
				return inTurn(ctx, cfg, cfg.Tries, r, o.contenders(r.Seed))
			},
		})
	}
	return pl
}
