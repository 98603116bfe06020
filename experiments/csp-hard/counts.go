package csphard

import (
	"context"
	"math/rand/v2"
	"slices"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/lab"
)

// The groups of the document's very hard example, by its givens, and of what it calls very hard.
const (
	example       = "givens=25"
	exampleGivens = 25
	veryHard      = "givens<32"
)

// exampleCell is where the search starts on the example: (4,5), rows and columns from zero.
var exampleCell = board.Standard().Cell(4, 5)

// choice follows the first choice of a search: the events of a run up to the end of the propagation
// of each value of the first cell.
type choice struct {
	cell, values int // of the first cell: its index, and the values left to it; −1 and 0 without search
	tries        int // values of the first cell that were tried
	under        bool
	reduced      [81]bool // cells from which the first value struck something
	settled      int      // cells that the first value left with one value
	wiped        []bool   // by value tried: found inconsistent at once
}

func (c *choice) see(e csp.Event) {
	switch e.Kind {
	case csp.Try:
		c.under = e.Depth == 1
		if !c.under {
			return
		}
		if c.tries == 0 {
			c.cell, c.values = e.Var, e.Before.Len()
		}
		c.tries++
		c.wiped = append(c.wiped, false)
	case csp.Reduction:
		if c.under && c.tries == 1 {
			c.reduced[e.Var] = true
		}
	case csp.Singleton:
		if c.under && c.tries == 1 {
			c.settled++
		}
	case csp.Wipeout:
		if c.under {
			c.wiped[c.tries-1] = true
		}
	case csp.Backtrack, csp.Solution:
		c.under = false
	}
}

// bothFail reports what the document's tree shows at its first node: two values, the first
// consistent and yet given up, the second inconsistent at once.
func (c *choice) bothFail() bool {
	return c.values == 2 && c.tries == 2 && !c.wiped[0] && c.wiped[1]
}

// counts solves each puzzle as measure does and keeps what needs no clock: medians with their
// intervals, and how the search begins on puzzles of as many givens as the document's example has.
func counts(ctx context.Context, cfg Config, r *lab.Run) error {
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
	var begun first
	for i, p := range puzzles {
		domains = encode.Domains(domains, p.Board)
		watched := p.Board.Filled() == exampleGivens
		c := choice{cell: -1}
		if watched {
			s.SetTrace(csp.Trace{Hook: c.see})
		}
		res, err := s.Solve(ctx, domains, csp.Limits{Solutions: 1, Nodes: cfg.Nodes})
		s.SetTrace(csp.Trace{})
		if err != nil {
			return err
		}
		if res.Stop == csp.Cancelled {
			return ctx.Err()
		}
		o := outcome{givens: p.Board.Filled(), settled: len(domains) - res.Stats.RootOpen, nodes: res.Stats.Search.Nodes}
		if o.solved, err = solved(res, p.Board); err != nil {
			return err
		}
		outcomes = append(outcomes, o)
		if watched && c.tries > 0 {
			inconsistent, err := secondFails(ctx, s, domains, c)
			if err != nil {
				return err
			}
			begun.add(c, o.solved, inconsistent)
		}
		r.Progress(i+1, len(puzzles))
	}
	rng := rand.New(rand.NewPCG(r.Seed, 11))
	of := map[string][]outcome{}
	for _, g := range groups[1:] {
		for _, o := range outcomes {
			if g.low <= o.givens && o.givens <= g.high {
				of[g.name] = append(of[g.name], o)
			}
		}
		keepCounts(r, g.name, of[g.name])
	}
	searched := slices.DeleteFunc(of[veryHard], func(o outcome) bool { return o.nodes == 0 })
	for _, m := range []struct {
		name, unit string
		of         []outcome
		get        func(outcome) float64
	}{
		{example + " settled.median", "cells", of[example], func(o outcome) float64 { return float64(o.settled) }},
		{example + " nodes.median", "nodes", of[example], func(o outcome) float64 { return float64(o.nodes) }},
		{veryHard + " search-nodes.median", "nodes", searched, func(o outcome) float64 { return float64(o.nodes) }},
	} {
		if len(m.of) == 0 {
			continue
		}
		x := make([]float64, len(m.of))
		for i, o := range m.of {
			x[i] = m.get(o)
		}
		if err := lab.KeepMedian(r.Exact, rng, m.name, m.unit, x); err != nil {
			return err
		}
	}
	return begun.keep(r, rng)
}

// secondFails reports whether AC-3 finds the second of a first cell's two values inconsistent when
// it is tried by itself.
func secondFails(ctx context.Context, s *csp.Solver, domains []csp.Set, c choice) (bool, error) {
	if c.values != 2 {
		return false, nil
	}
	root, err := s.Propagate(ctx, domains)
	if err != nil {
		return false, err
	}
	probe := slices.Clone(root.Domains)
	probe[c.cell] &^= csp.SetOf(probe[c.cell].Min()) // values are tried in rising order
	res, err := s.Propagate(ctx, probe)
	return !res.Consistent, err
}

// first is how the searches of a set begin.
type first struct {
	choices, two, there, consistent, inconsistent, twoSolved, bothFail int64
	reduced, settled                                                   []float64
}

func (f *first) add(c choice, solved, secondInconsistent bool) {
	f.choices++
	if c.values == 2 {
		f.two++
		if solved {
			f.twoSolved++
		}
		if solved && c.bothFail() {
			f.bothFail++
		}
		if secondInconsistent {
			f.inconsistent++
		}
	}
	if c.cell == exampleCell {
		f.there++
	}
	if c.wiped[0] {
		return
	}
	f.consistent++
	reduced := 0
	for _, struck := range c.reduced {
		if struck {
			reduced++
		}
	}
	f.reduced = append(f.reduced, float64(reduced))
	f.settled = append(f.settled, float64(c.settled))
}

func (f *first) keep(r *lab.Run, rng *rand.Rand) error {
	for _, m := range []struct {
		name string
		n    int64
	}{
		{"first-choices", f.choices},
		{"first.two-values", f.two},
		{"first.at-r5c6", f.there},
		{"first.consistent", f.consistent},
		{"second.inconsistent", f.inconsistent},
		{"two-values.solved", f.twoSolved},
		{"second.both-fail", f.bothFail},
	} {
		r.Exact(example+" "+m.name, float64(m.n), "puzzles", int(f.choices))
	}
	if f.consistent == 0 {
		return nil
	}
	if err := lab.KeepMedian(r.Exact, rng, example+" first-reduced.median", "cells", f.reduced); err != nil {
		return err
	}
	return lab.KeepMedian(r.Exact, rng, example+" first-settled.median", "cells", f.settled)
}

// keepCounts books how many of a group's puzzles were solved, and how many by AC-3 alone.
func keepCounts(r *lab.Run, group string, of []outcome) {
	found, alone := 0, 0
	for _, o := range of {
		if o.solved {
			found++
		}
		if o.nodes == 0 {
			alone++
		}
	}
	n := len(of)
	r.Exact(group+" puzzles", float64(n), "puzzles", n)
	r.Exact(group+" solved", float64(found), "puzzles", n)
	r.Exact(group+" by-ac3-alone", float64(alone), "puzzles", n)
}
