package explain

import "math/bits"

// Cells is a set of cells of a board as a bit set: cell c is bit c mod 64 of word c/64. Two words hold
// a 9×9 board. Sets of one board have one length; the operations write over their receiver.
type Cells []uint64

// Has reports whether a cell is in the set.
func (s Cells) Has(cell int) bool { return s[cell>>6]>>(cell&63)&1 != 0 }

// Add puts a cell into the set.
func (s Cells) Add(cell int) { s[cell>>6] |= 1 << (cell & 63) }

// Drop takes a cell out of the set.
func (s Cells) Drop(cell int) { s[cell>>6] &^= 1 << (cell & 63) }

// Set makes the set equal to t.
func (s Cells) Set(t Cells) { copy(s, t) }

// And keeps the cells that are in t too.
func (s Cells) And(t Cells) {
	for i, w := range t {
		s[i] &= w
	}
}

// Or adds the cells of t.
func (s Cells) Or(t Cells) {
	for i, w := range t {
		s[i] |= w
	}
}

// AndNot takes the cells of t away.
func (s Cells) AndNot(t Cells) {
	for i, w := range t {
		s[i] &^= w
	}
}

// Clear empties the set.
func (s Cells) Clear() { clear(s) }

// Empty reports whether no cell is in the set.
func (s Cells) Empty() bool {
	for _, w := range s {
		if w != 0 {
			return false
		}
	}
	return true
}

// Meets reports whether a cell is in both sets.
func (s Cells) Meets(t Cells) bool {
	for i, w := range t {
		if s[i]&w != 0 {
			return true
		}
	}
	return false
}

// Count returns the number of cells in the set.
func (s Cells) Count() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// Next returns the first cell of the set that is not below from, or −1:
//
//	for c := s.Next(0); c >= 0; c = s.Next(c + 1) { … }
func (s Cells) Next(from int) int {
	i := from >> 6
	if i >= len(s) {
		return -1
	}
	w := s[i] >> (from & 63) << (from & 63)
	for w == 0 {
		i++
		if i == len(s) {
			return -1
		}
		w = s[i]
	}
	return i<<6 + bits.TrailingZeros64(w)
}
