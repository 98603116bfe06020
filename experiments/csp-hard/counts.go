package csphard

import (
	"context"
	"math/rand/v2"
	"slices"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
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

// exampleSets are the sets that hold puzzles of as many givens as the example.
var exampleSets = []string{"own-minimal", "norvig-10k", "magictour", "forum-11-half"}

// exampleCell is where the search starts on the example: (4,5), rows and columns from zero.
var exampleCell = board.Standard().Cell(4, 5)

// choice follows the first choice of a search: the events of a run up to the end of the propagation
// of each value of the first cell.
type choice struct {
	cell, values int // of the first cell: its index, and the values left to it
	tries        int // values of the first cell that were tried, 0 without search
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

// counts solves the puzzles of as many givens as the document's example has and keeps what needs no
// clock: medians with their intervals, and how the search begins.
func counts(ctx context.Context, cfg Config, r *lab.Run) error {
	puzzles, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	puzzles = slices.DeleteFunc(puzzles, func(p corpus.Item) bool { return p.Board.Filled() != exampleGivens })
	s, err := csp.NewSolver(encode.Network(board.Standard()), cfg.Solver)
	if err != nil {
		return err
	}
	var domains []csp.Set
	var begun first
	var settled, nodes []float64
	var right, alone int64
	for i, p := range puzzles {
		domains = encode.Domains(domains, p.Board)
		var c choice
		s.SetTrace(csp.Trace{Hook: c.see})
		res, err := s.Solve(ctx, domains, csp.Limits{Solutions: 1, Nodes: cfg.Nodes})
		s.SetTrace(csp.Trace{})
		if err != nil {
			return err
		}
		if res.Stop == csp.Cancelled {
			return ctx.Err()
		}
		ok, err := solved(res, p.Board)
		if err != nil {
			return err
		}
		if ok {
			right++
		}
		settled = append(settled, float64(len(domains)-res.Stats.RootOpen))
		nodes = append(nodes, float64(res.Stats.Search.Nodes))
		if c.tries == 0 {
			alone++
			continue
		}
		inconsistent, err := secondFails(ctx, s, domains, c)
		if err != nil {
			return err
		}
		begun.add(c, ok, inconsistent)
		r.Progress(i+1, len(puzzles))
	}
	n := len(puzzles)
	r.Exact("puzzles", float64(n), "puzzles", n)
	r.Exact("solved", float64(right), "puzzles", n)
	r.Exact("by-ac3-alone", float64(alone), "puzzles", n)
	begun.keep(r)
	rng := rand.New(rand.NewPCG(r.Seed, 11))
	for _, m := range []struct {
		name, unit string
		x          []float64
	}{
		{"settled", "cells", settled}, {"nodes", "nodes", nodes}, {"first-reduced", "cells", begun.reduced}, {"first-settled", "cells", begun.settled},
	} {
		if len(m.x) == 0 {
			continue
		}
		if err := lab.KeepMedian(r.Exact, rng, m.name+".median", m.unit, m.x); err != nil {
			return err
		}
	}
	return nil
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

func (f *first) keep(r *lab.Run) {
	for _, m := range []struct {
		name string
		n    int64
	}{
		{"first-choices", f.choices},
		{"first.two-values", f.two},
		{"first.at-r5c6", f.there},
		{"first.consistent", f.consistent},
		{"second.inconsistent", f.inconsistent},
		{"second.both-fail", f.bothFail},
		{"two-values.solved", f.twoSolved},
	} {
		r.Exact(m.name, float64(m.n), "puzzles", int(f.choices))
	}
}
