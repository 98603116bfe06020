package board

import (
	"fmt"
	"sync"
)

// Limits of what the package represents: boards of side n = k² with k from [MinBox] to
// [MaxBox].
const (
	MinBox   = 2
	MaxBox   = 6
	MaxSide  = MaxBox * MaxBox
	MaxCells = MaxSide * MaxSide
)

// Shape is the geometry of a board of side n = k²: which cells share a unit. It is
// immutable and shared; the slices it returns must not be written to.
//
// Cells are numbered row-major, cell = row·n + column. Units are numbered rows first
// (0…n−1), then columns (n…2n−1), then boxes (2n…3n−1), each listing its n cells in rising
// order.
type Shape struct {
	k, n    int
	units   [][]int
	unitsOf [][]int
	peers   [][]int
}

var shapes = func() (s [MaxBox + 1]func() *Shape) {
	for k := MinBox; k <= MaxBox; k++ {
		s[k] = sync.OnceValue(func() *Shape { return buildShape(k) })
	}
	return s
}()

// ShapeOf returns the shape with boxes of k×k cells, k from [MinBox] to [MaxBox].
func ShapeOf(k int) (*Shape, error) {
	if k < MinBox || k > MaxBox {
		return nil, fmt.Errorf("board: box side %d, want %d to %d", k, MinBox, MaxBox)
	}
	return shapes[k](), nil
}

// ShapeOfSide returns the shape of an n×n board, n one of 4, 9, 16, 25, 36.
func ShapeOfSide(n int) (*Shape, error) {
	for k := MinBox; k <= MaxBox; k++ {
		if k*k == n {
			return shapes[k](), nil
		}
	}
	return nil, fmt.Errorf("board: side %d, want 4, 9, 16, 25 or 36", n)
}

// ShapeOfCells returns the shape with the given number of cells, one of 16, 81, 256, 625,
// 1296.
func ShapeOfCells(cells int) (*Shape, error) {
	for k := MinBox; k <= MaxBox; k++ {
		if k*k*k*k == cells {
			return shapes[k](), nil
		}
	}
	return nil, fmt.Errorf("board: %d cells, want 16, 81, 256, 625 or 1296", cells)
}

// Standard returns the 9×9 shape.
func Standard() *Shape { return shapes[3]() }

// Box returns k, the side of a box.
func (s *Shape) Box() int { return s.k }

// Side returns n = k², the number of rows, of columns, of boxes and of digits.
func (s *Shape) Side() int { return s.n }

// Cells returns n², the number of cells.
func (s *Shape) Cells() int { return s.n * s.n }

// Row returns the row of a cell, 0…n−1.
func (s *Shape) Row(cell int) int { return cell / s.n }

// Col returns the column of a cell, 0…n−1.
func (s *Shape) Col(cell int) int { return cell % s.n }

// BoxOf returns the box of a cell, 0…n−1, numbered row-major.
func (s *Shape) BoxOf(cell int) int {
	return cell/s.n/s.k*s.k + cell%s.n/s.k
}

// Cell returns the number of the cell in the given row and column.
func (s *Shape) Cell(row, col int) int { return row*s.n + col }

// CellName returns the cell's name in the one-based form users read, such as r1c3.
func (s *Shape) CellName(cell int) string {
	return fmt.Sprintf("r%dc%d", s.Row(cell)+1, s.Col(cell)+1)
}

// UnitName returns the unit's name in the one-based form users read, such as "row 3",
// "column 1" or "box 9".
func (s *Shape) UnitName(unit int) string {
	return fmt.Sprintf("%s %d", [...]string{"row", "column", "box"}[unit/s.n], unit%s.n+1)
}

// Units returns the 3n units, each a list of n cells: rows, columns, boxes.
func (s *Shape) Units() [][]int { return s.units }

// UnitsOf returns the units that hold the cell: its row, column and box.
func (s *Shape) UnitsOf(cell int) []int { return s.unitsOf[cell] }

// Peers returns the cells that share a unit with the cell, in rising order, without the
// cell: 3n − 2k − 1 of them, 20 on a 9×9 board.
func (s *Shape) Peers(cell int) []int { return s.peers[cell] }

func buildShape(k int) *Shape {
	n := k * k
	s := &Shape{
		k:       k,
		n:       n,
		units:   make([][]int, 3*n),
		unitsOf: make([][]int, n*n),
		peers:   make([][]int, n*n),
	}
	for cell := range n * n {
		for _, u := range []int{s.Row(cell), n + s.Col(cell), 2*n + s.BoxOf(cell)} {
			s.units[u] = append(s.units[u], cell)
			s.unitsOf[cell] = append(s.unitsOf[cell], u)
		}
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
	}
	return s
}
