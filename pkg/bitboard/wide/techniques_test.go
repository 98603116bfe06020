package wide_test

import (
	"testing"

	"sudokulab/pkg/bitboard/wide"
	"sudokulab/pkg/board"
)

// root returns the candidates of a board after propagation.
func root(t *testing.T, b board.Board, cfg wide.Config) []board.Digits {
	t.Helper()
	s := newSolver(t, b.Shape(), cfg)
	if err := s.Begin(b); err != nil {
		t.Fatal(err)
	}
	left, ok := s.Root(nil)
	if !ok {
		t.Fatal("refuted at the root")
	}
	return left
}

// Each technique strikes what its textbook example says, and nothing does without it.
func TestTechniques(t *testing.T) {
	shape := board.Standard()
	cell := func(row, col int) int { return shape.Cell(row-1, col-1) }
	bare := wide.Config{Order: wide.Fewest}
	for name, tc := range map[string]struct {
		givens map[[2]int]int
		change func(*wide.Config)
		struck int // the cell that loses
		digit  int // this candidate
	}{
		// Digits 2 to 7 in rows 2 and 3 of box 1 leave 1, 8 and 9 to row 1: pointing.
		"pointing": {
			map[[2]int]int{{2, 1}: 2, {2, 2}: 3, {2, 3}: 4, {3, 1}: 5, {3, 2}: 6, {3, 3}: 7},
			func(c *wide.Config) { c.LockedCandidates = true },
			cell(1, 9), 1,
		},
		// The rest of row 1 holds no 1, so the 1 of row 1 is in box 1: claiming.
		"claiming": {
			map[[2]int]int{{1, 4}: 2, {1, 5}: 3, {1, 6}: 4, {1, 7}: 5, {1, 8}: 6, {1, 9}: 7},
			func(c *wide.Config) { c.LockedCandidates = true },
			cell(2, 2), 1,
		},
		// r1c1 and r1c2 are left with 8 and 9: columns 1 and 2 hold 1 and 7, row 1 the rest.
		"naked pair": {
			map[[2]int]int{{1, 4}: 2, {1, 5}: 3, {1, 6}: 4, {1, 7}: 5, {1, 8}: 6, {5, 1}: 1, {6, 1}: 7, {8, 2}: 1, {9, 2}: 7},
			func(c *wide.Config) { c.Pairs = true },
			cell(1, 9), 8,
		},
		// In box 1, 1 and 2 fit only r1c1 and r1c2: rows 2 and 3 hold both, and so does column 3.
		"hidden pair": {
			map[[2]int]int{{2, 4}: 1, {2, 5}: 2, {3, 7}: 1, {3, 8}: 2, {5, 3}: 1, {8, 3}: 2},
			func(c *wide.Config) { c.Pairs = true },
			cell(1, 1), 9,
		},
	} {
		b := board.New(shape)
		for at, d := range tc.givens {
			b.Set(cell(at[0], at[1]), d)
		}
		cfg := bare
		if !root(t, b, cfg)[tc.struck].Has(tc.digit) {
			t.Errorf("%s: %s has lost %d without it", name, shape.CellName(tc.struck), tc.digit)
		}
		tc.change(&cfg)
		if root(t, b, cfg)[tc.struck].Has(tc.digit) {
			t.Errorf("%s: %s keeps %d", name, shape.CellName(tc.struck), tc.digit)
		}
	}
}
