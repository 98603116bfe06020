package minigrid

import (
	"math/bits"

	"sudokulab/pkg/board"
)

// blank is one box before it is filled: what its cells hold, and which digits its open cells
// admit. Missing digits are renumbered 0…e−1 in rising order, so that a set of them is an index.
type blank struct {
	cells  []int   // the n cells of the box, rising
	digits []uint8 // what they hold, 0 for an open cell
	open   []uint8 // positions of the e open cells in cells, rising
	names  []uint8 // the e missing digits, rising
	// admits[i] holds the missing digits, by new number, that open cell i admits.
	admits []uint64
	// dead: the givens alone leave no filling.
	dead bool
}

// blanks prepares each box under the chosen reading. filled counts the cells that singles
// filled in; refuted reports that they led to a contradiction.
func (m *Masks) blanks(reading Fillings) (boxes []blank, filled int64, refuted bool) {
	shape := m.puzzle.Shape()
	n := shape.Side()
	cells := m.puzzle.Cells()
	var candidates []board.Digits
	if reading != BoxOnly {
		candidates = m.candidates()
	}
	if reading == Singles {
		filled, refuted = fillSingles(shape, candidates)
		filled = max(filled-int64(m.puzzle.Filled()), 0)
	}
	boxes = make([]blank, n)
	digits := make([]uint8, n*n)
	open := make([]uint8, n*n)
	names := make([]uint8, n*n)
	admits := make([]uint64, n*n)
	for box := range boxes {
		b := &boxes[box]
		b.cells = shape.Units()[2*n+box]
		b.digits = digits[box*n : (box+1)*n : (box+1)*n]
		b.open = open[box*n : box*n : (box+1)*n]
		b.names = names[box*n : box*n : (box+1)*n]
		b.admits = admits[box*n : box*n : (box+1)*n]
		b.dead = m.twice[2*n+box] != 0
		var held board.Digits
		for i, c := range b.cells {
			d := cells[c]
			if reading != BoxOnly {
				if candidates[c] == 0 {
					b.dead = true
				}
				// A single found before the listing is as good as a given.
				if d == 0 && reading == Singles && candidates[c].Single() {
					d = uint8(candidates[c].First())
				}
			}
			if d == 0 {
				b.open = append(b.open, uint8(i))
				continue
			}
			b.digits[i] = d
			held |= 1 << (d - 1)
		}
		missing := board.AllDigits(n) &^ held
		if missing.Count() != len(b.open) {
			b.dead = true
		}
		for d := missing; d != 0; d &= d - 1 {
			b.names = append(b.names, uint8(d.First()))
		}
		for _, i := range b.open {
			if reading == BoxOnly {
				b.admits = append(b.admits, 1<<len(b.names)-1)
				continue
			}
			b.admits = append(b.admits, compress(uint64(candidates[b.cells[i]]), uint64(missing)))
		}
	}
	return boxes, filled, refuted
}

// compress gathers the bits of set at the positions of mask into the low bits.
func compress(set, mask uint64) uint64 {
	var out uint64
	for i := 0; mask != 0; i++ {
		low := bits.TrailingZeros64(mask)
		out |= set >> low & 1 << i
		mask &= mask - 1
	}
	return out
}

// candidates returns for each open cell the digits that no given of its units holds, for each
// given itself, or nothing if another given of a unit equals it.
func (m *Masks) candidates() []board.Digits {
	shape := m.puzzle.Shape()
	all := board.AllDigits(shape.Side())
	out := make([]board.Digits, shape.Cells())
	for cell, d := range m.puzzle.Cells() {
		var used, twice board.Digits
		for _, u := range shape.UnitsOf(cell) {
			used |= m.used[u]
			twice |= m.twice[u]
		}
		if d == 0 {
			out[cell] = all &^ used
		} else {
			out[cell] = 1 << (d - 1) &^ twice
		}
	}
	return out
}
