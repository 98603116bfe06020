package bitboard

import (
	"errors"
	"fmt"

	"sudokulab/pkg/board"
)

// Cells is a 9×9 board, row by row: digits 1–9, 0 for a blank. board.FromCells(c[:]) makes
// a Board that shares them.
type Cells [81]uint8

// FromBoard returns the cells of a plain board of side 9; the error says what b is instead.
func FromBoard(b board.Board) (c Cells, err error) {
	if err := takes(b); err != nil {
		return c, err
	}
	copy(c[:], b.Cells())
	return c, nil
}

func takes(b board.Board) error {
	switch {
	case b.IsZero():
		return errors.New("bitboard: the zero board, want a board of side 9")
	case b.Shape().Side() != 9:
		return fmt.Errorf("bitboard: board of side %d, want 9", b.Shape().Side())
	case !b.Shape().Plain():
		return errors.New("bitboard: board with diagonals or regions, want a plain one")
	}
	return nil
}
