package solvertest

import (
	"context"
	"errors"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
)

// maxEnumerated bounds the solutions that the suite asks an Enumerator for.
const maxEnumerated = 300

// enumerate calls each with every case, if the engine is an Enumerator.
func (x *suite) enumerate(r reporter, each func(e solver.Enumerator, c Case)) {
	r.Helper()
	e, ok := x.s.(solver.Enumerator)
	if !ok {
		return
	}
	for _, c := range x.cases {
		each(e, c)
	}
}

// checkEnumeration: all solutions, each once, each right, in the same order every time. On
// the empty 4×4 board these are the 288 grids.
func (x *suite) checkEnumeration(r reporter) {
	x.enumerate(r, func(e solver.Enumerator, c Case) {
		puzzle := c.Puzzle.Clone()
		var order []board.Board
		for grid, err := range e.Solutions(context.Background(), puzzle) {
			if err != nil {
				r.Errorf("%s: enumeration ended with %v", c.Name, err)
				return
			}
			if order = append(order, grid); len(order) == maxEnumerated {
				break
			}
		}
		if !puzzle.Equal(c.Puzzle) {
			r.Errorf("%s: enumeration changed the puzzle to %v", c.Name, puzzle)
		}
		want := c.Solutions
		if want == Many || want > maxEnumerated {
			want = maxEnumerated
		}
		if len(order) != want && (!x.o.Incomplete || len(order) > want) {
			r.Errorf("%s: %d solutions enumerated, want %d", c.Name, len(order), want)
		}
		// Looked at only now: a grid that is written to after it was handed out shows up as
		// one that comes twice.
		seen := make(map[string]bool, len(order))
		for i, grid := range order {
			if err := board.CheckSolution(c.Puzzle, grid); err != nil {
				r.Errorf("%s: solution %d: %v", c.Name, i+1, err)
				return
			}
			text := grid.String()
			if seen[text] {
				r.Errorf("%s: solution %d comes twice", c.Name, i+1)
				return
			}
			seen[text] = true
		}
		i := 0
		for grid, err := range e.Solutions(context.Background(), c.Puzzle.Clone()) {
			if err != nil || i >= len(order) || !grid.Equal(order[i]) {
				r.Errorf("%s: a second enumeration differs at solution %d (error %v)", c.Name, i+1, err)
				return
			}
			i++
			if i == len(order) && i == maxEnumerated {
				break
			}
		}
		if i != len(order) {
			r.Errorf("%s: a second enumeration has %d solutions, the first %d", c.Name, i, len(order))
		}
	})
}

// checkEnumerationStops: after a break the sequence ends at once and the engine is as good
// as new. A sequence that went on would call the loop's body again, which panics.
func (x *suite) checkEnumerationStops(r reporter) {
	x.enumerate(r, func(e solver.Enumerator, c Case) {
		func() {
			defer func() {
				if p := recover(); p != nil {
					r.Errorf("%s: enumeration goes on after a break: %v", c.Name, p)
				}
			}()
			for _, err := range e.Solutions(context.Background(), c.Puzzle.Clone()) {
				if err != nil {
					r.Errorf("%s: enumeration ended with %v", c.Name, err)
				}
				break
			}
		}()
		x.expect(r, c, solver.Limits{})
	})
}

// checkEnumerationCancelled: a context that has ended, before the start or after the first
// solution, ends the sequence with its error.
func (x *suite) checkEnumerationCancelled(r reporter) {
	x.enumerate(r, func(e solver.Enumerator, c Case) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if c.Solutions != 0 && !c.Puzzle.Full() {
			last := errNone
			for _, err := range e.Solutions(ctx, c.Puzzle.Clone()) {
				last = err
			}
			if !errors.Is(last, context.Canceled) {
				r.Errorf("%s: enumeration under a cancelled context ended with %v", c.Name, last)
			}
		}
	})
	e, ok := x.s.(solver.Enumerator)
	puzzle, _, large := x.endless()
	if !ok || !large {
		return
	}
	x.within(r, "enumeration with a cancelled context", func() {
		ctx, cancel := context.WithTimeout(context.Background(), delay)
		defer cancel()
		last := errNone
		for _, err := range e.Solutions(ctx, puzzle) {
			last = err
		}
		if !errors.Is(last, context.DeadlineExceeded) {
			r.Errorf("enumeration of an empty board, cancelled after %v, ended with %v", delay, last)
		}
	})
}

// errNone marks a sequence that yielded nothing at all.
var errNone = errors.New("no item")
