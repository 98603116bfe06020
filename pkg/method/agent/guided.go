package agent

import (
	"context"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
)

// guided has the exact engine complete the board with as many of the moves as a solution can have, and say whether
// there is another solution. It sets the status if the puzzle is decided.
//
// Whether a solution has the first k moves is monotone in k: one that has them has every shorter row of them too. So k is
// found by halving, with a search each.
func (r *run) guided(ctx context.Context) error {
	if r.grid.IsZero() {
		moves := r.trace.Moves
		if r.trace.End == EndBroken {
			moves = moves[:len(moves)-1]
		}
		low, high := 0, len(moves) // what is kept lies within
		for low <= high {
			keep := (low + high + 1) / 2
			start := r.puzzle.Clone()
			for _, m := range moves[:keep] {
				start.Set(m.Cell, m.Digit)
			}
			res, done, err := r.search(ctx, start, 1)
			if err != nil || done {
				return err
			}
			if res.Solutions > 0 {
				if err := board.CheckSolution(r.puzzle, res.Grid); err != nil {
					return fmt.Errorf("agent: engine %s: %w", r.solver.exact.Name(), err)
				}
				r.grid, r.solutions, r.trace.Kept = res.Grid.Clone(), 1, keep
				low = keep + 1
			} else {
				high = keep - 1
			}
		}
		if r.grid.IsZero() { // not even the puzzle alone has one
			r.status = solver.Unsat
			return nil
		}
	}
	limit := r.limits.MaxSolutions()
	if limit == 1 {
		r.status = solver.Found
		return nil
	}
	res, done, err := r.search(ctx, r.puzzle, limit)
	if err != nil || done {
		return err
	}
	if res.Solutions < 1 || res.Status == solver.Unique && !res.Grid.Equal(r.grid) {
		return fmt.Errorf("agent: engine %s says %s, but %v is a solution", r.solver.exact.Name(), res.Status, r.grid)
	}
	r.status, r.solutions = res.Status, res.Solutions
	return nil
}

// search has the exact engine look for solutions of a board under what is left of the nodes. done is true if a limit
// or the context ended it, so that there is to be no other.
func (r *run) search(ctx context.Context, b board.Board, solutions int) (res solver.Result, done bool, err error) {
	l := solver.Limits{Solutions: solutions}
	left := int64(-1)
	if r.limits.Nodes > 0 {
		left = r.limits.Nodes - r.nodes
		l.Nodes = max(left, 1) // 0 would be no bound
	}
	if res, err = r.solver.exact.Solve(ctx, b, l); err != nil {
		return res, true, fmt.Errorf("agent: engine %s: %w", r.solver.exact.Name(), err)
	}
	if left >= 0 && res.Stats.Nodes > left { // the one node that was not there
		return res, true, nil
	}
	r.attempts++
	r.nodes += res.Stats.Nodes
	r.backtracks += res.Stats.Backtracks
	switch res.Status {
	case solver.Cancelled:
		r.stopped = true
		return res, true, nil
	case solver.Capped:
		r.solutions = max(r.solutions, res.Solutions)
		return res, true, nil
	}
	return res, false, nil
}
