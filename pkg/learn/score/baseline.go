package score

import (
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn/puzzles"
)

// Rule is a set of rules that a baseline fills cells by.
type Rule uint8

// The rules.
const (
	NakedSingles  Rule = 1 << iota // a cell has one candidate left
	HiddenSingles                  // a digit has one place left in a unit
	Singles       = NakedSingles | HiddenSingles
)

// Baselines returns the rules that tables compare with, in order.
func Baselines() []Rule { return []Rule{NakedSingles, HiddenSingles, Singles} }

// String returns "naked-singles", "hidden-singles" or "singles".
func (r Rule) String() string {
	switch r {
	case NakedSingles:
		return "naked-singles"
	case HiddenSingles:
		return "hidden-singles"
	case Singles:
		return "singles"
	}
	return fmt.Sprintf("rule(%d)", uint8(r))
}

// Fill returns a copy of a board, of any shape, filled by the rule until it does nothing more.
// Each round takes the candidates of the board as it is, finds all cells that the rule fills,
// and fills them; of a digit that would come twice into a unit, on a board without a solution,
// the second is left out.
func Fill(r Rule, b board.Board) board.Board {
	b = b.Clone()
	for round(r, b) {
	}
	return b
}

// round makes one round and reports whether it filled a cell.
func round(r Rule, b board.Board) bool {
	s, candidates := b.Shape(), board.Candidates(b)
	filled := false
	put := func(cell, digit int) {
		if b.At(cell) != 0 {
			return
		}
		for _, p := range s.Peers(cell) {
			if b.At(p) == digit {
				return
			}
		}
		b.Set(cell, digit)
		filled = true
	}
	if r&NakedSingles != 0 {
		for cell := range s.Cells() {
			if b.At(cell) == 0 && candidates[cell].Single() {
				put(cell, candidates[cell].First())
			}
		}
	}
	if r&HiddenSingles != 0 {
		for _, unit := range s.Units() {
			for digit := 1; digit <= s.Side(); digit++ {
				places, last := 0, 0
				for _, cell := range unit {
					if candidates[cell].Has(digit) {
						places++
						last = cell
					}
				}
				if places == 1 {
					put(last, digit)
				}
			}
		}
	}
	return filled
}

// Baseline measures a rule on samples.
func Baseline(r Rule, samples []puzzles.Sample) (Metrics, error) {
	var m Metrics
	for i, s := range samples {
		if err := m.Grid(s, Fill(r, s.Board()).Cells()); err != nil {
			return m, fmt.Errorf("%w (puzzle %d)", err, i)
		}
	}
	return m, nil
}
