package engine

import "sudokulab/pkg/bitboard"

// Counter9 counts the solutions of 9×9 boards and finds second ones, with package bitboard,
// in the form that package generate asks for. It serves one goroutine at a time and
// allocates nothing but itself. The boards are row by row, 0 for an empty cell; what is
// returned holds until the next call.
type Counter9 struct{ s *bitboard.Solver }

// solver makes the zero Counter9 usable.
func (c *Counter9) solver() *bitboard.Solver {
	if c.s == nil {
		c.s = bitboard.New()
	}
	return c.s
}

// NewCounter9 returns a counter.
func NewCounter9() *Counter9 { return &Counter9{bitboard.New()} }

// Count returns the number of solutions, at most limit, and the first one.
func (c *Counter9) Count(puzzle *[81]uint8, limit int) (solutions int, first *[81]uint8) {
	n := c.solver().CountUpTo((*bitboard.Cells)(puzzle), limit)
	return n, (*[81]uint8)(c.s.First())
}

// Another returns a solution other than the one given, and whether there is one.
func (c *Counter9) Another(puzzle, solution *[81]uint8) (rival *[81]uint8, found bool) {
	found = c.solver().Another((*bitboard.Cells)(puzzle), (*bitboard.Cells)(solution))
	return (*[81]uint8)(c.s.Solution()), found
}

// Guesses returns the guesses of the last call.
func (c *Counter9) Guesses() int64 { return c.solver().Guesses() }
