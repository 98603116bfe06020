package board

import (
	"cmp"
	"fmt"
	"math"
)

// The checker is the judge of every engine's answers, so it shares nothing with them: it
// does not read the tables of [Shape] (units, peers, boxes) or any engine's encoding, only
// the definition of the game on row and column numbers, and from the shape no more than its
// [Variant]: whether the diagonals count, and the map of regions if there is one.

// Conflict is a pair of cells that hold the same digit in a unit.
type Conflict struct {
	A, B  int    // cells, A < B
	Digit int    // the digit both hold
	Unit  string // the first unit they share: "row 3", "column 1", "box 9", "region 4" or "diagonal 2"
}

// Conflicts returns every pair of cells that break the rules, ordered by A, then B. A
// board without conflicts may still have no solution.
func Conflicts(b Board) []Conflict {
	n, k := sides(b.cells)
	v := rules(b)
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
			case v.Regions == nil && rx/k == ry/k && cx/k == cy/k:
				unit = fmt.Sprintf("box %d", rx/k*k+cx/k+1)
			case len(v.Regions) > 0 && v.Regions[x] == v.Regions[y]:
				unit = fmt.Sprintf("region %d", v.Regions[x]+1)
			case v.Diagonals && rx == cx && ry == cy:
				unit = "diagonal 1"
			case v.Diagonals && rx+cx == n-1 && ry+cy == n-1:
				unit = "diagonal 2"
			default:
				continue
			}
			out = append(out, Conflict{A: x, B: y, Digit: int(dx), Unit: unit})
		}
	}
	return out
}

// CheckSolution returns nil if grid is a solution of puzzle: of the same shape, full, every
// digit once in each row, column, box or region, and on both diagonals where they count,
// every given kept. Otherwise the error names the first fault.
func CheckSolution(puzzle, grid Board) error {
	if len(grid.cells) == 0 || len(puzzle.cells) != len(grid.cells) {
		return fmt.Errorf("board: solution has %d cells, puzzle %d", len(grid.cells), len(puzzle.cells))
	}
	if puzzle.shape != grid.shape {
		other := puzzle.shape.String()
		if other == grid.shape.String() {
			other = "another one"
		}
		return fmt.Errorf("board: solution is on the shape %v, puzzle on %s", grid.shape, other)
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
	// A unit of n cells with digits 1…n holds each once exactly if no digit comes twice.
	// Bit d of a mask: digit d has come.
	line := func(name string, number, from, step int) error {
		var seen uint64
		for j := range n {
			d := grid.cells[from+j*step]
			if seen>>(d&63)&1 != 0 {
				return fmt.Errorf("board: %s %d holds %d twice", name, number+1, d)
			}
			seen |= 1 << (d & 63)
		}
		return nil
	}
	for i := range n {
		if err := cmp.Or(line("row", i, i*n, 1), line("column", i, i, n)); err != nil {
			return err
		}
	}
	v := rules(grid)
	if v.Diagonals {
		if err := cmp.Or(line("diagonal", 0, 0, n+1), line("diagonal", 1, n-1, n-1)); err != nil {
			return err
		}
	}
	if v.Regions == nil {
		for i := range n {
			var seen uint64
			for corner, row := i/k*k*n+i%k*k, 0; row < k; row++ {
				for _, d := range grid.cells[corner+row*n:][:k] {
					if seen>>(d&63)&1 != 0 {
						return fmt.Errorf("board: box %d holds %d twice", i+1, d)
					}
					seen |= 1 << (d & 63)
				}
			}
		}
		return nil
	}
	var seen [MaxSide]uint64 // of each region
	for i, d := range grid.cells {
		r := v.Regions[i]
		if seen[r]>>(d&63)&1 != 0 {
			return fmt.Errorf("board: region %d holds %d twice", r+1, d)
		}
		seen[r] |= 1 << (d & 63)
	}
	return nil
}

// rules returns the variant that a board is under; the zero Board is under none.
func rules(b Board) Variant {
	if b.shape == nil {
		return Variant{}
	}
	return b.shape.variant
}

// sides returns n and, for a plain board, k from the number of cells.
func sides(cells []uint8) (n, k int) {
	n = int(math.Sqrt(float64(len(cells))) + 0.5)
	return n, int(math.Sqrt(float64(n)) + 0.5)
}
