package plain

import (
	"slices"

	"sudokulab/pkg/board"
)

// Rules says which rules a step applies besides Eliminate and Only, which it always does.
type Rules struct {
	Locked  bool `json:"locked"`
	Doubles bool `json:"doubles"`
}

// Apply returns the candidates after one round of the rules, and whether they show that the board
// has no solution: a cell has no candidate left, or Only found a digit without a place.
func (r Rules) Apply(shape *board.Shape, candidates []board.Digits) (after []board.Digits, contradiction bool) {
	x := minus(candidates, Eliminate(shape, candidates))
	if r.Locked {
		x = minus(x, Locked(shape, x))
	}
	struck, missing := Only(shape, x)
	x = minus(x, struck)
	if r.Doubles {
		naked, hidden := NakedDoubles(shape, x), HiddenDoubles(shape, x)
		x = minus(minus(x, naked), hidden)
	}
	for _, digits := range x {
		missing = missing || digits == 0
	}
	return x, missing
}

// Eliminate returns, for each cell, the digits that are the only candidate of a peer.
func Eliminate(shape *board.Shape, x []board.Digits) []board.Digits {
	strike := make([]board.Digits, len(x))
	for cell := range x {
		for _, peer := range shape.Peers(cell) {
			if x[peer].Single() {
				strike[cell] |= x[peer] & x[cell]
			}
		}
	}
	return strike
}

// Locked returns the strikes of digits confined, within a box, to one row or column (struck from the
// rest of that row or column) or, within a row or column, to one box (struck from the rest of it).
func Locked(shape *board.Shape, x []board.Digits) []board.Digits {
	strike := make([]board.Digits, len(x))
	units, n := shape.Units(), shape.Side()
	lines, boxes := units[:2*n], units[2*n:]
	for _, line := range lines {
		for _, box := range boxes {
			confine(x, strike, line, box)
			confine(x, strike, box, line)
		}
	}
	return strike
}

// confine strikes from the rest of unit b the digits that unit a has inside b only. The two overlap or
// nothing happens.
func confine(x, strike []board.Digits, a, b []int) {
	var in, out board.Digits
	for _, cell := range a {
		if contains(b, cell) {
			in |= x[cell]
		} else {
			out |= x[cell]
		}
	}
	for _, cell := range b {
		if !contains(a, cell) {
			strike[cell] |= in &^ out & x[cell]
		}
	}
}

// Only returns the strikes of digits with one place in a row, column or box: such a cell keeps these
// digits alone. missing says that some unit has no place for some digit.
func Only(shape *board.Shape, x []board.Digits) (strike []board.Digits, missing bool) {
	keep := make([]board.Digits, len(x))
	for _, unit := range shape.Units() {
		var once, twice board.Digits
		for _, cell := range unit {
			twice |= once & x[cell]
			once |= x[cell]
		}
		missing = missing || once != board.AllDigits(shape.Side())
		for _, cell := range unit {
			keep[cell] |= x[cell] &^ twice
		}
	}
	strike = make([]board.Digits, len(x))
	for cell := range x {
		if keep[cell] != 0 {
			strike[cell] = x[cell] &^ keep[cell]
		}
	}
	return strike, missing
}

// NakedDoubles returns, for each unit and pair of digits that are all the candidates of two or more of
// its cells, the strikes of the pair from its other cells.
func NakedDoubles(shape *board.Shape, x []board.Digits) []board.Digits {
	strike := make([]board.Digits, len(x))
	nakedIn(shape.Units(), x, strike)
	return strike
}

// nakedIn marks the strikes of naked doubles in some units.
func nakedIn(units [][]int, x, strike []board.Digits) {
	for _, unit := range units {
		for i, first := range unit {
			for _, second := range unit[i+1:] {
				if pair := x[first]; pair.Count() == 2 && x[second] == pair {
					for _, cell := range unit {
						if x[cell] != pair {
							strike[cell] |= pair & x[cell]
						}
					}
				}
			}
		}
	}
}

// HiddenDoubles returns, for each unit and pair of digits that have the same two cells of it as their
// only places, the strikes of all other digits from these two.
func HiddenDoubles(shape *board.Shape, x []board.Digits) []board.Digits {
	strike := make([]board.Digits, len(x))
	hiddenIn(shape.Units(), x, strike)
	return strike
}

// hiddenIn marks the strikes of hidden doubles in some units.
func hiddenIn(units [][]int, x, strike []board.Digits) {
	for _, unit := range units {
		for a := 1; a <= len(unit); a++ {
			for b := a + 1; b <= len(unit); b++ {
				pair, either, both := board.DigitsOf(a, b), 0, 0
				for _, cell := range unit {
					if x[cell]&pair != 0 {
						either++
					}
					if x[cell]&pair == pair {
						both++
					}
				}
				if either != 2 || both != 2 {
					continue
				}
				for _, cell := range unit {
					if x[cell]&pair == pair {
						strike[cell] |= x[cell] &^ pair
					}
				}
			}
		}
	}
}

// DoublesIn returns the strikes of both kinds of double in some units alone, for comparison with networks that
// leave others out.
func DoublesIn(units [][]int, x []board.Digits) []board.Digits {
	strike := make([]board.Digits, len(x))
	nakedIn(units, x, strike)
	hiddenIn(units, x, strike)
	return strike
}

func minus(x, strike []board.Digits) []board.Digits {
	out := make([]board.Digits, len(x))
	for cell := range x {
		out[cell] = x[cell] &^ strike[cell]
	}
	return out
}

func contains(unit []int, cell int) bool {
	return slices.Contains(unit, cell)
}
