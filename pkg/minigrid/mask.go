package minigrid

import (
	"errors"
	"math/bits"
	"time"

	"sudokulab/pkg/board"
)

// Masks is the outcome of phase 1 (section 3.1): for each row, column and box, and each diagonal
// of a board that has them, the digits that its givens use. It keeps a copy of the puzzle. A unit
// that the board lacks makes [Masks.Used] panic.
type Masks struct {
	Phase  Phase
	puzzle board.Board
	used   []board.Digits // by unit
	twice  []board.Digits // by unit: digits that more than one given holds
}

// Mask runs phase 1 in O(n²): one pass over the cells. It errs on the zero Board only; givens
// that conflict are a finding ([Masks.Conflict]).
func Mask(puzzle board.Board) (*Masks, error) {
	if puzzle.IsZero() {
		return nil, errors.New("minigrid: the board is the zero Board, want one with a shape")
	}
	start := time.Now()
	shape := puzzle.Shape()
	units := len(shape.Units())
	sets := make([]board.Digits, 2*units)
	m := &Masks{puzzle: puzzle.Clone(), used: sets[:units], twice: sets[units:]}
	for cell, d := range m.puzzle.Cells() {
		if d == 0 {
			continue
		}
		digit := board.Digits(1) << (d - 1)
		for _, u := range shape.UnitsOf(cell) {
			m.twice[u] |= m.used[u] & digit
			m.used[u] |= digit
		}
	}
	m.Phase = Phase{
		Steps:   int64(shape.Cells()),
		Bytes:   int64(shape.Cells()) + 8*int64(len(sets)),
		Elapsed: time.Since(start),
	}
	return m, nil
}

// Puzzle returns the board that was masked. It is shared, not to be written to.
func (m *Masks) Puzzle() board.Board { return m.puzzle }

// Used returns the digits that the givens of a unit hold, units numbered as by
// [board.Shape.Units].
func (m *Masks) Used(unit int) board.Digits { return m.used[unit] }

// Conflict reports whether two givens of a unit are equal: the board is unsolvable, and phase 1
// has found it out.
func (m *Masks) Conflict() bool {
	for _, d := range m.twice {
		if d != 0 {
			return true
		}
	}
	return false
}

// Bits returns the bits that the masks need: one for each digit of each unit, 3n² on a plain
// board. The paper's table of section 6 puts it at n·⌈log₂(n+1)⌉.
func (m *Masks) Bits() int {
	if m.puzzle.IsZero() {
		return 0
	}
	return len(m.used) * m.puzzle.Shape().Side()
}

// BoardBits returns the bits of the board by the formula of section 2.1: n²·⌈log₂(n+1)⌉.
func (m *Masks) BoardBits() int {
	if m.puzzle.IsZero() {
		return 0
	}
	return m.puzzle.Shape().Cells() * bits.Len(uint(m.puzzle.Shape().Side()))
}
