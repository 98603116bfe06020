package solvertest

import (
	"context"
	"math"
	"slices"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
)

// delay is how long a run goes on before it is interrupted: long enough to be in the middle
// of its search, short enough not to be noticed.
const delay = 20 * time.Millisecond

// endless returns a task that no engine finishes: all solutions of an empty board. ok is
// false if the engine takes no board that is large enough.
func (x *suite) endless() (puzzle board.Board, limit int, ok bool) {
	for _, side := range []int{9, 16, 25} {
		if slices.Contains(x.o.sides(), side) {
			s, err := board.ShapeOfSide(side)
			return board.New(s), math.MaxInt, err == nil
		}
	}
	return board.Board{}, 0, false
}

// within runs the task in a goroutine and reports a run that does not return in time. It is
// then left behind, and the solver with it.
func (x *suite) within(r reporter, what string, task func()) {
	r.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		task()
	}()
	timer := time.NewTimer(x.o.patience())
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
		x.hung = true
		r.Errorf("%s: no return after %v", what, x.o.patience())
	}
}

// checkCancelledBefore: a context that has ended before the run.
func (x *suite) checkCancelledBefore(r reporter) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range x.cases {
		if c.Puzzle.Full() || c.Solutions == 0 {
			continue // may be answered rightly before the context is looked at
		}
		res, err := x.s.Solve(ctx, c.Puzzle.Clone(), solver.Limits{})
		if err != nil || res.Status != solver.Cancelled {
			r.Errorf("%s under a cancelled context: status %v, error %v", c.Name, res.Status, err)
		}
	}
	// It must not have upset the engine.
	for _, c := range x.cases {
		x.expect(r, c, solver.Limits{})
	}
}

// checkCancelledMidway: a context that ends during the run.
func (x *suite) checkCancelledMidway(r reporter) {
	puzzle, limit, ok := x.endless()
	if !ok {
		return
	}
	x.within(r, "run with a cancelled context", func() {
		ctx, cancel := context.WithTimeout(context.Background(), delay)
		defer cancel()
		res, err := x.s.Solve(ctx, puzzle.Clone(), solver.Limits{Solutions: limit})
		if err != nil || res.Status != solver.Cancelled {
			r.Errorf("all solutions of an empty board, cancelled after %v: status %v, error %v", delay, res.Status, err)
			return
		}
		if fault := consistent(puzzle, limit, res); fault != "" {
			r.Errorf("cancelled run: %s", fault)
		}
	})
	if x.hung {
		return
	}
	for _, c := range x.cases {
		x.expect(r, c, solver.Limits{})
	}
}

// checkTimeLimit: a run that the clock ends.
func (x *suite) checkTimeLimit(r reporter) {
	puzzle, limit, ok := x.endless()
	if !ok {
		return
	}
	x.within(r, "run with a time limit", func() {
		res, err := x.s.Solve(context.Background(), puzzle.Clone(), solver.Limits{Solutions: limit, Time: delay})
		if err != nil {
			r.Errorf("run with a time limit: error: %v", err)
			return
		}
		if fault := consistent(puzzle, limit, res); fault != "" {
			r.Errorf("run with a time limit: %s", fault)
		}
		// With two solutions found, Multiple is proved though the limit was not reached.
		if res.Status != solver.Capped && (res.Status != solver.Multiple || res.Solutions == limit) {
			r.Errorf("all solutions of an empty board within %v: status %v", delay, res.Status)
		}
	})
	if x.hung {
		return
	}
	// A limit that is never reached changes nothing.
	for _, c := range x.cases {
		x.expect(r, c, solver.Limits{Time: time.Hour})
	}
}
