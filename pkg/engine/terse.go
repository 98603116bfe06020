package engine

import (
	"context"
	"fmt"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/bitboard/triad"
	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
)

// Terse9 answers plain boards of side 9 as [BitboardSolver] does, for those who want a status, a number of solutions
// and a grid of each of millions: only that number bounds the search, results have neither counters nor times, and
// the grid is overwritten by the next call. It allocates nothing but itself, where the results of BitboardSolver
// and their clocks take a quarter of its time on puzzles of 17 givens. The zero value is ready; it serves one
// goroutine at a time.
//
// Where the processor has vector instructions, package triad proves that there is one solution or none, which does not depend on who
// finds it. Of several, the first one does, so that BitboardSolver's engine looks for that then; and it answers at once as long as
// puzzles have several: those of a file are mostly alike.
type Terse9 struct {
	s       *bitboard.Solver
	vector  *triad.Engine // nil if it has no vector instructions
	several bool          // the last puzzle had several solutions
	grid    board.Board
}

// Solve looks for solutions up to a limit.
func (t *Terse9) Solve(ctx context.Context, puzzle board.Board, limit int) (solver.Result, error) {
	const name = "bitboard"
	if err := noContext(ctx, name); err != nil {
		return solver.Result{}, err
	}
	if puzzle.Shape() != board.Standard() {
		_, err := bitboard.FromBoard(puzzle)
		return solver.Result{}, fmt.Errorf("engine: %s: %w", name, err)
	}
	if t.s == nil {
		t.s, t.grid = bitboard.New(), board.New(board.Standard())
		if e := triad.New(); e.Vector() {
			t.vector = e
		}
	}
	cells := (*bitboard.Cells)(puzzle.Cells())
	if limit == 2 && t.vector != nil && !t.several {
		t.vector.Begin((*[81]uint8)(cells))
		res := counted(ctx, limit, t.byVector)
		if res.Solutions < limit {
			return t.filled(res, t.vector.First()), nil
		}
		t.s.Begin(cells)
		if first := counted(ctx, 1, t.s.Next); first.Solutions == 0 {
			return first, nil // ctx has ended
		}
		t.several = true
		return t.filled(res, (*[81]uint8)(t.s.First())), nil
	}
	t.s.Begin(cells)
	res := counted(ctx, limit, t.s.Next)
	t.several = res.Solutions > 1
	return t.filled(res, (*[81]uint8)(t.s.First())), nil
}

// byVector is bitboard.Solver.Next by the other engine.
func (t *Terse9) byVector(guesses int64) bitboard.Outcome {
	switch t.vector.Next(guesses) {
	case triad.Solution:
		return bitboard.Found
	case triad.Budget:
		return bitboard.Paused
	}
	return bitboard.Exhausted
}

// counted counts solutions up to a limit.
func counted(ctx context.Context, limit int, next func(guesses int64) bitboard.Outcome) solver.Result {
	found, stopped, complete := 0, ctx.Err() != nil, false
	for !stopped && !complete && found < limit {
		switch next(bitboardPause) {
		case bitboard.Found:
			found++
			stopped = found%bitboardPause == 0 && ctx.Err() != nil
		case bitboard.Exhausted:
			complete = true
		case bitboard.Paused:
			stopped = ctx.Err() != nil
		}
	}
	res := solver.Result{Status: solver.Conclude(found, limit, complete), Solutions: found}
	if stopped {
		res.Status = solver.Cancelled
	}
	return res
}

// filled puts the first solution into a result that has one.
func (t *Terse9) filled(res solver.Result, first *[81]uint8) solver.Result {
	if res.Solutions > 0 {
		res.Grid = t.grid
		copy(t.grid.Cells(), first[:])
	}
	return res
}
