package generate

import (
	"context"

	"sudokulab/pkg/board"
)

// Accept decides whether a board with these givens will do. It must only accept boards with
// exactly one solution, leave the board unchanged and not keep it, and accept the fuller
// boards on the way to a puzzle as well. It is called by one goroutine at a time.
//
// Generators take it to be monotone: what it refuses, it refuses with fewer givens too. A
// test that is not gets puzzles it accepts all the same, but a pass may end above what
// another order of removals would reach.
type Accept func(b board.Board) bool

// NakedSingles returns a test that accepts the boards which naked singles alone solve. It
// is the fixed point that arc consistency reaches on not-equal constraints, so the test
// agrees with AC-3; it implies a unique solution. A removal pass with it ended, without a
// floor, between 23 and 30 givens in each of 1,000 passes at 9×9 (median 26, 32 % of the
// cells). The medians at 16×16, 25×25 and 36×36 were 39 %, 44 % and 49 % of the cells, of
// 50, 10 and 2 passes: at 36×36, [Hard] is out of its reach.
func NakedSingles() Accept {
	return accept(func(x *search, b board.Board) bool { return x.propagate(b, false) && x.solved() })
}

// Singles returns a test that accepts the boards which naked and hidden singles solve.
func Singles() Accept {
	return accept(func(x *search, b board.Board) bool { return x.propagate(b, true) && x.solved() })
}

// UniqueWithin returns a function that makes tests for a unique solution by a search of at
// most the given number of nodes, 0 for no bound. A board that it cannot decide within the
// bound is refused.
func UniqueWithin(nodes int64) func() Accept {
	return func() Accept {
		return accept(func(x *search, b board.Board) bool {
			found, sure := x.count(context.Background(), b, 2, nodes)
			return sure && found == 1
		})
	}
}

// accept gives a test a workspace for the shape of board that it meets.
func accept(test func(x *search, b board.Board) bool) Accept {
	var x *search
	return func(b board.Board) bool {
		if x == nil || x.shape != b.Shape() {
			x = newSearch(b.Shape())
		}
		return test(x, b)
	}
}
