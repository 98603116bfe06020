package bitboard

import (
	"encoding/binary"
	"math/bits"
)

// maxDepth bounds the positions on one path of the search. Each guess settles which of three
// mini-rows or mini-columns of a box holds a digit, and there are 2·81 such questions.
const maxDepth = 2*81 + 1

// Outcome says why [Solver.Next] returned.
type Outcome uint8

// The outcomes.
const (
	// Exhausted: there is no further solution.
	Exhausted Outcome = iota
	// Found: [Solver.Solution] has the solution.
	Found
	// Paused: the guesses asked for were made; Next may be called again.
	Paused
)

// Solver finds and counts solutions. It allocates nothing after [New] and serves one
// goroutine at a time. A puzzle with a value above 9, like one whose givens conflict, has
// no solution.
type Solver struct {
	guesses, conflicts int64
	top                int   // of stack; -1 for an exhausted search
	at                 *node // the solution found last
	// own01 and own2 are those of the first solution; ok says that there is one.
	own01       [9]uint64
	own2        [9]uint32
	ok          bool
	first, last Cells // what First and Solution return
	// known is the solution that Another was asked about last.
	known   Cells
	known01 [9]uint64
	known2  [9]uint32
	stack   [maxDepth]node
}

// New returns a solver. It takes 75 kB.
func New() *Solver { return &Solver{top: -1} }

// Begin sets the solver to a puzzle. The puzzle is not kept.
func (s *Solver) Begin(puzzle *Cells) {
	s.guesses, s.conflicts, s.top, s.at, s.ok = 0, 0, -1, nil, false
	n := &s.stack[0]
	*n = node{dirty: allDigits}
	var filled01 uint64
	var filled2 uint32
	var seen01 [9]uint64 // cells that see a given of the digit
	var seen2 [9]uint32
	for i := 0; i < 81; i += 8 {
		var word uint64
		if i < 80 {
			word = binary.LittleEndian.Uint64(puzzle[i : i+8])
		} else {
			word = uint64(puzzle[80])
		}
		const low = 0x7f7f7f7f7f7f7f7f // of each byte, all but the highest bit
		for x := (word | (word&low + low)) &^ low; x != 0; x &= x - 1 {
			j := i + bits.TrailingZeros64(x)/8
			if j > 80 {
				break
			}
			d := puzzle[j] - 1
			if d > 8 {
				return
			}
			m := &table.cell[j]
			seen01[d] |= m.peers01
			seen2[d] |= m.peers2
			n.may01[d] |= m.bit01
			n.may2[d] |= m.bit2
			filled01 |= m.bit01
			filled2 |= m.bit2
		}
	}
	for d := range 9 {
		n.may01[d] = (cells54&^filled01 | n.may01[d]) &^ seen01[d]
		n.may2[d] = (cells27&^filled2 | n.may2[d]) &^ seen2[d]
	}
	s.top = 0
}

// BeginAt sets the solver to pencil marks: bit d-1 of a cell's word says that it may hold
// digit d. Bits above the ninth are ignored.
func (s *Solver) BeginAt(candidates *[81]uint16) {
	s.guesses, s.conflicts, s.top, s.at, s.ok = 0, 0, 0, nil, false
	n := &s.stack[0]
	*n = node{dirty: allDigits}
	for i, c := range candidates {
		m := &table.cell[i]
		for x := c & allDigits; x != 0; x &= x - 1 {
			d := bits.TrailingZeros16(x)
			n.may01[d] |= m.bit01
			n.may2[d] |= m.bit2
		}
	}
}

// Next goes on to the next solution, for as many guesses as given at most; a negative number
// sets no bound. Solutions come in an order that depends on the puzzle only.
func (s *Solver) Next(guesses int64) Outcome {
	stop := s.guesses + guesses
	s.at = nil
	for s.top >= 0 {
		n := &s.stack[s.top]
		if !n.propagate() {
			if s.top > 0 {
				s.conflicts++
			}
			s.top--
			continue
		}
		if !n.choose() {
			s.top--
			s.at = n
			if !s.ok {
				s.ok, s.own01, s.own2 = true, n.own01, n.own2
			}
			return Found
		}
		if guesses >= 0 && s.guesses >= stop {
			return Paused
		}
		s.guesses++
		s.top++
		m := &s.stack[s.top]
		*m = *n
		l := &table.line[n.line]
		m.require(int(n.digit), l)
		n.forbid(int(n.digit), l)
	}
	return Exhausted
}

// CountUpTo returns the number of solutions of a puzzle, at most limit. [Solver.First] and
// [Solver.Guesses] tell of the run afterwards.
func (s *Solver) CountUpTo(puzzle *Cells, limit int) int {
	s.Begin(puzzle)
	found := 0
	for found < limit && s.Next(-1) == Found {
		found++
	}
	return found
}

// Another reports whether the puzzle has a solution other than the one given. If so,
// [Solver.Solution] has it.
func (s *Solver) Another(puzzle, solution *Cells) bool {
	if s.known != *solution { // callers ask about one solution many times
		s.known, s.known01, s.known2 = *solution, [9]uint64{}, [9]uint32{}
		for i, d := range solution {
			if d--; d < 9 {
				s.known01[d] |= table.cell[i].bit01
				s.known2[d] |= table.cell[i].bit2
			}
		}
	}
	s.Begin(puzzle)
	for s.Next(-1) == Found {
		if s.at.own01 != s.known01 || s.at.own2 != s.known2 {
			return true
		}
	}
	return false
}

// Solution returns the solution that Next has just found; the zero Cells if it found none.
// It holds until the solver is used again.
func (s *Solver) Solution() *Cells {
	s.last = Cells{}
	if s.at != nil {
		fill(&s.last, &s.at.own01, &s.at.own2)
	}
	return &s.last
}

// First returns the first solution of the run; the zero Cells if none was found. It holds
// until the next call of First.
func (s *Solver) First() *Cells {
	s.first = Cells{}
	if s.ok {
		fill(&s.first, &s.own01, &s.own2)
	}
	return &s.first
}

func fill(c *Cells, own01 *[9]uint64, own2 *[9]uint32) {
	for d := range 9 {
		for x := own01[d]; x != 0; x &= x - 1 {
			i := bits.TrailingZeros64(x)
			c[i/32*27+int(table.board[i&31])] = uint8(d + 1)
		}
		for x := own2[d]; x != 0; x &= x - 1 {
			c[54+table.board[bits.TrailingZeros32(x)&31]] = uint8(d + 1)
		}
	}
}

// Guesses returns the number of guesses of the run: how often a digit had to be tried in a
// mini-row or mini-column.
func (s *Solver) Guesses() int64 { return s.guesses }

// Conflicts returns how many guesses of the run were taken back without a solution from
// where they stood.
func (s *Solver) Conflicts() int64 { return s.conflicts }
