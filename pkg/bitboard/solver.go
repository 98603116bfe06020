package bitboard

import (
	"encoding/binary"
	"math"
	"math/bits"

	"sudokulab/pkg/bitboard/triad"
)

// maxDepth bounds the positions on one path of the search. Each guess settles which of three
// mini-rows or mini-columns of a box holds a digit, and there are 2·81 such questions.
const maxDepth = 2*81 + 1

// A search begins loosely: it settles what single digits and cells tell, and guesses at a
// cell. Where most guesses lead to a solution, as in boards with many of them, that is the
// faster way. A puzzle of at most mostLoose givens is never unique (McGuire, Tugemann and
// Civario, doi:10.1080/10586458.2013.870056) and is searched so until it has met looseConflicts
// conflicts more than solutions. Other puzzles are allowed firstConflicts more; if there is no
// solution by then the search restarts, with the guesses that suit hard puzzles.
const (
	mostLoose      = 16
	looseConflicts = 4
	firstConflicts = 2
)

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
	vector *triad.Solver // does the work if it is there

	guesses, conflicts, found int64
	// Refutations of guesses, in all, by band and stack, by digit; and of the last guess
	// its band or stack and digit.
	refuted       int64
	refutedGroups [6]int32
	refutedDigits [9]int32
	group, digit  int
	second        int   // line to guess at next, with the digit of the last guess; -1 for none
	top           int   // of stack; -1 for an exhausted search
	at            *node // the solution found last
	loose         bool  // the search uses settle and split, not propagate and choose
	patience      int64 // conflicts more than solutions that a loose search may meet
	root          marks // of the search, if it may restart
	// follow says that the search goes where known is first.
	follow bool
	// own01 and own2 are those of the first solution.
	own01       [9]uint64
	own2        [9]uint32
	first, last Cells // what First and Solution return
	// known is the solution that Another was asked about last.
	known      Cells
	known01    [9]uint64
	known2     [9]uint32
	knownLines [9]uint64
	stack      [maxDepth]node
}

// New returns a solver. In a build with GOEXPERIMENT=simd, on a processor that has what it
// needs, that is the one of package bitboard/triad, which is faster, makes other guesses and
// finds the same solutions in another order. It takes up to 130 kB.
func New() *Solver {
	s := NewScalar()
	if triad.Available() {
		s.vector = triad.NewSolver()
	}
	return s
}

// NewScalar returns a solver that uses no vector instructions in any build.
func NewScalar() *Solver { return &Solver{top: -1, second: -1} }

// Vector reports whether the solver uses vector instructions.
func (s *Solver) Vector() bool { return s.vector != nil }

// Begin sets the solver to a puzzle. The puzzle is not kept. It panics if puzzle is nil. A value
// above 9 in a cell leaves no solution.
func (s *Solver) Begin(puzzle *Cells) {
	if puzzle == nil {
		panic("bitboard: the puzzle is nil")
	}
	if s.vector != nil {
		s.vector.Begin((*[81]uint8)(puzzle))
		return
	}
	s.reset()
	n := &s.stack[0]
	n.marks = marks{dirty: allDigits}
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
	n.placed01, n.placed2 = filled01, filled2
	s.settleRoot(bits.OnesCount64(filled01) + bits.OnesCount32(filled2))
}

func (s *Solver) reset() {
	s.guesses, s.conflicts, s.found, s.top, s.at = 0, 0, 0, -1, nil
	s.follow = false
	s.refuted, s.refutedGroups, s.refutedDigits, s.group, s.digit, s.second = 0, [6]int32{}, [9]int32{}, 0, 0, -1
}

// refute counts against the last guess that it, or what it left, has no solution.
func (s *Solver) refute() {
	s.refuted++
	s.refutedDigits[s.digit]++
	s.refutedGroups[s.group]++
	if s.refutedGroups[s.group] == 1<<20 {
		for k := range s.refutedGroups {
			s.refutedGroups[k] /= 2
		}
	}
}

// settleRoot begins the search. Most easy puzzles need no more than settle.
func (s *Solver) settleRoot(givens int) {
	n := &s.stack[0]
	if _, _, ok := n.settle(); !ok {
		return
	}
	s.top, s.loose = 0, true
	if s.patience = looseConflicts; givens > mostLoose {
		s.patience, s.root = firstConflicts, n.marks
	}
}

// tighten ends a loose search. It goes on with the positions on the stack, for which propagate
// has not been yet, or restarts.
func (s *Solver) tighten() {
	s.loose = false
	if s.patience == firstConflicts && s.found == 0 {
		s.stack[0].marks, s.top = s.root, 0
	}
	for i := range s.top + 1 {
		s.stack[i].dirty = allDigits
	}
}

// BeginAt sets the solver to pencil marks: bit d-1 of a cell's word says that it may hold
// digit d. Bits above the ninth are ignored. It panics if candidates is nil.
func (s *Solver) BeginAt(candidates *[81]uint16) {
	if candidates == nil {
		panic("bitboard: the candidates are nil")
	}
	if s.vector != nil {
		s.vector.BeginAt(candidates)
		return
	}
	s.reset()
	n := &s.stack[0]
	n.marks = marks{dirty: allDigits}
	givens := 0
	for i, c := range candidates {
		c &= allDigits
		if c&(c-1) == 0 {
			givens++
		}
		m := &table.cell[i]
		for x := c; x != 0; x &= x - 1 {
			d := bits.TrailingZeros16(x)
			n.may01[d] |= m.bit01
			n.may2[d] |= m.bit2
		}
	}
	s.settleRoot(givens)
}

// Next goes on to the next solution, for as many guesses as given at most; a negative number
// sets no bound. Solutions come in an order that depends on the puzzle only.
func (s *Solver) Next(guesses int64) Outcome {
	if s.vector != nil {
		if guesses < 0 {
			guesses = math.MaxInt64
		}
		switch s.vector.Next(guesses) {
		case triad.Solution:
			return Found
		case triad.Budget:
			return Paused
		default:
			return Exhausted
		}
	}
	stop := s.guesses + guesses
	s.at = nil
	var g guess
	for s.top >= 0 {
		n := &s.stack[s.top]
		if s.second >= 0 {
			if guesses >= 0 && s.guesses >= stop {
				return Paused
			}
			line := s.second
			s.second = -1
			s.push(n, s.digit, line)
			n = &s.stack[s.top]
		}
		var two01 uint64
		var two2 uint32
		ok := true
		switch {
		case n.full():
		case s.loose:
			two01, two2, ok = n.settle()
		default:
			ok = n.propagate()
		}
		if !ok {
			if s.top > 0 {
				s.conflicts++
			}
			s.top--
			if !s.loose {
				s.refute()
			} else if s.conflicts >= s.patience+s.found {
				s.tighten()
			}
			continue
		}
		if n.full() {
			s.top--
			s.at = n
			if s.found == 0 {
				s.own01, s.own2 = n.own01, n.own2
			}
			s.found++
			return Found
		}
		if guesses >= 0 && s.guesses >= stop {
			return Paused
		}
		if s.loose {
			s.guesses++
			s.top++
			s.split(&n.marks, &s.stack[s.top].marks, two01, two2)
			continue
		}
		s.choose(n, &g)
		s.digit = g.digit
		if s.follow && s.knownLines[g.digit]>>g.line&1 == 0 {
			// The case that the line does not hold the digit goes first.
			s.push(n, g.digit, g.line)
			m := &s.stack[s.top]
			*m, *n = *n, *m
			continue
		}
		s.second = g.another
		s.push(n, g.digit, g.line)
	}
	return Exhausted
}

// push goes on with a copy of the position on top in which the line holds the digit, and
// leaves it the case that the line does not.
func (s *Solver) push(n *node, digit, line int) {
	s.guesses++
	s.top++
	m := &s.stack[s.top]
	*m = *n
	l := &table.line[line]
	m.require(digit, l)
	n.forbid(digit, l)
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
// [Solver.Solution] has it: one that has much in common with the one given, because the
// search follows that first (where no vectors are used).
func (s *Solver) Another(puzzle, solution *Cells) bool {
	if puzzle == nil || solution == nil {
		panic("bitboard: the puzzle or the solution is nil")
	}
	if s.vector != nil {
		s.vector.Begin((*[81]uint8)(puzzle))
		for s.vector.Next(math.MaxInt64) == triad.Solution {
			if *s.vector.Last() != *solution {
				return true
			}
		}
		return false
	}
	if s.known != *solution { // callers ask about one solution many times
		s.known, s.known01, s.known2, s.knownLines = *solution, [9]uint64{}, [9]uint32{}, [9]uint64{}
		for i, d := range solution {
			d-- // an empty cell's 0 wraps around
			if d < 9 {
				s.known01[d] |= table.cell[i].bit01
				s.known2[d] |= table.cell[i].bit2
				row, col := i/9, i%9
				s.knownLines[d] |= 1<<(9*(col/3)+row) | 1<<(27+9*(col/3)+3*(row/3)+col%3)
			}
		}
	}
	s.Begin(puzzle)
	s.follow = true
	for s.Next(-1) == Found {
		if s.at.own01 != s.known01 || s.at.own2 != s.known2 {
			return true
		}
	}
	return false
}

// Solution returns the solution that Next has just found; after another outcome it means
// nothing. It holds until the solver is used again.
func (s *Solver) Solution() *Cells {
	if s.vector != nil {
		return (*Cells)(s.vector.Last())
	}
	s.last = Cells{}
	if s.at != nil {
		fill(&s.last, &s.at.own01, &s.at.own2)
	}
	return &s.last
}

// First returns the first solution of the run; the zero Cells if none was found. It holds
// until the next call of First.
func (s *Solver) First() *Cells {
	if s.vector != nil {
		return (*Cells)(s.vector.First())
	}
	s.first = Cells{}
	if s.found > 0 {
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
// cell, a mini-row or a mini-column.
func (s *Solver) Guesses() int64 {
	if s.vector != nil {
		return s.vector.Guesses()
	}
	return s.guesses
}

// Conflicts returns how many guesses of the run were taken back without a solution from
// where they stood.
func (s *Solver) Conflicts() int64 {
	if s.vector != nil {
		return s.vector.Conflicts()
	}
	return s.conflicts
}
