package engine_test

import (
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
)

// fewest fills the cell that has the fewest digits left, and knows nothing else.
func fewest(b board.Board, told solver.Told) bool {
	cell, left := -1, board.Digits(0)
	for c, d := range b.Cells() {
		if d != 0 {
			if clashes(b, c, int(d)) {
				return true
			}
			continue
		}
		if of := open(b, c); cell < 0 || of.Count() < left.Count() {
			cell, left = c, of
		}
	}
	if cell < 0 {
		return told.Found(b)
	}
	for d := range left.All() {
		if !told.Try() {
			return false
		}
		b.Set(cell, d)
		if !fewest(b, told) {
			return false
		}
		b.Set(cell, 0)
		told.Back()
	}
	return true
}

// open returns the digits that no peer of a cell holds.
func open(b board.Board, cell int) board.Digits {
	left := board.AllDigits(b.Shape().Side())
	for _, p := range b.Shape().Peers(cell) {
		if d := b.At(p); d != 0 {
			left = left.Without(d)
		}
	}
	return left
}

func clashes(b board.Board, cell, digit int) bool {
	for _, p := range b.Shape().Peers(cell) {
		if b.At(p) == digit {
			return true
		}
	}
	return false
}

// TestSearching: an engine made of a search keeps every promise.
func TestSearching(t *testing.T) {
	solvertest.Run(t, engine.Searching("fewest", fewest), solvertest.Options{Sides: []int{4, 9}, Variants: true})
}

// TestSearchingCounts: nodes are the digits tried, those that were taken back among them.
func TestSearchingCounts(t *testing.T) {
	e := engine.Searching("fewest", fewest)
	res, err := e.Solve(t.Context(), board.MustParse("1234341221434321"), solver.Limits{})
	if err != nil || res.Status != solver.Unique || res.Stats.Nodes != 0 {
		t.Errorf("a full board: %+v, %v", res, err)
	}
	res, err = e.Solve(t.Context(), board.MustParse("123434122143432."), solver.Limits{})
	if err != nil || res.Status != solver.Unique || res.Stats.Nodes != 1 || res.Stats.Backtracks != 1 {
		t.Errorf("one empty cell: %+v, %v", res, err)
	}
}
