package infer

import (
	"slices"

	"sudokulab/pkg/board"
)

// partial is a board without conflicts, with the digits that each unit holds alongside: the
// candidates of a cell are then a few operations on masks, on every shape.
type partial struct {
	board.Board
	used []board.Digits // by unit
	open int            // empty cells
}

// newPartial returns a partial grid over the cells of b; ok is false if two of its digits
// conflict.
func newPartial(b board.Board) (p partial, ok bool) {
	p = partial{Board: b, used: make([]board.Digits, len(b.Shape().Units()))}
	for cell, d := range b.Cells() {
		if d == 0 {
			p.open++
			continue
		}
		for _, u := range b.Shape().UnitsOf(cell) {
			if p.used[u].Has(int(d)) {
				return partial{}, false
			}
			p.used[u] = p.used[u].With(int(d))
		}
	}
	return p, true
}

func (p *partial) clone() partial {
	return partial{Board: p.Clone(), used: slices.Clone(p.used), open: p.open}
}

// candidates returns the digits that no peer of an empty cell holds.
func (p *partial) candidates(cell int) board.Digits {
	s := p.Shape()
	held := board.Digits(0)
	for _, u := range s.UnitsOf(cell) {
		held |= p.used[u]
	}
	return board.AllDigits(s.Side()) &^ held
}

// put fills an empty cell with one of its candidates.
func (p *partial) put(cell, digit int) {
	p.Set(cell, digit)
	p.open--
	for _, u := range p.Shape().UnitsOf(cell) {
		p.used[u] = p.used[u].With(digit)
	}
}

// take empties a cell that put has filled.
func (p *partial) take(cell int) {
	digit := p.At(cell)
	p.Set(cell, 0)
	p.open++
	for _, u := range p.Shape().UnitsOf(cell) {
		p.used[u] = p.used[u].Without(digit)
	}
}

// dead reports whether an empty cell has no candidate or a unit no place for a digit. The
// candidates go to the scratch slice, one for each cell.
func (p *partial) dead(scratch []board.Digits) bool {
	for cell, d := range p.Cells() {
		scratch[cell] = 0
		if d == 0 {
			if scratch[cell] = p.candidates(cell); scratch[cell] == 0 {
				return true
			}
		}
	}
	all := board.AllDigits(p.Shape().Side())
	for u, cells := range p.Shape().Units() {
		placed := p.used[u]
		for _, cell := range cells {
			placed |= scratch[cell]
		}
		if placed != all {
			return true
		}
	}
	return false
}
