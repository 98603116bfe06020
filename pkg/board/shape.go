package board

import (
	"fmt"
	"slices"
	"sync"
)

// Limits of what the package represents: plain boards of side n = k² with k from [MinBox] to
// [MaxBox], and boards with irregular regions of any side from [MinSide] to [MaxSide].
const (
	MinBox   = 2
	MaxBox   = 6
	MinSide  = MinBox * MinBox
	MaxSide  = MaxBox * MaxBox
	MaxCells = MaxSide * MaxSide
)

// Shape is the geometry of a board of side n: which cells share a unit. It is immutable and
// shared; the slices it returns must not be written to.
//
// Cells are numbered row-major, cell = row·n + column. Units are numbered rows first
// (0…n−1), then columns (n…2n−1), then boxes or regions (2n…3n−1), then, where the diagonals
// count, the main diagonal from r1c1 (3n) and the other one (3n+1). Each lists its n cells in
// rising order.
//
// A plain shape has boxes of k×k cells, n = k², and no diagonals ([ShapeOf]); a [Variant]
// says how another one differs ([ShapeWith]).
//
// Shapes come from these functions only: nil and the zero Shape are not shapes. The methods that take a
// cell or a unit are for those of the board; they panic for a number outside.
type Shape struct {
	k, n    int // k = 0: regions
	variant Variant
	units   [][]int
	unitsOf [][]int
	peers   [][]int
}

var shapes = func() (s [MaxBox + 1]func() *Shape) {
	for k := MinBox; k <= MaxBox; k++ {
		s[k] = sync.OnceValue(func() *Shape { return buildShape(k*k, Variant{}) })
	}
	return s
}()

// ShapeOf returns the plain shape with boxes of k×k cells, k from [MinBox] to [MaxBox].
func ShapeOf(k int) (*Shape, error) {
	if k < MinBox || k > MaxBox {
		return nil, fmt.Errorf("board: box side %d, want %d to %d", k, MinBox, MaxBox)
	}
	return shapes[k](), nil
}

// ShapeOfSide returns the plain shape of an n×n board, n one of 4, 9, 16, 25, 36.
func ShapeOfSide(n int) (*Shape, error) {
	if k := boxOfSide(n); k != 0 {
		return shapes[k](), nil
	}
	return nil, fmt.Errorf("board: side %d, want 4, 9, 16, 25 or 36", n)
}

// ShapeOfCells returns the plain shape with the given number of cells, one of 16, 81, 256,
// 625, 1296.
func ShapeOfCells(cells int) (*Shape, error) {
	for k := MinBox; k <= MaxBox; k++ {
		if k*k*k*k == cells {
			return shapes[k](), nil
		}
	}
	return nil, fmt.Errorf("board: %d cells, want 16, 81, 256, 625 or 1296", cells)
}

// Standard returns the plain 9×9 shape.
func Standard() *Shape { return shapes[3]() }

// boxOfSide returns k for a side n = k², 0 for any other.
func boxOfSide(n int) int {
	for k := MinBox; k <= MaxBox; k++ {
		if k*k == n {
			return k
		}
	}
	return 0
}

// Box returns k, the side of a box; 0 on a shape with regions.
func (s *Shape) Box() int { return s.k }

// Side returns n, the number of rows, of columns, of boxes or regions and of digits. It is
// k² unless the shape has regions.
func (s *Shape) Side() int { return s.n }

// Cells returns n², the number of cells.
func (s *Shape) Cells() int { return s.n * s.n }

// Variant returns how the shape differs from a plain one; [ShapeWith] makes the same shape
// of it. Its regions are the shape's own and must not be written to.
func (s *Shape) Variant() Variant { return s.variant }

// Plain reports whether the shape has square boxes and no diagonals.
func (s *Shape) Plain() bool {
	s.must()
	return s.variant.Regions == nil && !s.variant.Diagonals
}

// must panics unless s is a shape of one of this package's functions.
func (s *Shape) must() {
	if s == nil || s.n == 0 {
		panic("board: no shape: nil or the zero Shape, want one of ShapeOf, ShapeOfSide, ShapeOfCells or ShapeWith")
	}
}

// String names the shape by its side and its variant: "9×9", "9×9 diagonal", "9×9 jigsaw" or
// "9×9 diagonal jigsaw". Jigsaws of one side share a name.
func (s *Shape) String() string {
	name := fmt.Sprintf("%d×%d", s.n, s.n)
	if s.variant.Diagonals {
		name += " diagonal"
	}
	if s.variant.Regions != nil {
		name += " jigsaw"
	}
	return name
}

// Row returns the row of a cell, 0…n−1.
func (s *Shape) Row(cell int) int { return cell / s.n }

// Col returns the column of a cell, 0…n−1.
func (s *Shape) Col(cell int) int { return cell % s.n }

// BoxOf returns the box or region of a cell, 0…n−1, boxes numbered row-major and regions by
// their first cells.
func (s *Shape) BoxOf(cell int) int {
	if s.k == 0 {
		return s.variant.Regions[cell]
	}
	return cell/s.n/s.k*s.k + cell%s.n/s.k
}

// Cell returns the number of the cell in the given row and column.
func (s *Shape) Cell(row, col int) int { return row*s.n + col }

// CellName returns the cell's name in the one-based form users read, such as r1c3.
func (s *Shape) CellName(cell int) string { return cellName(s.n, cell) }

func cellName(n, cell int) string { return fmt.Sprintf("r%dc%d", cell/n+1, cell%n+1) }

// UnitName returns the unit's name in the one-based form users read, such as "row 3",
// "column 1", "box 9", "region 4" or "diagonal 2". Diagonal 1 is the main one, from r1c1.
func (s *Shape) UnitName(unit int) string {
	kinds := [...]string{"row", "column", "box", "diagonal"}
	if s.k == 0 {
		kinds[2] = "region"
	}
	return fmt.Sprintf("%s %d", kinds[unit/s.n], unit%s.n+1)
}

// Units returns the 3n units, each a list of n cells: rows, columns, boxes or regions; and
// the two diagonals behind them where they count.
func (s *Shape) Units() [][]int { return s.units }

// UnitsOf returns the units that hold the cell, in rising order: its row, column, box or
// region, and diagonals.
func (s *Shape) UnitsOf(cell int) []int { return s.unitsOf[cell] }

// Peers returns the cells that share a unit with the cell, in rising order, without the
// cell. On a plain shape they are 3n − 2k − 1, 20 on a 9×9 board.
func (s *Shape) Peers(cell int) []int { return s.peers[cell] }

// buildShape builds the tables of a shape. The variant is valid and normal (see normalize);
// its regions are kept.
func buildShape(n int, v Variant) *Shape {
	s := &Shape{
		n:       n,
		variant: v,
		units:   make([][]int, 3*n, 3*n+2),
		unitsOf: make([][]int, n*n),
		peers:   make([][]int, n*n),
	}
	if v.Regions == nil {
		s.k = boxOfSide(n)
	}
	if v.Diagonals {
		s.units = s.units[:3*n+2]
	}
	for cell := range n * n {
		row, col := s.Row(cell), s.Col(cell)
		of := []int{row, n + col, 2*n + s.BoxOf(cell)}
		if v.Diagonals && row == col {
			of = append(of, 3*n)
		}
		if v.Diagonals && row+col == n-1 {
			of = append(of, 3*n+1)
		}
		for _, u := range of {
			s.units[u] = append(s.units[u], cell)
		}
		s.unitsOf[cell] = of
	}
	for cell := range n * n {
		peer := make([]bool, n*n)
		for _, u := range s.unitsOf[cell] {
			for _, c := range s.units[u] {
				peer[c] = c != cell
			}
		}
		for c, is := range peer {
			if is {
				s.peers[cell] = append(s.peers[cell], c)
			}
		}
		s.peers[cell] = slices.Clip(s.peers[cell])
	}
	return s
}
