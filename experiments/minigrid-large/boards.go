package minigridlarge

import (
	"context"
	"math/rand/v2"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dlx"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
)

// side16 is the side of the boards that the run makes itself.
const side16 = 16

// givensAt returns the fewest givens that fill so many percent of the cells.
func givensAt(fill, cells int) int { return (fill*cells + 99) / 100 }

// thin empties cells of a board in the given order until only so many givens are left.
func thin(b board.Board, order []int, givens int) {
	for _, cell := range order[:len(order)-givens] {
		b.Set(cell, 0)
	}
}

// dugPuzzles measures puzzles with one solution from which nearly nothing can be taken. Where
// exact cover does not settle within its bound whether a given can be spared, it stays.
func dugPuzzles(ctx context.Context, cfg Config, r *lab.Run) error {
	rng := rand.New(rand.NewPCG(r.Seed, 1))
	shape, err := board.ShapeOfSide(side16)
	if err != nil {
		return err
	}
	exact, err := dlx.NewSolver(encode.ExactCover(shape), dlx.DefaultConfig())
	if err != nil {
		return err
	}
	t := newTally(cfg, true)
	for i := range cfg.Dug {
		grid, err := generate.FullGrid(ctx, rng, generate.DefaultGrid(side16))
		if err != nil {
			return err
		}
		var failed error
		puzzle, _, err := generate.Minimal(ctx, rng, grid, generate.PatternNone, func(b board.Board, limit int) int {
			res, err := exact.Solve(ctx, encode.Options(nil, b), dlx.Limits{Solutions: int64(limit), Nodes: cfg.DugNodes})
			if err != nil {
				failed = err
			}
			if res.Stop == dlx.NodeLimit || res.Stop == dlx.Cancelled {
				return limit
			}
			return int(res.Solutions)
		})
		if failed != nil {
			return failed
		}
		if err != nil {
			return err
		}
		if err := t.measure(ctx, puzzle); err != nil {
			return err
		}
		r.Progress(i+1, cfg.Dug)
	}
	return t.keep(r)
}

// thinnedBoards takes digits out of full grids, each board a part of the one before.
func thinnedBoards(ctx context.Context, cfg Config, r *lab.Run) error {
	rng := rand.New(rand.NewPCG(r.Seed, 2))
	t := newTally(cfg, false)
	for i := range cfg.Thinned {
		b, err := generate.FullGrid(ctx, rng, generate.DefaultGrid(side16))
		if err != nil {
			return err
		}
		order := rng.Perm(len(b.Cells()))
		for _, fill := range cfg.Fills {
			thin(b, order, givensAt(fill, len(order)))
			if err := t.measure(ctx, b); err != nil {
				return err
			}
		}
		r.Progress(i+1, cfg.Thinned)
	}
	return t.keep(r)
}
