package board

import (
	"cmp"
	"fmt"
	"math"
)

// The checker is the judge of every engine's answers, so it shares nothing with them: it
// does not read the tables of [Shape] (units, peers) or any engine's encoding, only the
// definition of the game on row and column numbers.

// Conflict is a pair of cells that hold the same digit in a row, column or box.
type Conflict struct {
	A, B  int    // cells, A < B
	Digit int    // the digit both hold
	Unit  string // the first unit they share: "row 3", "column 1" or "box 9"
}

// Conflicts returns every pair of cells that break the rules, ordered by A, then B. A
// board without conflicts may still have no solution.
func Conflicts(b Board) []Conflict {
	n, k := sides(b.cells)
	var out []Conflict
	for x, dx := range b.cells {
		if dx == 0 {
			continue
		}
		for y := x + 1; y < len(b.cells); y++ {
			if b.cells[y] != dx {
				continue
			}
			rx, cx, ry, cy := x/n, x%n, y/n, y%n
			var unit string
			switch {
			case rx == ry:
				unit = fmt.Sprintf("row %d", rx+1)
			case cx == cy:
				unit = fmt.Sprintf("column %d", cx+1)
			case rx/k == ry/k && cx/k == cy/k:
				unit = fmt.Sprintf("box %d", rx/k*k+cx/k+1)
			default:
				continue
			}
			out = append(out, Conflict{A: x, B: y, Digit: int(dx), Unit: unit})
		}
	}
	return out
}

// CheckSolution returns nil if grid is a solution of puzzle: full, every digit once in each
// row, column and box, every given kept. Otherwise the error names the first fault.
func CheckSolution(puzzle, grid Board) error {
	if len(grid.cells) == 0 || len(puzzle.cells) != len(grid.cells) {
		return fmt.Errorf("board: solution has %d cells, puzzle %d", len(grid.cells), len(puzzle.cells))
	}
	n, k := sides(grid.cells)
	for i, d := range grid.cells {
		switch g := puzzle.cells[i]; {
		case d == 0:
			return fmt.Errorf("board: r%dc%d is empty", i/n+1, i%n+1)
		case int(d) > n:
			return fmt.Errorf("board: r%dc%d holds %d, want 1 to %d", i/n+1, i%n+1, d, n)
		case g != 0 && g != d:
			return fmt.Errorf("board: r%dc%d holds %d, given is %d", i/n+1, i%n+1, d, g)
		}
	}
	// A line of n cells with digits 1…n holds each once exactly if no digit comes twice.
	twice := func(name string, number int, at func(j int) int) error {
		seen := make([]bool, n+1)
		for j := range n {
			d := grid.cells[at(j)]
			if seen[d] {
				return fmt.Errorf("board: %s %d holds %d twice", name, number+1, d)
			}
			seen[d] = true
		}
		return nil
	}
	for i := range n {
		err := cmp.Or(
			twice("row", i, func(j int) int { return i*n + j }),
			twice("column", i, func(j int) int { return j*n + i }),
			twice("box", i, func(j int) int { return (i/k*k+j/k)*n + i%k*k + j%k }),
		)
		if err != nil {
			return err
		}
	}
	return nil
}

// sides returns n and k for a board of n² = k⁴ cells.
func sides(cells []uint8) (n, k int) {
	n = int(math.Sqrt(float64(len(cells))) + 0.5)
	return n, int(math.Sqrt(float64(n)) + 0.5)
}
