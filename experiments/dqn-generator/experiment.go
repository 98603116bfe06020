// Package dqngenerator counts the calls of a solution counter that the generator of the
// document on the DQN agent needs for a puzzle, with its parts switched on one after the other
// and compared with removing one cell at a time, and looks among many grids for a case like the document's
// own: 54 blanks, 64 calls, 24 key cells. It decides R17a to R17g.
package dqngenerator

import (
	"context"

	"sudokulab/experiments/dqn-generator/deals"
	"sudokulab/pkg/generate/counter"
	"sudokulab/pkg/generate/gallop"
	"sudokulab/pkg/lab"
)

// way is one way to remove cells.
type way struct {
	Name   string        `json:"name"`
	Remove gallop.Config `json:"remove"`
}

// Names of the ways that judges ask for.
const (
	oneByOne  = "one by one"
	chunks    = "chunks"
	binary    = "chunks + binary"
	shrinking = "chunks + binary + shrink"
	document  = "chunks + binary + shrink + elimination"
	unshrunk  = "chunks + binary + elimination"
)

// ways switches the document's parts on one after the other, then single parts in other
// company, then the other readings of how chunks shrink.
func ways() []way {
	with := func(name string, change func(*gallop.Config)) way {
		c := gallop.DefaultConfig()
		change(&c)
		return way{name, c}
	}
	out := []way{
		{oneByOne, gallop.OneByOne()},
		with(chunks, func(c *gallop.Config) { c.OnFailure, c.ShrinkAfter, c.Elimination = gallop.Halve, 0, false }),
		with(binary, func(c *gallop.Config) { c.ShrinkAfter, c.Elimination = 0, false }),
		with(shrinking, func(c *gallop.Config) { c.Elimination = false }),
		with(document, func(*gallop.Config) {}),
		with(unshrunk, func(c *gallop.Config) { c.ShrinkAfter = 0 }),
		with("chunks + shrink", func(c *gallop.Config) { c.OnFailure, c.Elimination = gallop.Halve, false }),
		with("chunks + cell by cell", func(c *gallop.Config) {
			c.OnFailure, c.ShrinkAfter, c.Elimination = gallop.Linear, 0, false
		}),
	}
	for _, s := range gallop.Sizings() {
		if s != gallop.ByGivens {
			out = append(out,
				with(document+", by "+string(s), func(c *gallop.Config) { c.Sizing = s }),
				with(unshrunk+", by "+string(s), func(c *gallop.Config) { c.Sizing, c.ShrinkAfter = s, 0 }))
		}
	}
	return out
}

// discarding keeps the whole of a failed chunk: what the document says that its search avoids.
// It makes other puzzles, so it stands apart.
func discarding() gallop.Config {
	c := gallop.DefaultConfig()
	c.OnFailure = gallop.Discard
	return c
}

// dense is the number of key cells from which a board counts as dense with them: the stated
// case has 24, and the grids that come down to its 27 givens have ten on average.
const dense = 20

// statedSaving is the share of calls that the drop to single cells is said to save at best.
const statedSaving = 0.30

// Config is everything that affects a figure of this experiment.
type Config struct {
	Deals    int                       `json:"deals"` // full grids with an order
	Givens   []int                     `json:"givens"`
	Ways     []way                     `json:"ways"`
	Discard  gallop.Config             `json:"discard"`
	Counted  int                       `json:"counted"` // deals repeated with a counter in place of the record
	Hunted   int                       `json:"hunted"`  // deals among which the stated case is looked for
	Timed    int                       `json:"timed"`   // deals
	Rounds   int                       `json:"rounds"`
	Repeat   map[string]int            `json:"repeat"` // passes over the puzzles in a round, by counter
	Nodes    int64                     `json:"nodes"`  // of one count by a slow counter, at most
	Counters map[string]counter.Config `json:"counters"`
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "dqn-generator",
		Title:    "Galloping through a grid",
		Question: "How many calls of the counter does each part of the galloping generator save, and is removing one cell at a time out of reach?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Deals: 10_000, Givens: []int{45, 40, 36, 32, 30, 28, 27, 26, 25, 24}, Ways: ways(), Discard: discarding(),
		Counted: 300, Hunted: 60_000, Timed: 12, Rounds: 7, Nodes: 20_000_000,
		Repeat:   map[string]int{counterFast: 100, counterFull: 10, counterNaive: 1},
		Counters: map[string]counter.Config{counterFull: counter.DefaultConfig(), counterNaive: counter.NaiveConfig()},
	}
	switch p {
	case lab.Smoke:
		cfg.Deals, cfg.Givens, cfg.Counted, cfg.Hunted, cfg.Timed, cfg.Rounds, cfg.Nodes = 200, []int{40, 30, 27, 25}, 20, 4000, 2, 2, 100_000
		cfg.Repeat = map[string]int{counterFast: 2, counterFull: 2, counterNaive: 1}
	case lab.Full:
		cfg.Deals, cfg.Counted, cfg.Hunted, cfg.Timed, cfg.Rounds = 100_000, 5000, 2_000_000, 60, 9
	}
	pl := lab.Plan{Config: cfg, Seed: 17}
	add := func(kind string, timed bool, run func(context.Context, Config, *lab.Run) error) {
		pl.Cases = append(pl.Cases, lab.Case{Kind: kind, Timed: timed, Run: func(ctx context.Context, r *lab.Run) error {
			return run(ctx, cfg, r)
		}})
	}
	add(callsCase, false, countCalls)
	add(countedCase, false, repeatCounted)
	add(chunksCase, false, failedChunks)
	add(denseCase, false, byKeys)
	add(foundCase, false, hunt)
	add(timeCase, true, times)
	return pl
}

// Kinds of cases, of one case each.
const (
	callsCase   = "calls"
	countedCase = "counted"
	chunksCase  = "chunks"
	denseCase   = "key-cells"
	foundCase   = "found"
	timeCase    = "time"
)

// stated is the number of givens of the document's case.
const stated = deals.StatedGivens
