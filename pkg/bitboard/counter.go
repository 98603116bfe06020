package bitboard

import (
	"math/bits"

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
	near    [places]peers
}

// few is the number of solutions up to which one after the other is looked for: by then the search is where they are.
const few = 4

// NewCounter returns a counter. It takes up to 250 kB.
func NewCounter() *Counter {
	c := &Counter{scalar: NewScalar()}
	for i := range table.cell {
		m := &table.cell[i]
		at := place2 + bits.TrailingZeros32(m.bit2)
		if m.bit01 != 0 {
			at = bits.TrailingZeros64(m.bit01)
		}
		c.near[at] = peers{m.peers01, m.peers2}
	}
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
			return min(limit, found+c.paired(n))
		}
		c.nodes++
		if m := &c.stack[at+1]; two01|uint64(two2) != 0 {
			fork(n, m, two01, two2)
		} else {
			c.scalar.split(n, m, two01, two2)
		}
		found += c.count(at+1, limit-found)
	}
	return found
}

// fork guesses at the first of the cells given, which have two candidates: m becomes the position in which the cell holds the
// lower, and n the one in which it holds the other. Both are told at once, which spares settle to find the second.
func fork(n, m *marks, two01 uint64, two2 uint32) {
	*m = *n
	var digits uint32
	if two01 != 0 {
		bit := two01 & -two01
		digits = forkWord(&n.may01, &m.may01, bit, table.only01[bits.TrailingZeros64(bit)&63])
	} else {
		bit := two2 & -two2
		digits = forkWord(&n.may2, &m.may2, bit, table.only2[bits.TrailingZeros32(bit)&31])
	}
	m.dirty, n.dirty = digits, digits
}

// forkWord is fork in the words of the bands that have the cell: bit is the cell, and only leaves of a digit's places what
// the cell leaves if it holds that. It returns the two digits as bits.
func forkWord[W uint32 | uint64](n, m *[9]W, bit, only W) uint32 {
	low := 0
	for n[low]&bit == 0 {
		low++
	}
	high := low + 1
	for n[high]&bit == 0 {
		high++
	}
	m[low] &= only
	m[high] &^= bit
	n[low] &^= bit
	n[high] &= only
	return 1<<low | 1<<high
}

// paired returns the number of solutions of a position in which settle has been and each open cell has two
// candidates. Then each unit has as many open digits as open cells, each of them in two, so that a solution
// stays one if a cell, and all that it decides, takes the other digit: what either digit decides is decided,
// and the number doubles. What a cell decides is followed from cell to cell; if that comes back to a cell with the
// digit that it must not have, there is no solution.
func (c *Counter) paired(n *marks) int64 {
	// By place: the candidates of a cell as bits, that which it holds, and the cells whose digit is still to be told to others.
	var both, holds [places]uint16
	var told [places]uint8
	for d := range 9 {
		for x := n.may01[d]; x != 0; x &= x - 1 {
			both[bits.TrailingZeros64(x)] |= 1 << d
		}
		for x := n.may2[d]; x != 0; x &= x - 1 {
			both[place2+bits.TrailingZeros32(x)] |= 1 << d
		}
	}
	open01, open2 := cells54&^n.placed01, cells27&^n.placed2
	product := int64(1)
	for ; open01|uint64(open2) != 0; product *= 2 {
		c.nodes++
		var first int
		if open01 != 0 {
			first = bits.TrailingZeros64(open01)
			open01 &= open01 - 1
		} else {
			first = place2 + bits.TrailingZeros32(open2)
			open2 &= open2 - 1
		}
		holds[first] = both[first] & -both[first]
		told[0] = uint8(first)
		for top := 1; top > 0; {
			top--
			digit := holds[told[top]]
			d, near := bits.TrailingZeros16(digit), &c.near[told[top]]
			for x := n.may01[d] & near.in01; x != 0; x &= x - 1 {
				bit, q := x&-x, bits.TrailingZeros64(x)
				if open01&bit != 0 {
					open01 &^= bit
					holds[q] = both[q] ^ digit
					told[top] = uint8(q)
					top++
				} else if holds[q] == digit {
					return 0
				}
			}
			for x := n.may2[d] & near.in2; x != 0; x &= x - 1 {
				bit, q := x&-x, place2+bits.TrailingZeros32(x)
				if open2&bit != 0 {
					open2 &^= bit
					holds[q] = both[q] ^ digit
					told[top] = uint8(q)
					top++
				} else if holds[q] == digit {
					return 0
				}
			}
		}
	}
	return product
}

// A place is a bit of the words of bands 0 and 1, or one of band 2 behind them.
const (
	place2 = 64
	places = place2 + 32
)

// peers are the cells that see the one at a place.
type peers struct {
	in01 uint64
	in2  uint32
}
