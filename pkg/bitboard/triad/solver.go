package triad

// Outcome says why [Solver.Next] returned.
type Outcome uint8

const (
	// Exhausted says that there is no further solution.
	Exhausted Outcome = iota
	// Solution says that a further solution was found, see [Solver.Last].
	Solution
	// Budget says that the guesses allowed are spent; the search can go on.
	Budget
)

// String names the outcome.
func (o Outcome) String() string {
	switch o {
	case Exhausted:
		return "exhausted"
	case Solution:
		return "solution"
	case Budget:
		return "budget"
	}
	return "unknown"
}

// maxDepth bounds the stack. Each position above the first has settled one more digit in a
// band than that below it, and there are 6·9 of these pairs.
const maxDepth = 6*9 + 1

// noBand stands for no horizontal band.
const noBand = 3

// Solver solves and counts. It allocates nothing after [NewSolver] and serves one goroutine at a
// time. It must come from [NewSolver] and must not be copied.
type Solver struct {
	stack [maxDepth]state    // first, so that the vectors are aligned: a Solver fills pages
	bands [maxDepth][3]*band // the bands of stack, see propagateSIMD
	first [maxDepth]uint8    // the horizontal band that the last guess struck, or noBand
	open  [2]quad            // scratch of choose

	simd    bool
	top     int // of the stack; -1 at the end of the search
	guesses int64
	// conflicts are the guesses taken back without a solution from where they stood.
	conflicts int64
	found     int

	// Refutations steer the choice: how many guesses in each band, and how many of each
	// digit, led to no position at all.
	refutedBands  [6]int32
	refutedDigits [9]uint32
	band, digit   int // of the last guess

	firstSolution, lastSolution [81]uint8
}

// NewSolver returns a solver. It uses vector instructions if they are [Available]. [New] has them in
// more builds.
func NewSolver() *Solver {
	s := &Solver{simd: Available(), top: -1}
	for i := range s.stack {
		b := &s.stack[i].band
		s.bands[i] = [3]*band{&b[0], &b[1], &b[2]}
	}
	return s
}

// CountUpTo returns the number of solutions of a puzzle, at most limit. Cells hold 0 for a
// blank and the digits 1 to 9, row by row; any other value leaves no solution, like givens
// that conflict. [Solver.First], [Solver.Last] and [Solver.Guesses] tell of the run
// afterwards.
func (s *Solver) CountUpTo(puzzle *[81]uint8, limit int) int {
	s.Begin(puzzle)
	for o := Solution; o == Solution && s.found < limit; {
		o = s.Next(1 << 62)
	}
	return s.found
}

// First returns the first solution since the search began, or zeros. It holds until the
// next search.
func (s *Solver) First() *[81]uint8 { return &s.firstSolution }

// Last returns the solution found last, or zeros. It holds until the next one.
func (s *Solver) Last() *[81]uint8 { return &s.lastSolution }

// Guesses returns the number of guesses since the search began: positions that were split
// in two.
func (s *Solver) Guesses() int64 { return s.guesses }

// Conflicts returns how many guesses were taken back without a solution from where they
// stood.
func (s *Solver) Conflicts() int64 { return s.conflicts }

// Begin starts the search of a puzzle. For its cells see [Solver.CountUpTo]. It panics if puzzle is nil.
func (s *Solver) Begin(puzzle *[81]uint8) {
	if puzzle == nil {
		panic("triad: the puzzle is nil")
	}
	s.begin()
	for i := range s.stack[0].band {
		b := &s.stack[0].band[i]
		rows := (*[27]uint8)(puzzle[27*i:])
		for g := range 3 {
			x0, sum0, or0 := pack(rows[3*g], rows[3*g+1], rows[3*g+2])
			x1, sum1, or1 := pack(rows[3*g+9], rows[3*g+10], rows[3*g+11])
			x2, sum2, or2 := pack(rows[3*g+18], rows[3*g+19], rows[3*g+20])
			b.row[0][g], b.row[1][g], b.row[2][g] = x0, x1, x2
			// A digit given twice in a box makes the sum of its bits larger than their
			// union. The low halves do not reach the high ones: 9·511 < 2^16.
			if (sum0+sum1+sum2)>>16 != (or0|or1|or2)>>16 {
				s.top = -1
			}
		}
		b.row[0][3], b.row[1][3], b.row[2][3] = b.row[0][2], b.row[1][2], b.row[2][2]
	}
}

// BeginAt starts the search at given candidates: bit d-1 of a cell's mask allows digit d,
// higher bits are ignored. The search finds the solutions within them. It panics if candidates is nil.
func (s *Solver) BeginAt(candidates *[81]uint16) {
	if candidates == nil {
		panic("triad: the candidates are nil")
	}
	s.begin()
	st := &s.stack[0]
	for i := range st.band {
		for r := range 3 {
			row := &st.band[i].row[r]
			cells := (*[9]uint16)(candidates[27*i+9*r:])
			for g := range 3 {
				row[g] = triadOf(uint32(cells[3*g]), uint32(cells[3*g+1]), uint32(cells[3*g+2]))
			}
			row[3] = row[2]
		}
	}
	if st.repeats() {
		s.top = -1
	}
}

func (s *Solver) begin() {
	st := &s.stack[0]
	for i := range st.band {
		b := &st.band[i]
		b.even, b.odd, b.rest = everything, everything, quad{}
	}
	st.even, st.odd = everything, everything
	s.top, s.guesses, s.conflicts, s.found = 0, 0, 0, 0
	s.first[0] = noBand
	s.refutedBands, s.refutedDigits, s.band, s.digit = [6]int32{}, unrefuted, 0, 0
	s.firstSolution, s.lastSolution = [81]uint8{}, [81]uint8{}
}

// Next goes on to the next solution and makes at most budget guesses on the way. After
// [Budget] it may be called again: nothing is lost but the time to look at one position
// once more.
func (s *Solver) Next(budget int64) Outcome {
	o := s.next(s.guesses + min(max(budget, 0), 1<<62-s.guesses))
	if s.simd {
		leaveSIMD()
	}
	return o
}

func (s *Solver) next(stop int64) Outcome {
	for s.top >= 0 {
		st := &s.stack[s.top]
		if !s.propagate(st, int(s.first[s.top])) {
			s.refute()
			if s.top > 0 {
				s.conflicts++
			}
			s.top--
			continue
		}
		s.first[s.top] = noBand
		band, digit, config := s.choose(st)
		if band < 0 {
			s.top--
			st.solution(&s.lastSolution)
			s.found++
			if s.found == 1 {
				s.firstSolution = s.lastSolution
			}
			return Solution
		}
		if s.guesses >= stop {
			return Budget
		}
		s.guesses++
		s.band, s.digit = band, digit
		s.first[s.top], s.first[s.top+1] = uint8(min(band, noBand)), uint8(min(band, noBand))
		s.top++
		s.split(st, &s.stack[s.top], band, digit, config)
	}
	return Exhausted
}

func (s *Solver) propagate(st *state, first int) bool {
	if s.simd {
		return s.propagateSIMD(st, first)
	}
	return st.propagate(first)
}

// split makes child the position in which the digit has the configuration, and strikes it
// from rest.
func (s *Solver) split(rest, child *state, band, digit, config int) {
	if s.simd {
		splitSIMD(rest, child, band, digit, config)
	} else {
		split(rest, child, band, digit, config)
	}
}
