// Package dqngradients holds together three ways to keep the target's maximum from illegal actions: −10¹⁰ written over
// the target network's values in memory, added to them, or chosen value by value as package dqn does it. It compares the
// gradients of the online network's loss to the bit, and looks at targets, losses and gradients where no action is
// legal or nothing follows. It decides R12.
//
// Transitions come from the game itself. Networks have learned nothing, and the target network's weights differ
// from the online one's: what a mask does to a gradient does not depend on what is learned.
package dqngradients

import (
	"context"

	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/record"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Networks []string       `json:"networks"`
	Width    int            `json:"width"`  // of each network; 0 leaves it as the document's agent has it here
	Hidden   int            `json:"hidden"` // likewise
	Puzzles  puzzles.Config `json:"puzzles"`
	Count    int            `json:"count"`   // of puzzles
	Batches  int            `json:"batches"` // of each case
	Batch    int            `json:"batch"`   // moves in each
	Empty    int            `json:"empty"`   // cells at most before a move
}

// batchesKind is the kind of all cases: by network, game and loss.
const batchesKind = "batches"

// Games: what becomes of the value of what follows.
const (
	documented = "documented"   // it counts unless the game ended (dqn.md, "GPU-Based Filtering")
	endless    = "ends-ignored" // it always counts, as the formula of the target reads
	open       = "taken-back"   // in a game that goes on after mistakes, moves may be taken back: boards are full and not solved
)

func at(network, game, loss string) string {
	return record.Key(batchesKind, record.D("network", network), record.D("game", game), record.D("loss", loss))
}

// beside is the network of the cases that do not decide.
const beside = networks.Conv

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "dqn-gradients",
		Title:    "The mask in the target, in place and out of place",
		Question: "Does a mask that is written into the target's values in place halt learning, and does adding it mend that?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Networks: networks.DocumentedNames(),
		Width:    4, Hidden: 8, Count: 100, Batches: 100, Batch: 4, Empty: 12,
	}
	switch p {
	case lab.Smoke:
		cfg.Count, cfg.Batches = 10, 5
	case lab.Full:
		cfg.Width, cfg.Hidden, cfg.Count, cfg.Batches, cfg.Batch = 0, 0, 1000, 300, 64
	}
	cfg.Puzzles = puzzles.DefaultConfig(9)
	cfg.Puzzles.Givens, cfg.Puzzles.Seed, cfg.Puzzles.Lookahead = puzzles.Mix{{Low: 30, High: 45, Weight: 1}}, 12, cfg.Count
	pl := lab.Plan{Config: cfg, Seed: 12}
	add := func(network, game, loss string) {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: batchesKind, Dims: []record.Dim{record.D("network", network), record.D("game", game), record.D("loss", loss)},
			Run: func(ctx context.Context, r *lab.Run) error { return compare(ctx, cfg, network, game, loss, r) },
		})
	}
	for _, network := range cfg.Networks {
		add(network, documented, dqn.SmoothL1)
	}
	add(beside, documented, dqn.Squared)
	for _, game := range []string{endless, open} {
		for _, loss := range []string{dqn.SmoothL1, dqn.Squared} {
			add(beside, game, loss)
		}
	}
	return pl
}
