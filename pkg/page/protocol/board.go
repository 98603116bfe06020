package protocol

import (
	"fmt"
	"math"

	"sudokulab/pkg/board"
)

// Board is a board in JSON.
type Board struct {
	// Cells are the digits row by row, "." for an empty one, from "1" to "9", then "A" to "Z" and "a" for 36.
	Cells string `json:"cells"`
	// Diagonals demands each digit once on both long diagonals too.
	Diagonals bool `json:"diagonals,omitempty"`
	// Regions holds for each cell the character of its region, in place of square boxes.
	Regions string `json:"regions,omitempty"`
}

// shape reads the shape of a board with a number of cells.
func (d *Desk) shape(cells int, diagonals bool, regions string) (*board.Shape, error) {
	side := int(math.Sqrt(float64(cells)))
	if side*side != cells || side < board.MinSide || side > board.MaxSide {
		return nil, bad("board: %d cells, want those of a square from %d×%d to %d×%d", cells, board.MinSide, board.MinSide, board.MaxSide, board.MaxSide)
	}
	if most := d.limits.Side; most > 0 && side > most {
		return nil, bad("board: side %d, want at most %d here", side, most)
	}
	v := board.Variant{Diagonals: diagonals}
	if regions != "" {
		var err error
		if v.Regions, err = board.ParseRegions(regions); err != nil {
			return nil, bad("board, regions: %s", plainly(err))
		}
	}
	s, err := board.ShapeWith(side, v)
	if err != nil {
		return nil, bad("board: %s", plainly(err))
	}
	return s, nil
}

// board reads a board.
func (d *Desk) board(b Board) (board.Board, error) {
	n := len(b.Cells)
	if n == 0 {
		return board.Board{}, bad("board, cells: there are none, want the digits row by row")
	}
	s, err := d.shape(n, b.Diagonals, b.Regions)
	if err != nil {
		return board.Board{}, err
	}
	parsed, err := board.ParseOn(s, b.Cells)
	if err != nil {
		return board.Board{}, bad("board, cells: %s", plainly(err))
	}
	return parsed, nil
}

// toBoard writes a board.
func toBoard(b board.Board) (Board, error) {
	if b.IsZero() {
		return Board{}, nil
	}
	v := b.Shape().Variant()
	out := Board{Cells: b.String(), Diagonals: v.Diagonals}
	if v.Regions != nil {
		var err error
		if out.Regions, err = board.FormatRegions(v.Regions); err != nil {
			return out, fmt.Errorf("board: %w", err)
		}
	}
	return out, nil
}

// gridOf writes the digits of a solution, nothing if there is none.
func gridOf(b board.Board) string {
	if b.IsZero() {
		return ""
	}
	return b.String()
}

// Masks are sets of digits by cell: digit d is in a set if its bit d−1 is.
type Masks []uint64

// toMasks writes sets of digits, nothing if there are none.
func toMasks(sets []board.Digits) Masks {
	if sets == nil {
		return nil
	}
	out := make(Masks, len(sets))
	for i, s := range sets {
		out[i] = uint64(s)
	}
	return out
}

// marks reads the sets of digits of a board's cells.
func marks(s *board.Shape, m Masks) ([]board.Digits, error) {
	if m == nil {
		return nil, nil
	}
	if len(m) != s.Cells() {
		return nil, bad("marks: for %d cells, want %d", len(m), s.Cells())
	}
	out := make([]board.Digits, len(m))
	for c, set := range m {
		if set&^uint64(board.AllDigits(s.Side())) != 0 {
			return nil, bad("marks: %s has a digit beyond %d", s.CellName(c), s.Side())
		}
		out[c] = board.Digits(set)
	}
	return out, nil
}
