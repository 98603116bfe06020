package wide

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"sudokulab/pkg/board"
)

// Outcome says why [Solver.Next] returned.
type Outcome uint8

// The outcomes.
const (
	// Exhausted: there is no further solution.
	Exhausted Outcome = iota
	// Solution: a further solution was found; [Solver.Solution] has it.
	Solution
	// Budget: one more guess would have exceeded the budget.
	Budget
)

// String returns the outcome in lower case.
func (o Outcome) String() string {
	names := [...]string{"exhausted", "solution", "budget"}
	if int(o) >= len(names) {
		return fmt.Sprintf("outcome(%d)", uint8(o))
	}
	return names[o]
}

// Counters counts the work since [Solver.Begin].
type Counters struct {
	Guesses    int64 `json:"guesses"`    // candidates tried
	Backtracks int64 `json:"backtracks"` // of these, taken back without a solution below them
	Placed     int64 `json:"placed"`     // cells that came down to one candidate, guesses included
	Hidden     int64 `json:"hidden"`     // hidden singles
	Locked     int64 `json:"locked"`     // locked candidates that struck something
	Pairs      int64 `json:"pairs"`      // pairs that struck something
	Strikes    int64 `json:"strikes"`    // candidates struck
	Restarts   int64 `json:"restarts"`
	MaxDepth   int64 `json:"max_depth"` // the most guesses that stood at once
}

// Solver searches boards of one shape, one after another. It serves one goroutine at a time
// and allocates nothing after [New].
type Solver struct {
	geometry
	cfg Config

	cand   []uint64 // cell → candidates, digit d is bit d−1
	places []uint64 // unit·n + d−1 → the places that the unit has left for digit d
	open   int      // cells that have not been placed

	// trail holds the candidates struck below the root, oldest first, as cell<<8 | d−1.
	trail  []uint32
	frames []frame // the guesses that stand
	depth  int

	// The queues of propagate.
	single  []uint16 // cells with one candidate left
	hidden  []uint16 // digits of units with one place left
	twin    []uint16 // cells with two candidates left
	changed []uint16 // digits of units that have lost a place, each once
	waiting []bool   // which ones are in changed

	cellWeight []uint32
	unitWeight []uint32 // of digits of units
	wanted     []uint64 // unit → the digits that the unit's open cells may hold, a buffer of choose
	random     uint64
	restarts   restarts

	state   state
	counted Counters
	found   int64
	grid    board.Board
}

// state says how a search goes on.
type state uint8

const (
	ended    state = iota
	descend        // propagation reached a fixpoint without a contradiction: guess, or it is a solution
	backward       // there is nothing more to find below the last guess
)

// frame is a guess with what is needed to take it back.
type frame struct {
	cell  uint16
	digit uint8
	trail int32
	open  int32
	found int64
}

// New returns a solver for boards of the shape.
func New(shape *board.Shape, cfg Config) (*Solver, error) {
	if shape == nil {
		return nil, errors.New("wide: no shape")
	}
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	g := newGeometry(shape)
	pairs := len(g.cellAt) // of a unit and a digit
	return &Solver{
		geometry:   g,
		cfg:        cfg,
		cand:       make([]uint64, g.cells),
		places:     make([]uint64, pairs),
		trail:      make([]uint32, 0, g.cells*g.n),
		frames:     make([]frame, g.cells),
		single:     make([]uint16, 0, g.cells),
		hidden:     make([]uint16, 0, pairs),
		twin:       make([]uint16, 0, g.cells),
		changed:    make([]uint16, 0, pairs),
		waiting:    make([]bool, pairs),
		cellWeight: make([]uint32, g.cells),
		unitWeight: make([]uint32, pairs),
		wanted:     make([]uint64, len(shape.Units())),
		grid:       board.New(shape),
	}, nil
}

// Shape returns the shape of the boards that the solver takes.
func (s *Solver) Shape() *board.Shape { return s.shape }

// Config returns the configuration.
func (s *Solver) Config() Config { return s.cfg }

// Counters returns the work since Begin.
func (s *Solver) Counters() Counters {
	c := s.counted
	c.Strikes += int64(len(s.trail))
	return c
}

// Solution returns the solution found last. It is the solver's own and holds until the next
// call.
func (s *Solver) Solution() board.Board { return s.grid }

// Begin takes a puzzle up and propagates its givens. It errs if the board has another shape;
// givens that conflict, like those that propagation refutes, leave a search that is exhausted.
func (s *Solver) Begin(puzzle board.Board) error {
	if puzzle.Shape() != s.shape {
		return fmt.Errorf("wide: puzzle of shape %v, want %v", puzzle.Shape(), s.shape)
	}
	s.counted, s.found, s.depth, s.state = Counters{}, 0, 0, ended
	s.trail = s.trail[:0]
	for i := range s.cellWeight {
		s.cellWeight[i] = 1
	}
	for i := range s.unitWeight {
		s.unitWeight[i] = 1
	}
	s.random = s.cfg.Seed
	s.restarts.begin(s.cfg.Restart)
	s.forget()
	if s.load(puzzle) && s.propagate() {
		s.state = descend
	}
	s.forget()
	s.keep()
	return nil
}

// keep makes what has been struck part of the root: it is never taken back.
func (s *Solver) keep() {
	s.counted.Strikes += int64(len(s.trail))
	s.trail = s.trail[:0]
}

// load fills the masks. It reports false if two givens conflict, a cell has no candidate or a
// unit no place for a digit.
func (s *Solver) load(puzzle board.Board) bool {
	all := uint64(board.AllDigits(s.n))
	clear(s.places) // at first, the word of a unit's digit 1 holds the digits given in the unit
	for c, d := range puzzle.Cells() {
		if d == 0 {
			continue
		}
		bit := uint64(1) << (d - 1)
		for _, p := range s.placesOf(c) {
			if p.unit == noUnit {
				continue
			}
			if s.places[p.unit]&bit != 0 {
				return false
			}
			s.places[p.unit] |= bit
		}
	}
	s.open = s.cells
	for c, d := range puzzle.Cells() {
		if d != 0 {
			s.cand[c] = 1 << (d - 1)
			s.open--
			continue
		}
		left := all
		for _, p := range s.placesOf(c) {
			if p.unit != noUnit {
				left &^= s.places[p.unit]
			}
		}
		s.cand[c] = left
		switch {
		case left == 0:
			return false
		case left&(left-1) == 0:
			s.single = append(s.single, uint16(c))
		case bits.OnesCount64(left) == 2:
			s.twin = append(s.twin, uint16(c))
		}
	}
	clear(s.places)
	for c, m := range s.cand {
		for ; m != 0; m &= m - 1 {
			d := bits.TrailingZeros64(m)
			for _, p := range s.placesOf(c) {
				if p.unit != noUnit {
					s.places[int(p.unit)+d] |= 1 << p.bit
				}
			}
		}
	}
	for q, x := range s.places {
		switch {
		case x == 0:
			return false
		case x&(x-1) == 0:
			s.hidden = append(s.hidden, uint16(q))
		default:
			s.changed = append(s.changed, uint16(q))
			s.waiting[q] = true
		}
	}
	return true
}

// Next searches on from where the last call ended: to the next solution, to the end, or to the
// guess that would be one more than budget. Later calls after Exhausted say so again.
func (s *Solver) Next(budget int64) Outcome {
	for s.state != ended {
		if s.state == backward {
			s.refute()
			continue
		}
		if s.open == 0 {
			s.found++
			cells := s.grid.Cells()
			for c, m := range s.cand {
				cells[c] = uint8(bits.TrailingZeros64(m) + 1)
			}
			s.state = backward
			return Solution
		}
		if budget <= 0 {
			return Budget
		}
		if s.found == 0 && s.depth > 0 && s.restarts.due(s.counted.Backtracks) {
			s.unwind()
			s.counted.Restarts++
		}
		budget--
		s.guess()
	}
	return Exhausted
}

// guess tries a candidate.
func (s *Solver) guess() {
	cell, digit := s.choose()
	s.frames[s.depth] = frame{
		cell: uint16(cell), digit: uint8(digit),
		trail: int32(len(s.trail)), open: int32(s.open), found: s.found,
	}
	s.depth++
	s.counted.Guesses++
	s.counted.MaxDepth = max(s.counted.MaxDepth, int64(s.depth))
	if !s.fix(cell, digit) || !s.propagate() {
		s.forget()
		s.state = backward
	}
}

// refute takes the last guess back and strikes its candidate: all that the candidate leads to
// has been seen.
func (s *Solver) refute() {
	if s.depth == 0 {
		s.state = ended
		return
	}
	s.depth--
	f := &s.frames[s.depth]
	s.rewind(f)
	if f.found == s.found {
		s.counted.Backtracks++
	}
	if s.strike(int(f.cell), uint(f.digit)) && s.propagate() {
		s.state = descend
	} else {
		s.forget()
	}
	if s.depth == 0 {
		s.keep()
	}
}

// unwind takes all guesses back.
func (s *Solver) unwind() {
	if s.depth > 0 {
		s.depth = 0
		s.rewind(&s.frames[0])
	}
}

// rewind puts back what was struck after a guess.
func (s *Solver) rewind(f *frame) {
	s.counted.Strikes += int64(len(s.trail)) - int64(f.trail)
	for i := len(s.trail) - 1; i >= int(f.trail); i-- {
		c, d := int(s.trail[i]>>8), uint(s.trail[i]&0xff)
		s.cand[c] |= 1 << d
		for _, p := range s.placesOf(c) {
			if p.unit != noUnit {
				s.places[uint(p.unit)+d] |= 1 << p.bit
			}
		}
	}
	s.trail = s.trail[:f.trail]
	s.open = int(f.open)
}

// CountUpTo returns the number of solutions of a puzzle, at most limit. It errs if the board
// has another shape.
func (s *Solver) CountUpTo(puzzle board.Board, limit int) (int, error) {
	if err := s.Begin(puzzle); err != nil {
		return 0, err
	}
	n := 0
	for n < limit && s.Next(math.MaxInt64) == Solution {
		n++
	}
	return n, nil
}

// Root ends the search and writes over dst, which grows if it must, the candidates of each
// cell that are left at the root: after the propagation of the givens, and of what the search
// has refuted there. All solutions that [Solver.Next] has not returned are among them; those
// that it has returned may be. ok is false if there is nothing left.
func (s *Solver) Root(dst []board.Digits) (candidates []board.Digits, ok bool) {
	dst = dst[:0]
	if s.state == ended || s.state == backward && s.depth == 0 {
		s.state = ended
		return dst, false
	}
	s.unwind()
	s.state = ended
	for _, m := range s.cand {
		dst = append(dst, board.Digits(m))
	}
	return dst, true
}
