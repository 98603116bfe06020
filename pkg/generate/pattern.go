package generate

import (
	"fmt"

	"sudokulab/pkg/board"
)

// Pattern is a symmetry of the set of givens: which cells are emptied together.
type Pattern string

// The patterns: every symmetry of the square, one name for each group.
const (
	PatternNone   Pattern = "none"
	Rotational180 Pattern = "rotational180" // half turn
	Rotational90  Pattern = "rotational90"  // quarter turns
	Horizontal    Pattern = "horizontal"    // mirrored in the horizontal axis: top to bottom
	Vertical      Pattern = "vertical"      // mirrored in the vertical axis: left to right
	Diagonal      Pattern = "diagonal"      // mirrored in the main diagonal: the transpose
	AntiDiagonal  Pattern = "antidiagonal"
	Orthogonal    Pattern = "orthogonal" // Horizontal and Vertical
	Diagonals     Pattern = "diagonals"  // Diagonal and AntiDiagonal
	FullSymmetry  Pattern = "full"       // all of the above
)

// Patterns returns every pattern.
func Patterns() []Pattern {
	return []Pattern{
		PatternNone, Rotational180, Rotational90, Horizontal, Vertical,
		Diagonal, AntiDiagonal, Orthogonal, Diagonals, FullSymmetry,
	}
}

// motion maps a cell's row and column on a board of side n to those of its image.
type motion func(n, row, col int) (int, int)

func quarterTurn(n, row, col int) (int, int)  { return col, n - 1 - row }
func halfTurn(n, row, col int) (int, int)     { return n - 1 - row, n - 1 - col }
func topBottom(n, row, col int) (int, int)    { return n - 1 - row, col }
func leftRight(n, row, col int) (int, int)    { return row, n - 1 - col }
func transpose(_, row, col int) (int, int)    { return col, row }
func antiDiagonal(n, row, col int) (int, int) { return n - 1 - col, n - 1 - row }

// generators returns motions that generate the pattern's group.
func (p Pattern) generators() ([]motion, error) {
	switch p {
	case PatternNone:
		return nil, nil
	case Rotational180:
		return []motion{halfTurn}, nil
	case Rotational90:
		return []motion{quarterTurn}, nil
	case Horizontal:
		return []motion{topBottom}, nil
	case Vertical:
		return []motion{leftRight}, nil
	case Diagonal:
		return []motion{transpose}, nil
	case AntiDiagonal:
		return []motion{antiDiagonal}, nil
	case Orthogonal:
		return []motion{topBottom, leftRight}, nil
	case Diagonals:
		return []motion{transpose, antiDiagonal}, nil
	case FullSymmetry:
		return []motion{quarterTurn, transpose}, nil
	}
	return nil, fmt.Errorf("generate: pattern %q, want one of %q", p, Patterns())
}

// Orbits returns the sets of cells that the pattern keeps alike, each in rising order,
// ordered by their first cell. Every cell lies in one of them.
func (p Pattern) Orbits(s *board.Shape) ([][]int, error) {
	gens, err := p.generators()
	if err != nil {
		return nil, err
	}
	orbit := make([]int, s.Cells()) // 1 + the orbit's index, 0 while unknown
	var members [][]int
	for start := range s.Cells() {
		if orbit[start] != 0 {
			continue
		}
		members = append(members, nil)
		reach := []int{start}
		orbit[start] = len(members)
		for len(reach) > 0 {
			cell := reach[len(reach)-1]
			reach = reach[:len(reach)-1]
			for _, g := range gens {
				image := s.Cell(g(s.Side(), s.Row(cell), s.Col(cell)))
				if orbit[image] == 0 {
					orbit[image] = len(members)
					reach = append(reach, image)
				}
			}
		}
	}
	for cell, o := range orbit {
		members[o-1] = append(members[o-1], cell)
	}
	return members, nil
}

// reachable reports whether some union of orbits has a number of cells in the range.
func reachable(orbits [][]int, r Range) bool {
	total := 0
	for _, o := range orbits {
		total += len(o)
	}
	can := make([]bool, total+1)
	can[0] = true
	for _, o := range orbits {
		for n := total; n >= len(o); n-- {
			can[n] = can[n] || can[n-len(o)]
		}
	}
	for n := max(0, r.Low); n <= min(total, r.High); n++ {
		if can[n] {
			return true
		}
	}
	return false
}
