package minigrid

import (
	"fmt"
	"math"
	"time"

	"sudokulab/pkg/board"
)

// PermutationsOf returns the outcome of a phase 2 that was carried out elsewhere, such as on a
// graphics card, so that phases 3 to 5 go on from it here. fillings[k] holds P_k: n digits for each
// filling, in the order of the box's cells, rising. The slices are taken over, not copied.
//
// Phase.Steps is 0 and Phase.Elapsed the time of the checks. As with [Permute], a box without
// filling makes the board [Permutations.Impossible] and nothing is listed; more fillings than cfg
// allows make it [Permutations.Capped].
//
// Errors: a bad configuration; lists that do not fit the board's boxes; a filling that lacks a digit
// or a given of its box. Whether the lists are complete is the caller's matter.
func PermutationsOf(m *Masks, cfg Config, fillings [][]uint8) (*Permutations, error) {
	if m == nil || m.puzzle.IsZero() {
		return nil, errNoMasks
	}
	shape := m.puzzle.Shape()
	if err := cfg.validFor(shape); err != nil {
		return nil, err
	}
	start := time.Now()
	n := shape.Side()
	if len(fillings) != n {
		return nil, fmt.Errorf("minigrid: fillings of %d boxes, want %d", len(fillings), n)
	}
	p := &Permutations{masks: m, lists: make([]list, n)}
	for box := range p.lists {
		l := &p.lists[box]
		l.cells = shape.Units()[2*n+box]
		if len(fillings[box])%n != 0 || len(fillings[box])/n > math.MaxInt32 {
			return nil, fmt.Errorf("minigrid: box %d: %d digits, want %d for each of 2³¹−1 fillings at most", box+1, len(fillings[box]), n)
		}
		l.digits, l.count, l.listed = fillings[box], len(fillings[box])/n, true
		l.size, l.exact = uint64(l.count), true
		for i := range l.count {
			if err := m.checkFilling(l.cells, p.Filling(box, i)); err != nil {
				return nil, fmt.Errorf("minigrid: box %d: filling %d: %w", box+1, i, err)
			}
		}
		p.total += int64(l.count)
		p.Phase.Bytes += int64(len(l.digits))
		p.refuted = p.refuted || l.count == 0
	}
	if p.refuted {
		for box := range p.lists {
			l := &p.lists[box]
			l.digits, l.count, l.listed = nil, 0, false
		}
		p.total, p.Phase.Bytes = 0, 0
	}
	p.capped = uint64(p.total) > vertexLimit(cfg, n)
	p.Phase.Elapsed = time.Since(start)
	return p, nil
}

// checkFilling asks for each digit once, and for the givens.
func (m *Masks) checkFilling(cells []int, filling []uint8) error {
	var held board.Digits
	for i, cell := range cells {
		d := filling[i]
		if given := m.puzzle.At(cell); given != 0 && int(d) != given {
			return fmt.Errorf("digit %d in cell %d, where %d is given", d, cell, given)
		}
		if d == 0 || int(d) > len(cells) || held.Has(int(d)) {
			return fmt.Errorf("digits %v, want each of 1 to %d once", filling, len(cells))
		}
		held = held.With(int(d))
	}
	return nil
}
