package play

import (
	"fmt"

	"sudokulab/pkg/board"
)

// Breaks reports whether a digit in a cell would break a rule: whether a peer of the cell holds it. cells
// are those of a board of the shape, row by row. What the cell itself holds does not matter.
func Breaks(s *board.Shape, cells []uint8, cell int, digit uint8) bool {
	for _, p := range s.Peers(cell) {
		if cells[p] == digit {
			return true
		}
	}
	return false
}

// Moves says which moves count as legal.
type Moves struct {
	// TakeBack lets moves change the cells that were played: another digit replaces the one that is there,
	// the same one empties the cell. Without it only empty cells may be moved on.
	TakeBack bool
	// Strict leaves out digits that a peer of the cell holds. Emptying a cell breaks no rule.
	Strict bool
}

// Legal writes which moves on a board are legal, and returns how many are. cells are those of a board of
// the shape and givens those of its puzzle, n² each; legal is [n³], with digit d of a cell at
// cell·n + d − 1. It allocates nothing, and panics for slices of other lengths.
func Legal(s *board.Shape, cells, givens []uint8, m Moves, legal []bool) (count int) {
	n := s.Side()
	if len(cells) != n*n || len(givens) != n*n || len(legal) != n*n*n {
		panic(fmt.Errorf("play: %d cells, %d givens and %d moves on a board of side %d, want %d, %d and %d",
			len(cells), len(givens), len(legal), n, n*n, n*n, n*n*n))
	}
	// Bit d−1 of a unit's mask: a cell of the unit holds d. The cell's own digit is among them, which
	// changes nothing: that digit is judged apart below.
	var units [3*board.MaxSide + 2]uint64
	if m.Strict {
		for cell, d := range cells {
			for _, u := range s.UnitsOf(cell) {
				units[u] |= 1 << d >> 1
			}
		}
	}
	for cell, was := range cells {
		row := legal[cell*n : cell*n+n]
		if was != 0 && (!m.TakeBack || givens[cell] != 0) {
			clear(row)
			continue
		}
		taken := uint64(0)
		if m.Strict {
			for _, u := range s.UnitsOf(cell) {
				taken |= units[u]
			}
			if was != 0 {
				taken &^= 1 << (was - 1)
			}
		}
		for d := range row {
			row[d] = taken>>d&1 == 0
			if row[d] {
				count++
			}
		}
	}
	return count
}
