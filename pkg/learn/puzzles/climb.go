package puzzles

import (
	"math/rand/v2"

	"sudokulab/pkg/bitboard"
)

// Puzzles are made harder, or smaller, by exchanges of one given for another, as the forum that
// collects the hardest puzzles searches ("{−1,+1}"). There each exchange is tried by itself,
// and 1 in 120 leaves one solution (package generate). Here all exchanges for one given are
// found together: without it the board has a few dozen solutions, and every digit that
// exactly one of them has in a cell makes that one the only solution. What is found depends on
// nothing but the board, so the puzzles are the same in every build.
//
// Smaller puzzles come from exchanges after which some given can be spared. Taking out two
// givens and putting in one, by turns with that, did not get there sooner: most boards
// without two givens have too many solutions to list.

const (
	climbSolutions = 256 // boards with more solutions are left aside
	climbRated     = 4   // exchanges rated in a step
)

// climber holds the workspace of a climb.
type climber struct {
	solutions [climbSolutions]bitboard.Cells
	count     [81][10]uint16 // solutions with a digit in a cell
	has       [81][10]uint16 // one of them
	exchanges []exchange
	given     [81]uint8
}

// exchange puts a digit into an empty cell, which a solution alone has there.
type exchange struct{ cell, digit, solution uint16 }

// climb tries a number of steps on n.best and makes it minimal.
func (n *nine) climb(rng *rand.Rand, steps int) error {
	if steps == 0 {
		return nil
	}
	if n.climber == nil {
		n.climber = &climber{}
	}
	for range steps {
		n.step(rng, n.climber)
	}
	grid, start := n.best.Solution, n.best.Puzzle
	if err := n.minimal.Reduce(rng, &start, &grid, &n.puzzle); err != nil {
		return err
	}
	// Fewer givens as a rule take more guesses, but the search may have had luck before.
	if g := n.rate(&n.puzzle.Puzzle); g >= n.guesses {
		n.best, n.guesses = n.puzzle, g
	}
	return nil
}

// step exchanges a given for the best of some others, unless guesses are lost.
func (n *nine) step(rng *rand.Rand, c *climber) {
	p := c.without(rng, n.scalar, &n.best.Puzzle)
	from := n.best.Puzzle
	for range climbRated {
		e, ok := c.draw(rng)
		if !ok {
			return
		}
		q := p
		q[e.cell] = uint8(e.digit)
		g := n.rate(&q)
		if g > n.guesses || g == n.guesses && n.best.Puzzle == from {
			n.best.Puzzle, n.best.Solution, n.guesses = q, c.solutions[e.solution], g
		}
	}
}

// shrink exchanges givens of n.best, each time made minimal, up to a number of steps and down to
// the number of givens wanted.
func (n *nine) shrink(rng *rand.Rand, steps, wanted int) error {
	if steps > 0 && n.climber == nil {
		n.climber = &climber{}
	}
	for range steps {
		if n.best.Givens <= wanted {
			break
		}
		p := n.climber.without(rng, n.scalar, &n.best.Puzzle)
		e, ok := n.climber.draw(rng)
		if !ok {
			continue
		}
		p[e.cell] = uint8(e.digit)
		n.grid = n.climber.solutions[e.solution]
		if err := n.minimal.Reduce(rng, &p, &n.grid, &n.puzzle); err != nil {
			return err
		}
		if n.puzzle.Givens <= n.best.Givens {
			n.best = n.puzzle
		}
	}
	return nil
}

// without takes a given out of a puzzle and finds what can be put in instead; nothing, if the
// board has more solutions than are listed.
func (c *climber) without(rng *rand.Rand, s *bitboard.Solver, puzzle *[81]uint8) (p [81]uint8) {
	p = *puzzle
	givens := c.given[:0]
	for cell, d := range p {
		if d != 0 {
			givens = append(givens, uint8(cell))
		}
	}
	out := givens[rng.IntN(len(givens))]
	p[out] = 0
	c.exchanges = c.exchanges[:0]
	if c.list(s, &p) == climbSolutions {
		return p
	}
	for cell, d := range p {
		if d != 0 {
			continue
		}
		for digit := uint16(1); digit <= 9; digit++ {
			if c.count[cell][digit] == 1 && (cell != int(out) || digit != uint16(puzzle[out])) {
				c.exchanges = append(c.exchanges, exchange{uint16(cell), digit, c.has[cell][digit]})
			}
		}
	}
	return p
}

// draw takes one of the exchanges found.
func (c *climber) draw(rng *rand.Rand) (e exchange, ok bool) {
	last := len(c.exchanges) - 1
	if last < 0 {
		return e, false
	}
	i := rng.IntN(last + 1)
	e = c.exchanges[i]
	c.exchanges[i] = c.exchanges[last]
	c.exchanges = c.exchanges[:last]
	return e, true
}

// list finds the solutions of a puzzle, up to climbSolutions, and counts their digits.
func (c *climber) list(s *bitboard.Solver, p *[81]uint8) (found int) {
	c.count = [81][10]uint16{}
	s.Begin((*bitboard.Cells)(p))
	for ; found < climbSolutions && s.Next(-1) == bitboard.Found; found++ {
		c.solutions[found] = *s.Solution()
		for cell, d := range c.solutions[found] {
			c.count[cell][d]++
			c.has[cell][d] = uint16(found)
		}
	}
	return found
}
