package infer

import (
	"context"
	"fmt"
	"math"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dlx"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/solver"
)

// links is the exact engine of a [Runner] that was given none: dancing links on the whole exact
// cover, with the board's digits as given options. The workspace of the last shape is kept, so
// that the many attempts of [Fix] build nothing, unlike those of a [Search], whose order of
// options is another one for each puzzle.
type links struct {
	shape *board.Shape
	s     *dlx.Solver
	given []int
}

func (e *links) Name() string { return "exact-cover" }

func (e *links) Solve(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
	start := time.Now()
	if _, ok := newPartial(puzzle); !ok { // most attempts of Fix on a bad prediction end here
		return solver.Result{Status: solver.Unsat, Stats: solver.Stats{Elapsed: time.Since(start)}}, nil
	}
	bounded, cancel := limits.Within(ctx)
	defer cancel()
	if e.shape != puzzle.Shape() {
		s, err := dlx.NewSolver(encode.ExactCover(puzzle.Shape()), dlx.DefaultConfig())
		if err != nil {
			return solver.Result{}, fmt.Errorf("infer: exact cover: %w", err)
		}
		e.shape, e.s = puzzle.Shape(), s
	}
	e.given = encode.Options(e.given, puzzle)
	l := dlx.Limits{Solutions: int64(limits.MaxSolutions())}
	if limits.Nodes > 0 {
		l.Nodes = limits.Nodes + min(1, math.MaxInt64-limits.Nodes) // the root is a node of dlx
	}
	found, err := e.s.Solve(bounded, e.given, l)
	if err != nil {
		return solver.Result{}, fmt.Errorf("infer: exact cover: %w", err)
	}
	res := solver.Result{
		Status:    solver.Conclude(int(found.Solutions), limits.MaxSolutions(), found.Stop == dlx.Exhausted),
		Solutions: int(found.Solutions),
		Stats: solver.Stats{
			Nodes: max(0, found.Counters.Nodes-1), Backtracks: found.Counters.Backtracks,
			Counters: []solver.Counter{{Name: CounterGuesses, Value: found.Counters.Branches}},
		},
	}
	if found.Stop == dlx.Cancelled && ctx.Err() != nil {
		res.Status = solver.Cancelled
	}
	if found.First != nil {
		if res.Grid, err = encode.FromOptions(puzzle.Shape(), found.First); err != nil {
			return solver.Result{}, fmt.Errorf("infer: exact cover: %w", err)
		}
	}
	res.Stats.Elapsed = time.Since(start)
	return res, nil
}
