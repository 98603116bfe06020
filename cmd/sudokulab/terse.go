package main

import (
	"context"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/method"
	"sudokulab/pkg/solver"
)

// tersely returns what answers puzzles where a line is all that is ever written of each: no counters, no times, and a grid
// that stands until the next answer.
func tersely(by *method.Solver, limits solver.Limits, onlyLines bool) namedSolver {
	if !onlyLines || limits.Nodes > 0 || limits.Time > 0 {
		return by
	}
	return &terse{Solver: by}
}

// terse is a method that has plain boards of side 9, where bitboard is chosen for them, answered by [engine.Terse9].
type terse struct {
	*method.Solver
	nine engine.Terse9
}

func (t *terse) Solve(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
	if puzzle.Shape() == board.Standard() && t.NameFor(puzzle.Shape()) == engine.DefaultBitboard().Name {
		return t.nine.Solve(ctx, puzzle, limits.MaxSolutions())
	}
	return t.Solver.Solve(ctx, puzzle, limits)
}
