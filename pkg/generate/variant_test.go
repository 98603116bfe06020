package generate

import (
	"testing"

	"sudokulab/pkg/board"
)

// Removal and its tests follow a board's own shape: on a diagonal board a minimal puzzle has
// one solution by the rules of that shape, not by the plain ones, and needs each given.
func TestMinimalOnADiagonal(t *testing.T) {
	x, err := board.ShapeWith(9, board.Variant{Diagonals: true})
	if err != nil {
		t.Fatal(err)
	}
	// Row r of the grid is the first one shifted by shift[r].
	shift := [9]int{0, 3, 6, 1, 4, 7, 2, 5, 8}
	grid := board.New(x)
	for cell := range grid.Cells() {
		grid.Set(cell, (x.Col(cell)+shift[x.Row(cell)])%9+1)
	}
	if len(board.Conflicts(grid)) == 0 {
		t.Fatal("the pattern has no conflict on a diagonal: then nothing is tested")
	}
	if _, _, err := Minimal(t.Context(), newRNG(1), grid, PatternNone, func(board.Board, int) int { return 1 }); err == nil {
		t.Error("a grid with conflicts on a diagonal was taken")
	}
	full := diagonalGrid(t, x)
	unique := UniqueWithin(0)()
	count := func(b board.Board, _ int) int {
		if unique(b) {
			return 1
		}
		return 2
	}
	puzzle, _, err := Minimal(t.Context(), newRNG(2), full, PatternNone, count)
	if err != nil {
		t.Fatal(err)
	}
	if puzzle.Shape() != x || !unique(puzzle) {
		t.Fatalf("%v on %v is not unique", puzzle, puzzle.Shape())
	}
	for cell, d := range puzzle.Cells() {
		if d == 0 {
			continue
		}
		puzzle.Set(cell, 0)
		if unique(puzzle) {
			t.Errorf("the given at %s can be spared", x.CellName(cell))
		}
		puzzle.Set(cell, int(d))
	}
	plain, err := puzzle.On(board.Standard())
	if err != nil {
		t.Fatal(err)
	}
	if unique(plain) {
		t.Errorf("%v has one solution without its diagonals: the variant made no difference", puzzle)
	}
}

// diagonalGrid searches a grid of a diagonal shape, cells in order.
func diagonalGrid(t *testing.T, x *board.Shape) board.Board {
	t.Helper()
	b := board.New(x)
	var fill func() bool
	fill = func() bool {
		c := board.Candidates(b)
		best := -1
		for cell, d := range b.Cells() {
			if d == 0 && (best < 0 || c[cell].Count() < c[best].Count()) {
				best = cell
			}
		}
		if best < 0 {
			return true
		}
		for d := range c[best].All() {
			b.Set(best, d)
			if fill() {
				return true
			}
		}
		b.Set(best, 0)
		return false
	}
	if !fill() {
		t.Fatal("no grid")
	}
	return b
}

func TestPatternGridIsPlain(t *testing.T) {
	x, err := board.ShapeWith(9, board.Variant{Diagonals: true})
	if err != nil {
		t.Fatal(err)
	}
	if g := PatternGrid(x); !g.IsZero() {
		t.Errorf("%v on %v", g, x)
	}
	if g := PatternGrid(board.Standard()); board.CheckSolution(g, g) != nil {
		t.Errorf("%v", g)
	}
}
