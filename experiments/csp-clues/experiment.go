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
	cfg := Config{Puzzles: 4000, Nodes: 10_000_000}
	switch p {
	case lab.Smoke:
		cfg.Puzzles = 200
	case lab.Full:
		cfg.Puzzles = 0
	}
	pl := lab.Plan{Config: cfg, Seed: 14, Cases: []lab.Case{{
		Name: setCase(seventeen), Corpus: seventeen, Limit: cfg.Puzzles,
		Run: func(ctx context.Context, r *lab.Run) error { return minimality(ctx, cfg, r) },
	}}}
	for _, id := range others {
		pl.Cases = append(pl.Cases, lab.Case{
			Name: setCase(id), Corpus: id,
			Run: func(ctx context.Context, r *lab.Run) error { return below(ctx, cfg, r) },
		})
	}
	return pl
}

func setCase(id string) string { return "set=" + id }

// minimality counts each puzzle, and each puzzle less one given, up to two solutions.
func minimality(ctx context.Context, cfg Config, r *lab.Run) error {
	puzzles, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	givens := map[int]int{}
	var unique, minimal, counts int64
	for i, p := range puzzles {
		if err := ctx.Err(); err != nil {
			return err
		}
		givens[p.Board.Filled()]++
		n, err := count(p.Board, cfg)
		if err != nil {
			return fmt.Errorf("line %d: %w", p.Line, err)
		}
		counts++
		if n != 1 {
			r.Text(fmt.Sprintf("not unique, line %d", p.Line), p.Board.String())
			continue
		}
		unique++
		spare := 0
		for cell := range p.Board.Cells() {
			d := p.Board.At(cell)
			if d == 0 {
				continue
			}
			p.Board.Set(cell, 0)
			n, err := count(p.Board, cfg)
			p.Board.Set(cell, d)
			if err != nil {
				return fmt.Errorf("line %d without %s: %w", p.Line, p.Board.Shape().CellName(cell), err)
			}
			counts++
			if n < 2 {
				spare++
			}
		}
		if spare == 0 {
			minimal++
		} else {
			r.Text(fmt.Sprintf("not minimal, line %d", p.Line), p.Board.String())
		}
		r.Progress(i+1, len(puzzles))
	}
	n := len(puzzles)
	r.Exact("puzzles", float64(n), "puzzles", n)
	r.Exact("of-17-givens", float64(givens[bound]), "puzzles", n)
	r.Exact("unique", float64(unique), "puzzles", n)
	r.Exact("minimal", float64(minimal), "puzzles", n)
	r.Count("counts", counts, "counts")
	return nil
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
