package bitboard

import (
	"sudokulab/pkg/bitboard/triad"
)

// Counter counts the solutions of puzzles as fast as this package can on the processor at hand: it is
// for those who want a number and not the solutions. Nothing but the number is the same everywhere; who
// wants solutions in an order that any machine gives, and guesses that any machine needs, takes a
// [Solver]. It must come from [NewCounter], allocates nothing afterwards and serves one goroutine at a
// time.
//
// Up to two solutions are looked for by package bitboard/triad where the processor has the vector instructions. More
// of them are found by a Solver first, one after the other, and then counted, by its loose search, in which a position
// whose open cells have two candidates each is not searched to its end: see paired. In puzzles with many solutions most
// of the search consists of such ends.
type Counter struct {
	vector *triad.Engine // nil without vector instructions
	scalar *Solver
	nodes  int64
	// several: the last puzzle had several solutions, and those of a file are mostly alike. Then the vectors, which
	// would only say so once more, are not asked.
	several bool
	stack   [maxDepth]marks
}

// few is the number of solutions up to which one after the other is looked for: by then the search is where they are.
const few = 4

// NewCounter returns a counter. It takes up to 250 kB.
func NewCounter() *Counter {
	c := &Counter{scalar: NewScalar()}
	if e := triad.New(); e.Vector() {
		c.vector = e
	}
	return c
}

// Vector reports whether the counter uses vector instructions.
func (c *Counter) Vector() bool { return c.vector != nil }

// Guesses returns the number of guesses of the last call of CountUpTo, which depends on the
// processor and on what was counted before.
func (c *Counter) Guesses() int64 { return c.nodes }

// CountUpTo returns the number of solutions of a puzzle, at most limit; 0 for a limit below 1. Like
// [Solver.Begin] it panics if puzzle is nil, and a value above 9 in a cell leaves no solution.
func (c *Counter) CountUpTo(puzzle *Cells, limit int) int {
	if puzzle == nil {
		panic("bitboard: the puzzle is nil")
	}
	c.nodes = 0
	if limit < 1 {
		return 0
	}
	if c.vector != nil && (limit <= 2 || !c.several) {
		found := c.vector.CountUpTo((*[81]uint8)(puzzle), min(limit, 2))
		c.nodes, c.several = c.vector.Guesses(), found > 1
		if !c.several || limit == 2 {
			return found
		}
	}
	s := c.scalar
	s.Begin(puzzle)
	found := 0
	for found < min(limit, few) && s.Next(-1) == Found {
		found++
	}
	c.nodes += s.Guesses()
	c.several = found > 1
	total := int64(found) // what is left of the search lies on its stack
	for ; s.top >= 0 && total < int64(limit); s.top-- {
		c.stack[0] = s.stack[s.top].marks
		total += c.count(0, int64(limit)-total)
	}
	return int(total)
}

// count returns the number of solutions of the position at a place of the stack, at most limit. It
// overwrites that place and those above.
func (c *Counter) count(at int, limit int64) (found int64) {
	n := &c.stack[at]
	for found < limit {
		two01, two2, ok := n.settle()
		if !ok {
			return found
		}
		open01, open2 := cells54&^n.placed01, cells27&^n.placed2
		if open01|uint64(open2) == 0 {
			return found + 1
		}
		if two01 == open01 && two2 == open2 {
			return min(limit, found+c.paired(at, two01, two2))
		}
		c.nodes++
		c.scalar.split(n, &c.stack[at+1], two01, two2)
		found += c.count(at+1, limit-found)
	}
	return found
}

// paired returns the number of solutions of a position in which settle has been and each open cell has two
// candidates. Then each unit has as many open digits as open cells, each of them in two, so that a solution
// stays one if a cell, and all that it decides, takes the other digit: what either digit decides is decided,
// and the number doubles.
func (c *Counter) paired(at int, two01 uint64, two2 uint32) int64 {
	n, decided := &c.stack[at], &c.stack[at+1]
	for product := int64(2); ; product *= 2 {
		c.nodes++
		c.scalar.split(n, decided, two01, two2)
		*n = *decided
		var ok bool
		if two01, two2, ok = n.settle(); !ok {
			return 0
		}
		if n.full() {
			return product
		}
	}
}
