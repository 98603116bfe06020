package encode

import (
	"errors"
	"fmt"
	"sync"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dlx"
)

var covers = func() (p [board.MaxBox + 1]func() *dlx.Problem) {
	for k := board.MinBox; k <= board.MaxBox; k++ {
		p[k] = sync.OnceValue(func() *dlx.Problem { return buildCover(plain(k)) })
	}
	return p
}()

// ExactCover returns the exact cover problem of an empty board of side n. Every item is
// primary: each cell, then each digit of each unit, so that of u units and n digits
//
//	item cell             the cell holds a digit           r1c1, r1c2, …
//	item n² + u·n + d−1   unit u holds the digit d         r1#1, …, c1#1, …, b1#1, …, d1#1, …
//
// with the units in the order of the shape: rows, columns, boxes or regions (both b), the two
// diagonals (d). Option cell·n + d−1 puts digit d into the cell. It has one element for the
// cell and one for each of the cell's units, hence 4, or 5 or 6 on diagonals.
//
// A plain shape has 4n² items, n³ options and 4n³ elements: 324, 729 and 2916 on a 9×9 board;
// two diagonals add 2n items and 2n² elements. The problem of a plain shape is built once and
// shared, that of any other at each call: keep it for as long as puzzles of one shape come.
// It panics without a shape.
func ExactCover(s *board.Shape) *dlx.Problem {
	if s.Plain() {
		return covers[s.Box()]()
	}
	return buildCover(s)
}

func buildCover(s *board.Shape) *dlx.Problem {
	n := s.Side()
	var b dlx.Builder
	for cell := range s.Cells() {
		b.Primary(s.CellName(cell))
	}
	for u := range s.Units() {
		for d := 1; d <= n; d++ {
			b.Primary(fmt.Sprintf("%c%d#%d", "rcbd"[u/n], u%n+1, d))
		}
	}
	var elements []dlx.Element
	for cell := range s.Cells() {
		for d := range n {
			elements = append(elements[:0], dlx.Element{Item: cell})
			for _, u := range s.UnitsOf(cell) {
				elements = append(elements, dlx.Element{Item: s.Cells() + u*n + d})
			}
			b.Option(elements...)
		}
	}
	p, err := b.Build()
	if err != nil {
		panic(err) // the names differ and every item exists
	}
	return p
}

// Options writes the options of the board's givens over dst, which grows if it must, and
// returns them in rising order. Givens that conflict give options that exclude each other.
func Options(dst []int, b board.Board) []int {
	n := 0
	if !b.IsZero() {
		n = b.Shape().Side()
	}
	dst = dst[:0]
	for cell, d := range b.Cells() {
		if d != 0 {
			dst = append(dst, cell*n+int(d)-1)
		}
	}
	return dst
}

var errNoShape = errors.New("encode: the shape is nil")

// FromOptions returns the board of the options of a solution, in any order; a cell that none
// of them fills is empty. It errs if one is no option of the shape's problem or two fill one
// cell.
func FromOptions(s *board.Shape, options []int) (board.Board, error) {
	if s == nil {
		return board.Board{}, errNoShape
	}
	b := board.New(s)
	n := s.Side()
	for _, o := range options {
		if o < 0 || o >= s.Cells()*n {
			return board.Board{}, fmt.Errorf("encode: option %d, want 0 to %d", o, s.Cells()*n-1)
		}
		cell, d := o/n, o%n+1
		if b.At(cell) != 0 {
			return board.Board{}, fmt.Errorf("encode: options put %d and %d into %s", b.At(cell), d, s.CellName(cell))
		}
		b.Set(cell, d)
	}
	return b, nil
}
