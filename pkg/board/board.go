package board

import (
	"bytes"
	"fmt"
)

// Board is a partially filled n×n grid: cell → digit, 0 for an empty cell. Its shape says
// which rules its digits are under. Copies of a Board share their cells, like slices;
// [Board.Clone] makes an independent one. The zero Board has no shape and no cells; it stands
// for "none".
type Board struct {
	shape *Shape
	cells []uint8
}

// New returns an empty board. It panics without a shape.
func New(s *Shape) Board {
	s.must()
	return Board{shape: s, cells: make([]uint8, s.Cells())}
}

// FromCells returns a board over the given row-major digits, without copying them. The
// number of cells decides the shape, a plain one. It errs if that number fits no plain shape
// or a digit exceeds the side; it does not ask whether digits conflict (see [Conflicts]).
func FromCells(cells []uint8) (Board, error) {
	s, err := ShapeOfCells(len(cells))
	if err != nil {
		return Board{}, err
	}
	return overCells(s, cells)
}

// FromCellsOn is like [FromCells] for a board of the given shape. It errs as well if the
// shape has another number of cells.
func FromCellsOn(s *Shape, cells []uint8) (Board, error) {
	if err := sameSide(s, len(cells)); err != nil {
		return Board{}, err
	}
	return overCells(s, cells)
}

func overCells(s *Shape, cells []uint8) (Board, error) {
	for i, d := range cells {
		if int(d) > s.Side() {
			return Board{}, fmt.Errorf("board: cell %s holds %d, want 0 to %d", s.CellName(i), d, s.Side())
		}
	}
	return Board{shape: s, cells: cells}, nil
}

// IsZero reports whether b is the zero Board.
func (b Board) IsZero() bool { return b.shape == nil }

// Shape returns the board's geometry, nil for the zero Board.
func (b Board) Shape() *Shape { return b.shape }

// Cells returns the row-major digits. They are the board's own: writing to them changes
// the board.
func (b Board) Cells() []uint8 { return b.cells }

// At returns the digit in a cell, 0 if it is empty. It panics for a cell outside the board.
func (b Board) At(cell int) int {
	if uint(cell) >= uint(len(b.cells)) {
		panic(b.misuse(cell, 0))
	}
	return int(b.cells[cell])
}

// Set puts a digit into a cell; 0 empties it. It panics for a cell outside the board and a digit
// outside 0…n.
func (b Board) Set(cell, digit int) {
	if uint(cell) >= uint(len(b.cells)) || uint(digit) > uint(b.shape.n) {
		panic(b.misuse(cell, digit))
	}
	b.cells[cell] = uint8(digit)
}

// misuse says why a cell cannot hold a digit.
func (b Board) misuse(cell, digit int) string {
	switch {
	case b.IsZero():
		return "board: the zero Board has no cells"
	case cell < 0 || cell >= len(b.cells):
		return fmt.Sprintf("board: cell %d outside 0…%d", cell, len(b.cells)-1)
	}
	return fmt.Sprintf("board: digit %d outside 0…%d", digit, b.shape.n)
}

// Clone returns an independent copy.
func (b Board) Clone() Board {
	return Board{shape: b.shape, cells: bytes.Clone(b.cells)}
}

// On returns an independent board of the given shape with the digits of b, such as a line
// read as a plain board that is meant as a diagonal one. It errs if b is the zero Board or
// the shape has another side.
func (b Board) On(s *Shape) (Board, error) {
	if err := sameSide(s, len(b.cells)); err != nil {
		return Board{}, err
	}
	return Board{shape: s, cells: bytes.Clone(b.cells)}, nil
}

// Equal reports whether both boards have the same shape and digits.
func (b Board) Equal(c Board) bool {
	return b.shape == c.shape && bytes.Equal(b.cells, c.cells)
}

// Filled returns the number of cells that hold a digit; on a puzzle, its givens.
func (b Board) Filled() int {
	return len(b.cells) - bytes.Count(b.cells, []byte{0})
}

// Full reports whether no cell is empty.
func (b Board) Full() bool { return bytes.IndexByte(b.cells, 0) < 0 }

// Candidates returns, for every cell, the digits that no filled peer holds; for a filled
// cell, the digit it holds, or nothing if a peer holds the same one.
func Candidates(b Board) []Digits {
	c := make([]Digits, len(b.cells))
	for cell, d := range b.cells {
		if d == 0 {
			c[cell] = AllDigits(b.shape.n)
		} else {
			c[cell] = DigitsOf(int(d))
		}
		for _, p := range b.shape.peers[cell] {
			if e := b.cells[p]; e != 0 {
				c[cell] = c[cell].Without(int(e))
			}
		}
	}
	return c
}
