package encode

import (
	"fmt"
	"sync"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
)

var networks = func() (n [board.MaxBox + 1]func() *csp.Network) {
	for k := board.MinBox; k <= board.MaxBox; k++ {
		n[k] = sync.OnceValue(func() *csp.Network { return buildNetwork(plain(k)) })
	}
	return n
}()

// plain returns the plain shape of a box side from the tables of this package.
func plain(k int) *board.Shape {
	s, err := board.ShapeOf(k)
	if err != nil {
		panic(err) // the tables hold the sides there are
	}
	return s
}

// Network returns the constraint network of an empty board: variable = cell, value =
// digit − 1, domains of all n digits, and a not-equal constraint between any two peers,
// whatever the units are that make them peers. On a plain shape these are n²·(3n−2k−1)/2
// constraints: 810, or 1620 arcs, on a 9×9 board.
//
// The network of a plain shape is built once and shared, that of any other at each call:
// keep it for as long as puzzles of one shape come. It panics without a shape.
func Network(s *board.Shape) *csp.Network {
	if s.Plain() {
		return networks[s.Box()]()
	}
	return buildNetwork(s)
}

func buildNetwork(s *board.Shape) *csp.Network {
	var b csp.Builder
	b.Variables(s.Cells(), csp.Range(s.Side()))
	for _, unit := range s.Units() {
		b.AllDifferent(unit...)
	}
	n, err := b.Build()
	if err != nil {
		panic(err) // every index is a cell of the shape
	}
	return n
}

// Domains writes the domains of the board's cells over dst, which grows if it must, and
// returns them: one value for a given, all digits for an empty cell, with nothing struck
// yet. Striking the peers of the givens is left to the propagation, so that its counters
// show the whole work. (board.Candidates strikes them at once.)
func Domains(dst []csp.Set, b board.Board) []csp.Set {
	if b.IsZero() {
		return dst[:0]
	}
	all := csp.Range(b.Shape().Side())
	dst = dst[:0]
	for _, d := range b.Cells() {
		if d == 0 {
			dst = append(dst, all)
		} else {
			dst = append(dst, 1<<(d-1))
		}
	}
	return dst
}

// FromDomains returns the board of the cells whose domain holds one value; the others are
// empty. It errs if the number of domains is not that of the shape's cells.
func FromDomains(s *board.Shape, domains []csp.Set) (board.Board, error) {
	if s == nil {
		return board.Board{}, errNoShape
	}
	if len(domains) != s.Cells() {
		return board.Board{}, fmt.Errorf("encode: %d domains, want %d", len(domains), s.Cells())
	}
	b := board.New(s)
	for cell, d := range domains {
		if d.Single() {
			b.Set(cell, d.Min()+1)
		}
	}
	return b, nil
}

// FromValues returns the board of a solution's values. It errs if their number is not that
// of the shape's cells or a value is no digit of it.
func FromValues(s *board.Shape, values []int) (board.Board, error) {
	if s == nil {
		return board.Board{}, errNoShape
	}
	if len(values) != s.Cells() {
		return board.Board{}, fmt.Errorf("encode: %d values, want %d", len(values), s.Cells())
	}
	b := board.New(s)
	for cell, v := range values {
		if v < 0 || v >= s.Side() {
			return board.Board{}, fmt.Errorf("encode: cell %s has value %d, want 0 to %d", s.CellName(cell), v, s.Side()-1)
		}
		b.Set(cell, v+1)
	}
	return b, nil
}

// Digits returns a cell's domain as a set of digits. Both masks hold digit d at bit d − 1.
func Digits(domain csp.Set) board.Digits { return board.Digits(domain) }
