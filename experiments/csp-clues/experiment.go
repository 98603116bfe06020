// Package cspclues looks at the least number of givens: the collection of 17-given puzzles,
// each counted whole and with every given taken away, and all sets at hand for a unique
// puzzle with fewer. It decides C14.
//
// That no 16-given puzzle has a unique solution is not measured here: it took an exhaustive
// search over all grids (G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku:
// solving the Sudoku minimum number of clues problem via hitting set enumeration",
// Experimental Mathematics 23 (2014) 190–217, doi:10.1080/10586458.2013.870056).
package cspclues

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/solvertest"
)

const (
	seventeen = "17clue"
	bound     = 17
)

// others are the sets searched for a unique puzzle below the bound.
var others = []string{
	"own-minimal", "own-mixed", "own-hard", "norvig-10k", "norvig-hardest", "magictour", "forum-11-half", "forum-1106", "acs-9x9-half",
}

// Config is everything that affects a figure of this experiment.
type Config struct {
	Puzzles int   `json:"puzzles"` // of the 17-given collection, 0 for all
	Nodes   int64 `json:"nodes"`   // of one count at most
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "csp-clues",
		Title:    "The least number of givens",
		Question: "Are the puzzles of the 17-given collection unique and minimal, and is there a unique puzzle with fewer givens in any set at hand?",
		Plan:     plan,
		Tables:   tables,
		Judges:   judges(),
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{Nodes: 10_000_000}
	if p == lab.Smoke {
		cfg.Puzzles = 200
	}
	pl := lab.Plan{Config: cfg, Seed: 14, Cases: []lab.Case{{
		Dims: lab.OnSet(seventeen), Corpus: seventeen, Limit: cfg.Puzzles,
		Run: func(ctx context.Context, r *lab.Run) error { return minimality(ctx, cfg, r) },
	}}}
	for _, id := range others {
		pl.Cases = append(pl.Cases, lab.Case{
			Dims: lab.OnSet(id), Corpus: id,
			Run: func(ctx context.Context, r *lab.Run) error { return below(ctx, cfg, r) },
		})
	}
	return pl
}

// minimality counts each puzzle, and each puzzle less one given, up to two solutions. It
// uses every core: there are some 885,000 counts in the whole collection.
func minimality(ctx context.Context, cfg Config, r *lab.Run) error {
	puzzles, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	found := make([]outcome, len(puzzles))
	var done atomic.Int64
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	const chunk = 64
	for from := 0; from < len(puzzles); from += chunk {
		to := min(from+chunk, len(puzzles))
		group.Go(func() error {
			for i := from; i < to; i++ {
				if err := gctx.Err(); err != nil {
					return err
				}
				var err error
				if found[i], err = examine(puzzles[i].Board, cfg); err != nil {
					return fmt.Errorf("line %d: %w", puzzles[i].Line, err)
				}
			}
			r.Progress(int(done.Add(int64(to-from))), len(puzzles))
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	var seventeens, unique, minimal, counts int64
	for i, o := range found {
		p := puzzles[i]
		counts += o.counts
		if p.Board.Filled() == bound {
			seventeens++
		}
		if o.unique {
			unique++
		} else {
			r.Text(fmt.Sprintf("not unique, line %d", p.Line), p.Board.String())
		}
		if o.minimal {
			minimal++
		} else {
			r.Text(fmt.Sprintf("not minimal, line %d", p.Line), p.Board.String())
		}
	}
	n := len(puzzles)
	r.Exact("puzzles", float64(n), "puzzles", n)
	r.Exact("of-17-givens", float64(seventeens), "puzzles", n)
	r.Exact("unique", float64(unique), "puzzles", n)
	r.Exact("minimal", float64(minimal), "puzzles", n)
	r.Count("counts", counts, "counts")
	return nil
}

// outcome is what was found of one puzzle. A puzzle that is not unique is not minimal
// either.
type outcome struct {
	unique, minimal bool
	counts          int64
}

func examine(b board.Board, cfg Config) (o outcome, err error) {
	n, err := count(b, cfg)
	o.counts++
	if err != nil || n != 1 {
		return o, err
	}
	o.unique, o.minimal = true, true
	for cell := range b.Cells() {
		d := b.At(cell)
		if d == 0 {
			continue
		}
		b.Set(cell, 0)
		n, err := count(b, cfg)
		b.Set(cell, d)
		if err != nil {
			return o, fmt.Errorf("without %s: %w", b.Shape().CellName(cell), err)
		}
		o.counts++
		o.minimal = o.minimal && n > 1
	}
	return o, nil
}

// below looks for a unique puzzle with fewer givens than the bound.
func below(ctx context.Context, cfg Config, r *lab.Run) error {
	puzzles, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	least := 81
	var few, unique int64
	for i, p := range puzzles {
		if err := ctx.Err(); err != nil {
			return err
		}
		g := p.Board.Filled()
		least = min(least, g)
		if g < bound {
			few++
			n, err := count(p.Board, cfg)
			if err != nil {
				return fmt.Errorf("puzzle %d: %w", p.Index, err)
			}
			if n == 1 {
				unique++
				r.Text(fmt.Sprintf("unique, puzzle %d", p.Index), p.Board.String())
			}
		}
		r.Progress(i+1, len(puzzles))
	}
	n := len(puzzles)
	r.Exact("puzzles", float64(n), "puzzles", n)
	r.Exact("least-givens", float64(least), "cells", n)
	r.Exact("below-17", float64(few), "puzzles", n)
	r.Exact("below-17-unique", float64(unique), "puzzles", n)
	return nil
}

// count returns the number of solutions, at most two. A count that its bound ends is an
// error: it would decide nothing.
func count(b board.Board, cfg Config) (int, error) {
	n, _, complete := solvertest.Count(b, 2, cfg.Nodes)
	if !complete {
		return 0, fmt.Errorf("no count within %d nodes of %s", cfg.Nodes, b)
	}
	return n, nil
}
