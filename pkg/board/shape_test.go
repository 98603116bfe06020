package board_test

import (
	"slices"
	"testing"

	"sudokulab/pkg/board"
)

// shapes returns the shapes of all sizes.
func shapes(tb testing.TB) []*board.Shape {
	tb.Helper()
	var all []*board.Shape
	for k := board.MinBox; k <= board.MaxBox; k++ {
		s, err := board.ShapeOf(k)
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

func TestShapeLookup(t *testing.T) {
	for i, s := range shapes(t) {
		k := board.MinBox + i
		if s.Box() != k || s.Side() != k*k || s.Cells() != k*k*k*k {
			t.Errorf("box %d: got box %d, side %d, %d cells", k, s.Box(), s.Side(), s.Cells())
		}
		// Boards compare shapes by pointer, so there may be one of each size only.
		bySide, errSide := board.ShapeOfSide(k * k)
		byCells, errCells := board.ShapeOfCells(k * k * k * k)
		again, errAgain := board.ShapeOf(k)
		if errSide != nil || errCells != nil || errAgain != nil || bySide != s || byCells != s || again != s {
			t.Errorf("box %d: several shapes, or %v, %v, %v", k, errSide, errCells, errAgain)
		}
	}
	if s := board.Standard(); s.Side() != 9 {
		t.Errorf("standard side %d", s.Side())
	}
	for n := -1; n <= board.MaxCells+1; n++ {
		if _, err := board.ShapeOf(n); (err == nil) != (n >= 2 && n <= 6) {
			t.Errorf("ShapeOf(%d): %v", n, err)
		}
		if _, err := board.ShapeOfSide(n); (err == nil) != slices.Contains([]int{4, 9, 16, 25, 36}, n) {
			t.Errorf("ShapeOfSide(%d): %v", n, err)
		}
		if _, err := board.ShapeOfCells(n); (err == nil) != slices.Contains([]int{16, 81, 256, 625, 1296}, n) {
			t.Errorf("ShapeOfCells(%d): %v", n, err)
		}
	}
	for want, err := range map[string]error{
		"board: box side 7, want 2 to 6":                             second(board.ShapeOf(7)),
		"board: side 10, want 4, 9, 16, 25 or 36":                    second(board.ShapeOfSide(10)),
		"board: 80 cells, want 16, 81, 256, 625 or 1296":             second(board.ShapeOfCells(80)),
		"board: cell r2c1 holds 5, want 0 to 4":                      second(board.FromCells([]uint8{4: 5, 15: 0})),
		"board: 3 cells, want 16, 81, 256, 625 or 1296":              second(board.FromCells(make([]uint8, 3))),
		"board: 0 cells, want 16, 81, 256, 625 or 1296":              second(board.FromCells(nil)),
		"board: column 3 holds 'x', want a digit 1 to 4 or a blank":  second(board.Parse("12x.............")),
		"board: column 16 holds '5', want a digit 1 to 4 or a blank": second(board.Parse("...............5")),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// The tables of a shape are held against the definition of the game.
func TestShapeTables(t *testing.T) {
	for _, s := range shapes(t) {
		n, k := s.Side(), s.Box()
		share := func(x, y int) bool {
			rx, cx, ry, cy := x/n, x%n, y/n, y%n
			return rx == ry || cx == cy || rx/k == ry/k && cx/k == cy/k
		}
		if len(s.Units()) != 3*n {
			t.Fatalf("side %d: %d units", n, len(s.Units()))
		}
		for u, cells := range s.Units() {
			if len(cells) != n || !slices.IsSorted(cells) || len(slices.Compact(slices.Clone(cells))) != n {
				t.Fatalf("side %d: unit %d is %v", n, u, cells)
			}
			for _, c := range cells {
				if in := []int{s.Row(c), s.Col(c), s.BoxOf(c)}[u/n]; in != u%n {
					t.Errorf("side %d: %s is in %s, but counted in number %d", n, s.CellName(c), s.UnitName(u), in+1)
				}
			}
		}
		for x := range s.Cells() {
			if s.Cell(s.Row(x), s.Col(x)) != x {
				t.Fatalf("side %d: cell %d is at row %d, column %d", n, x, s.Row(x), s.Col(x))
			}
			of := s.UnitsOf(x)
			if len(of) != 3 || of[0] != s.Row(x) || of[1] != n+s.Col(x) || of[2] != 2*n+s.BoxOf(x) {
				t.Errorf("side %d: units of cell %d: %v", n, x, of)
			}
			for _, u := range of {
				if !slices.Contains(s.Units()[u], x) {
					t.Errorf("side %d: %s lacks %s", n, s.UnitName(u), s.CellName(x))
				}
			}
			var want []int
			for y := range s.Cells() {
				if y != x && share(x, y) {
					want = append(want, y)
				}
			}
			if peers := s.Peers(x); !slices.Equal(peers, want) {
				t.Errorf("side %d: peers of cell %d: %v, want %v", n, x, peers, want)
			}
			if len(want) != 3*n-2*k-1 {
				t.Errorf("side %d: %d peers, want %d", n, len(want), 3*n-2*k-1)
			}
		}
	}
	s := board.Standard()
	if len(s.Peers(40)) != 20 {
		t.Errorf("%d peers on a 9×9 board, want 20", len(s.Peers(40)))
	}
	if got := []string{s.CellName(0), s.CellName(s.Cell(8, 2)), s.UnitName(0), s.UnitName(9), s.UnitName(26)}; !slices.Equal(got, []string{"r1c1", "r9c3", "row 1", "column 1", "box 9"}) {
		t.Errorf("names %v", got)
	}
}
