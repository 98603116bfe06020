package tensorphase

import (
	"errors"
	"fmt"
	"slices"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
)

// Limits of the table: 20! ways fit into 64 bits with room for sums, and 2^24 entries take 128 MiB.
const (
	mostOpen   = 20
	mostTables = 1 << 24
)

// ErrTable is wrapped by the error of a board whose table of ways would be too large.
var ErrTable = errors.New("the table of ways is too large")

// problem is what the programs need to know of a board's boxes. K boxes of n cells, of which E at
// most are open.
type problem struct {
	boxes, open, side int // K, E, n

	admits []int32 // [K, E]: the missing digits that an open cell admits, a set by their numbers
	names  []int32 // [K, E]: the missing digits, rising
	source []int32 // [K, n]: the number of an open cell among the open ones, 0 for a given
	givens []int32 // [K, n]: what a cell holds, 0 for an open one
}

// prepare reads the boxes of a masked board under a reading.
func prepare(m *minigrid.Masks, reading minigrid.Fillings) (*problem, error) {
	if reading != minigrid.Lines && reading != minigrid.BoxOnly {
		return nil, fmt.Errorf("tensorphase: reading %q of phase 2, want %q or %q", string(reading), string(minigrid.Lines), string(minigrid.BoxOnly))
	}
	puzzle := m.Puzzle()
	shape := puzzle.Shape()
	n := shape.Side()
	p := &problem{boxes: n, open: 1, side: n}
	for box := range n {
		open := 0
		for _, cell := range shape.Units()[2*n+box] {
			if puzzle.At(cell) == 0 {
				open++
			}
		}
		p.open = max(p.open, open)
	}
	if p.open > mostOpen || p.boxes<<p.open > mostTables {
		return nil, fmt.Errorf("tensorphase: %w: %d boxes of up to %d open cells, want %d at most and %d entries", ErrTable, p.boxes, p.open, mostOpen, mostTables)
	}
	p.admits = make([]int32, p.boxes*p.open)
	p.names = make([]int32, p.boxes*p.open)
	p.source = make([]int32, p.boxes*n)
	p.givens = make([]int32, p.boxes*n)
	for box := range n {
		p.read(m, reading, box)
	}
	return p, nil
}

// read fills in one box. A box whose givens alone leave no filling admits nothing.
func (p *problem) read(m *minigrid.Masks, reading minigrid.Fillings, box int) {
	puzzle := m.Puzzle()
	shape := puzzle.Shape()
	n, e := p.side, p.open
	admits := p.admits[box*e : (box+1)*e]
	names := p.names[box*e : (box+1)*e]
	missing := board.AllDigits(n) &^ m.Used(2*n+box)
	digits := slices.Collect(missing.All())
	open, dead := 0, false
	for i, cell := range shape.Units()[2*n+box] {
		if d := puzzle.At(cell); d != 0 {
			p.givens[box*n+i] = int32(d)
			if reading == minigrid.Lines {
				for _, peer := range shape.Peers(cell) {
					dead = dead || puzzle.At(peer) == d
				}
			}
			continue
		}
		p.source[box*n+i] = int32(open)
		allowed := missing
		if reading == minigrid.Lines {
			for _, u := range shape.UnitsOf(cell) {
				allowed &^= m.Used(u)
			}
		}
		for number, d := range digits[:min(e, len(digits))] {
			if allowed.Has(d) {
				admits[open] |= 1 << number
			}
		}
		open++
	}
	if dead || open != len(digits) {
		clear(admits)
		return
	}
	for number, d := range digits {
		names[number] = int32(d)
	}
	for i := open; i < e; i++ {
		admits[i] = 1 << i
	}
}
