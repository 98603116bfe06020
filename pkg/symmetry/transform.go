package symmetry

import (
	"fmt"

	"sudokulab/pkg/board"
)

// Transform is one member of the symmetry group of boards with boxes of k×k cells. With b
// the board, bᵀ its transpose, n = k² and i, j from 0 to n−1, the image r is
//
//	r[i][j] = Digits[ b [Rows[i]][Cols[j]] ]   if Transpose is false
//	r[i][j] = Digits[ bᵀ[Rows[i]][Cols[j]] ]   if Transpose is true
//
// so Rows and Cols name where a line comes from, and Digits where a digit goes. The
// elements of the arrays past n are 0, which makes == the equality of transforms and lets
// one be the key of a map. The zero Transform has no size and is not valid; start from
// [Identity].
type Transform struct {
	Box       uint8                    // k
	Transpose bool                     // whether the transpose is taken first
	Rows      [board.MaxSide]uint8     // image row → source row
	Cols      [board.MaxSide]uint8     // image column → source column
	Digits    [board.MaxSide + 1]uint8 // digit → its label in the image; Digits[0] is 0
}

// Identity returns the transform that changes nothing. For a shape that is not plain, whose
// group this package does not know, it returns the zero Transform.
func Identity(s *board.Shape) Transform {
	if !s.Plain() {
		return Transform{}
	}
	t := Transform{Box: uint8(s.Box())}
	for i := range s.Side() {
		t.Rows[i], t.Cols[i], t.Digits[i+1] = uint8(i), uint8(i), uint8(i+1)
	}
	return t
}

// side returns n = k².
func (t *Transform) side() int { return int(t.Box) * int(t.Box) }

// Validate returns nil if t is in the group: its size exists, Rows and Cols are
// permutations of 0…n−1 that keep each band and each stack together, Digits is a
// permutation of 1…n that leaves 0 alone, and nothing is written past n.
func (t Transform) Validate() error {
	if t.Box < board.MinBox || t.Box > board.MaxBox {
		return fmt.Errorf("symmetry: transform of box side %d, want %d to %d", t.Box, board.MinBox, board.MaxBox)
	}
	if err := validateLines("row", "band", t.Rows[:], int(t.Box)); err != nil {
		return err
	}
	if err := validateLines("column", "stack", t.Cols[:], int(t.Box)); err != nil {
		return err
	}
	n := t.side()
	if t.Digits[0] != 0 {
		return fmt.Errorf("symmetry: an empty cell becomes %d, want 0", t.Digits[0])
	}
	var seen uint64
	for d := 1; d < len(t.Digits); d++ {
		switch to := t.Digits[d]; {
		case d > n && to != 0:
			return fmt.Errorf("symmetry: digit %d becomes %d on a board of side %d, want 0", d, to, n)
		case d > n:
		case to < 1 || int(to) > n:
			return fmt.Errorf("symmetry: digit %d becomes %d, want 1 to %d", d, to, n)
		case seen>>to&1 != 0:
			return fmt.Errorf("symmetry: two digits become %d", to)
		default:
			seen |= 1 << to
		}
	}
	return nil
}

func validateLines(line, group string, from []uint8, k int) error {
	var seen uint64
	for i, f := range from {
		switch {
		case i >= k*k && f != 0:
			return fmt.Errorf("symmetry: %s %d comes from %s %d on a board of side %d, want 0", line, i+1, line, f+1, k*k)
		case i >= k*k:
		case int(f) >= k*k:
			return fmt.Errorf("symmetry: %s %d comes from %s %d, want 1 to %d", line, i+1, line, f+1, k*k)
		case seen>>f&1 != 0:
			return fmt.Errorf("symmetry: %s %d is used twice", line, f+1)
		case int(f)/k != int(from[i/k*k])/k:
			return fmt.Errorf("symmetry: %s %d comes from %s %d, outside the %s that %s %d comes from",
				line, i+1, line, f+1, group, line, i/k*k+1)
		default:
			seen |= 1 << f
		}
	}
	return nil
}

// Compose returns the transform that applies first, then second. It errs if one of them
// is not valid or their sizes differ.
func Compose(first, second Transform) (Transform, error) {
	if err := first.Validate(); err != nil {
		return Transform{}, err
	}
	if err := second.Validate(); err != nil {
		return Transform{}, err
	}
	if first.Box != second.Box {
		return Transform{}, fmt.Errorf("symmetry: composing transforms of side %d and %d", first.side(), second.side())
	}
	return compose(&first, &second), nil
}

func compose(first, second *Transform) Transform {
	t := Transform{Box: first.Box, Transpose: first.Transpose != second.Transpose}
	// A transposition after first turns first's columns into the rows that second sees.
	rows, cols := &first.Rows, &first.Cols
	if second.Transpose {
		rows, cols = cols, rows
	}
	for i := range first.side() {
		t.Rows[i] = rows[second.Rows[i]]
		t.Cols[i] = cols[second.Cols[i]]
		t.Digits[i+1] = second.Digits[first.Digits[i+1]]
	}
	return t
}

// Inverse returns the transform that undoes t. It errs if t is not valid.
func (t Transform) Inverse() (Transform, error) {
	if err := t.Validate(); err != nil {
		return Transform{}, err
	}
	return inverse(&t), nil
}

func inverse(t *Transform) Transform {
	u := Transform{Box: t.Box, Transpose: t.Transpose}
	rows, cols := &u.Rows, &u.Cols
	if t.Transpose {
		rows, cols = cols, rows
	}
	for i := range t.side() {
		rows[t.Rows[i]] = uint8(i)
		cols[t.Cols[i]] = uint8(i)
		u.Digits[t.Digits[i+1]] = uint8(i + 1)
	}
	return u
}
