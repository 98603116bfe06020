// Package csphard measures AC-3 and MAC on puzzles that propagation alone does not solve:
// cells that AC-3 settles, nodes of the search, its first choice, time. It decides C11 and C24.
package csphard

import (
	"context"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/stats"
)

// sets are the 9×9 sets with puzzles that need search, easiest first.
var sets = []string{"own-minimal", "norvig-10k", "17clue", "magictour", "norvig-hardest", "forum-11-half", "forum-1106"}

// groups are the puzzles of a set that are looked at apart, by their number of givens.
var groups = []struct {
	name      string
	low, high int
}{
	{"all", 0, 81},
	{example, exampleGivens, exampleGivens}, // the document's very hard example
	{veryHard, 0, 31},                       // what it calls very hard
}

// Config is everything that affects a figure of this experiment.
type Config struct {
	Solver  csp.Config `json:"solver"`
	Puzzles int        `json:"puzzles"` // a set at most
	Nodes   int64      `json:"nodes"`   // a puzzle at most
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "csp-hard",
		Title:    "AC-3 and MAC on puzzles that need search",
		Question: "How many cells does AC-3 settle on hard puzzles, and how many nodes and how much time does MAC need for the rest?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{Solver: csp.DefaultConfig(), Puzzles: 1000, Nodes: 1_000_000}
	switch p {
	case lab.Smoke:
		cfg.Puzzles, cfg.Nodes = 30, 50_000
	case lab.Full:
		cfg.Puzzles, cfg.Nodes = 5000, 10_000_000
	}
	pl := lab.Plan{Config: cfg, Seed: 11}
	for _, id := range sets {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: timed, Dims: lab.OnSet(id), Corpus: id, Limit: cfg.Puzzles, Timed: true,
			Run: func(ctx context.Context, r *lab.Run) error { return measure(ctx, cfg, r) },
		})
	}
	for _, id := range exampleSets {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: counted, Dims: lab.OnSet(id), Corpus: id, Limit: cfg.Puzzles,
			Run: func(ctx context.Context, r *lab.Run) error { return counts(ctx, cfg, r) },
		})
	}
	return pl
}

// Kinds of cases.
const timed, counted = "", "counts"

// outcome is what one puzzle gave.
type outcome struct {
	givens, settled int
	nodes           int64
	seconds, root   float64
	solved          bool
}

// measure solves each puzzle up to its first solution, as the document's solver does.
func measure(ctx context.Context, cfg Config, r *lab.Run) error {
	puzzles, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	s, err := csp.NewSolver(encode.Network(board.Standard()), cfg.Solver)
	if err != nil {
		return err
	}
	var domains []csp.Set
	var outcomes []outcome
	for i, p := range puzzles {
		domains = encode.Domains(domains, p.Board)
		begin := time.Now()
		if _, err := s.Propagate(ctx, domains); err != nil {
			return err
		}
		root := time.Since(begin)
		begin = time.Now()
		res, err := s.Solve(ctx, domains, csp.Limits{Solutions: 1, Nodes: cfg.Nodes})
		if err != nil {
			return err
		}
		elapsed := time.Since(begin)
		if res.Stop == csp.Cancelled {
			return ctx.Err()
		}
		o := outcome{
			givens:  p.Board.Filled(),
			settled: len(domains) - res.Stats.RootOpen,
			nodes:   res.Stats.Search.Nodes,
			seconds: elapsed.Seconds(),
			root:    root.Seconds(),
		}
		if o.solved, err = solved(res, p.Board); err != nil {
			return err
		}
		outcomes = append(outcomes, o)
		r.Progress(i+1, len(puzzles))
	}
	for _, g := range groups {
		if err := keep(r, g.name, func(o outcome) bool { return g.low <= o.givens && o.givens <= g.high }, outcomes); err != nil {
			return err
		}
	}
	return nil
}

// solved reports whether the search found a solution; one that fails the checker is an error.
func solved(res csp.Result, b board.Board) (bool, error) {
	if res.Solutions == 0 {
		return false, nil
	}
	grid, err := encode.FromValues(b.Shape(), res.First)
	if err != nil {
		return false, err
	}
	return true, board.CheckSolution(b, grid)
}

// near reports whether a count lies within a tenth of x. No verdict rests on it.
func near(x, count float64) bool { return count >= 0.9*x && count <= 1.1*x }

// keep records one group of the outcomes.
func keep(r *lab.Run, group string, in func(outcome) bool, outcomes []outcome) error {
	var settled, nodes, searchNodes, seconds, root []float64
	var solved, alone, near66, near8 int64
	for _, o := range outcomes {
		if !in(o) {
			continue
		}
		settled = append(settled, float64(o.settled))
		nodes = append(nodes, float64(o.nodes))
		seconds = append(seconds, o.seconds)
		root = append(root, o.root)
		if o.solved {
			solved++
		}
		if o.nodes == 0 {
			alone++
		} else {
			searchNodes = append(searchNodes, float64(o.nodes))
		}
		if near(66, float64(o.settled)) {
			near66++
		}
		if near(8, float64(o.nodes)) {
			near8++
		}
	}
	n := len(settled)
	name := func(metric string) string { return group + " " + metric }
	r.Exact(name("puzzles"), float64(n), "puzzles", n)
	if n == 0 {
		return nil
	}
	r.Exact(name("solved"), float64(solved), "puzzles", n)
	r.Exact(name("by-ac3-alone"), float64(alone), "puzzles", n)
	r.Exact(name("settled-near-66"), float64(near66), "puzzles", n)
	r.Exact(name("nodes-near-8"), float64(near8), "puzzles", n)
	for _, m := range []struct {
		name, unit string
		x          []float64
		keep       func(string, float64, string, int)
	}{
		{"settled", "cells", settled, r.Exact},
		{"nodes", "nodes", nodes, r.Exact},
		{"search-nodes", "nodes", searchNodes, r.Exact},
		{"time", "s", seconds, r.Noisy},
		{"root-time", "s", root, r.Noisy},
	} {
		if len(m.x) == 0 {
			continue
		}
		q, err := stats.Quantiles(m.x, 0, 0.1, 0.5, 0.9, 1)
		if err != nil {
			return err
		}
		for i, at := range []string{"min", "p10", "median", "p90", "max"} {
			m.keep(name(m.name+"."+at), q[i], m.unit, len(m.x))
		}
	}
	return nil
}
