package minigridoutlook

import (
	"context"
	"fmt"
	"math"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
)

// What counting finds.
const (
	none      = "none"
	one       = "one"
	many      = "several"
	undecided = "undecided"
)

// fillStep is the width, in percent of the cells, of the groups by givens.
const fillStep = 5

// ambiguous counts the solutions of every puzzle of a collection of boards of a side by exact cover.
func ambiguous(ctx context.Context, cfg Config, side int, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	exact := engine.DLX(engine.DLXConfig{Config: cfg.Cover})
	found := map[string]int{}
	fills := map[string]int{}
	var counts []float64
	atCap := 0
	for i, item := range items {
		res, err := exact.Solve(ctx, item.Board, solver.Limits{Solutions: cfg.Cap, Nodes: cfg.CountNodes[side]})
		if err != nil {
			return err
		}
		kind := undecided
		switch {
		case res.Status == solver.Cancelled:
			return ctx.Err()
		case res.Solutions > 1:
			kind = many
			if res.Solutions >= cfg.Cap || res.Status == solver.Capped {
				atCap++
			} else {
				counts = append(counts, float64(res.Solutions))
			}
		case res.Status == solver.Unique:
			kind = one
		case res.Status == solver.Unsat:
			kind = none
		}
		if !res.Grid.IsZero() {
			if err := board.CheckSolution(item.Board, res.Grid); err != nil {
				return err
			}
		}
		found[kind]++
		fill := fillStep * int(math.Round(float64(100*item.Board.Filled())/float64(fillStep*len(item.Board.Cells()))))
		fills[fillKey(fill, kind)]++
		fills[fillKey(fill, "puzzles")]++
		r.Progress(i+1, len(items))
	}
	n := len(items)
	r.Exact("puzzles", float64(n), "puzzles", n)
	r.Exact("side", float64(side), "cells", 1)
	for _, kind := range []string{none, one, many, undecided} {
		r.Exact(kind, float64(found[kind]), "puzzles", n)
	}
	r.Exact("several at-limit", float64(atCap), "puzzles", n)
	r.Exact("cap", float64(cfg.Cap), "solutions", 1)
	r.Exact("nodes", float64(cfg.CountNodes[side]), "nodes", 1)
	for name, v := range fills {
		r.Exact(name, float64(v), "puzzles", n)
	}
	if len(counts) > 0 {
		q, err := stats.Quantiles(counts, 0.5, 1)
		if err != nil {
			return err
		}
		r.Exact("count.median", q[0], "solutions", len(counts))
		r.Exact("count.max", q[1], "solutions", len(counts))
	}
	if found[undecided] > 0 {
		r.Cap(fmt.Sprintf("%d puzzles are not decided within %d nodes", found[undecided], cfg.CountNodes[side]))
	}
	return nil
}

func fillKey(fill int, kind string) string { return fmt.Sprintf("fill=%d%% %s", fill, kind) }
