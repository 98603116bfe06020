package infer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
)

var (
	errNodes = errors.New("infer: the nodes are used up")
	errUnsat = errors.New("infer: the puzzle has no solution")
	errOpen  = errors.New("infer: cells are open")
)

// spend runs an exact search of a puzzle under what is left of the puzzle's nodes; own bounds
// it further, 0 for not.
func (x *run) spend(j *job, solutions int, own int64, solve func(solver.Limits) (solver.Result, error)) (solver.Result, error) {
	if j.over {
		return solver.Result{Status: solver.Capped}, nil
	}
	l := solver.Limits{Solutions: solutions, Nodes: own}
	left := int64(-1)
	if x.limits.Nodes > 0 {
		if left = x.limits.Nodes - j.nodes; own == 0 || left < own {
			l.Nodes = max(left, 1)
		}
	}
	res, err := solve(l)
	if err != nil {
		return res, err
	}
	st := j.stage()
	st.Attempts++
	if left >= 0 && res.Stats.Nodes > left {
		// Nothing was left, which Limits cannot say: 0 is no bound. The engine had one node, and
		// what it found with it does not count.
		j.over = true
		return solver.Result{Status: solver.Capped}, nil
	}
	j.nodes += res.Stats.Nodes
	st.Nodes += res.Stats.Nodes
	st.Backtracks += res.Stats.Backtracks
	st.Guesses += res.Stats.Counter(CounterGuesses)
	// A search that its own bound ended leaves nodes to the next.
	j.over = res.Status == solver.Capped && (own == 0 || left >= 0 && left < own)
	return res, nil
}

// exact has the exact engine look for solutions of a puzzle, b being the puzzle or the puzzle
// with more digits.
func (x *run) exact(ctx context.Context, j *job, b board.Board, solutions int) (solver.Result, error) {
	res, err := x.spend(j, solutions, 0, func(l solver.Limits) (solver.Result, error) {
		return x.r.exact.Solve(ctx, b, l)
	})
	if err != nil {
		return res, x.blame(j, err)
	}
	return res, nil
}

// blame says which engine failed on which puzzle.
func (x *run) blame(j *job, err error) error {
	return fmt.Errorf("infer: board %d: engine %s: %w", j.index, x.r.exact.Name(), err)
}

// accept takes a grid that an exact search has found; a wrong one is the engine's fault.
func (x *run) accept(j *job, grid board.Board, search int) error {
	if err := j.found(grid.Clone(), search); err != nil {
		return x.blame(j, err)
	}
	return nil
}

// take takes the result of an exact search of the puzzle itself. A grid that the network has
// found stays. An engine that contradicts it is broken.
func (x *run) take(j *job, res solver.Result) error {
	a := j.ans
	known := !a.Grid.IsZero()
	if !known && !res.Grid.IsZero() {
		if err := x.accept(j, res.Grid, len(j.puzzle.Cells())-j.puzzle.Filled()); err != nil {
			return err
		}
	}
	switch res.Status {
	case solver.Capped:
		a.Solutions = max(a.Solutions, res.Solutions)
	case solver.Cancelled:
		a.Solutions = max(a.Solutions, res.Solutions)
		return errStopped
	case solver.Unsat:
		if known {
			return x.blame(j, fmt.Errorf("no solution, but %v is one", a.Grid))
		}
		a.By = j.stage().Method
		j.decide(solver.Unsat, 0)
	case solver.Unique:
		if known && !res.Grid.Equal(a.Grid) {
			return x.blame(j, fmt.Errorf("%v is the only solution, but %v is one", res.Grid, a.Grid))
		}
		j.decide(solver.Unique, 1)
	default:
		j.decide(res.Status, res.Solutions)
	}
	return nil
}

// unanswered says why a puzzle that a complete search has seen is without a grid, nil if it has
// one.
func (x *run) unanswered(j *job) error {
	switch {
	case !j.ans.Grid.IsZero():
		return nil
	case j.decided:
		return errUnsat
	}
	return errNodes
}

// prove has the exact engine say whether the grid that a puzzle has is the only one, if the
// limits ask for that and no method has said so yet.
func (x *run) prove(ctx context.Context, j *job) error {
	limit := x.limits.MaxSolutions()
	if j.decided || j.ans.Grid.IsZero() || j.over || limit == 1 || !x.r.cfg.Prove {
		return nil
	}
	if ctx.Err() != nil {
		return errStopped
	}
	j.begin(Proof)
	start := time.Now()
	defer func() { j.work(start) }()
	res, err := x.exact(ctx, j, j.puzzle, limit)
	if err != nil {
		return err
	}
	return x.take(j, res)
}
