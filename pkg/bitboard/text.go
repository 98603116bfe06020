package bitboard

import (
	"fmt"
	"strings"
)

// Parse reads a puzzle from one line of 81 characters, row by row: digits 1–9, and '.', '0', '_' or
// '*' for an empty cell. Spaces around the line are ignored. The error says at which character the
// line is something else. Package board/format reads every other form.
func Parse(line string) (Cells, error) {
	line = strings.TrimSpace(line)
	for i, r := range line { // i counts characters as long as each is one byte
		switch {
		case i == 81:
			return Cells{}, fmt.Errorf("bitboard: more than 81 characters, want one for each cell; character 82 is %q", r)
		case '0' <= r && r <= '9', r == '.', r == '_', r == '*':
		default:
			return Cells{}, fmt.Errorf("bitboard: character %d (row %d, column %d) is %q, want a digit 1 to 9, or . or 0 for an empty cell", i+1, i/9+1, i%9+1, r)
		}
	}
	if len(line) < 81 {
		return Cells{}, fmt.Errorf("bitboard: %d characters, want 81, one for each cell", len(line))
	}
	var c Cells
	for i := range c {
		if d := line[i]; '1' <= d && d <= '9' {
			c[i] = d - '0'
		}
	}
	return c, nil
}

// String writes the cells as [Parse] reads them, '.' for an empty one. A value above 9, which no
// puzzle has, is written as '?'.
func (c Cells) String() string {
	var line [81]byte
	for i, d := range c {
		switch {
		case d == 0:
			line[i] = '.'
		case d <= 9:
			line[i] = '0' + d
		default:
			line[i] = '?'
		}
	}
	return string(line[:])
}

// Solve reads a puzzle as [Parse] does and solves it. solutions is 0, 1 or 2, where 2 stands for two
// and more: a puzzle has one solution only if it is 1. grid is the first that was found, the zero
// Cells if there is none. Each call makes a [Solver], which costs more than most puzzles; for many,
// take [New] and [Solver.CountUpTo], or [Batch].
func Solve(line string) (grid Cells, solutions int, err error) {
	puzzle, err := Parse(line)
	if err != nil {
		return Cells{}, 0, err
	}
	s := New()
	solutions = s.CountUpTo(&puzzle, 2)
	return *s.First(), solutions, nil
}
