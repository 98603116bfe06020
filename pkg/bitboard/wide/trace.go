package wide

import (
	"context"
	"errors"
	"math"
	"math/bits"

	"sudokulab/pkg/board"
)

// Kind says what has just happened in a traced search.
type Kind uint8

// The kinds.
const (
	// Begun: the givens have struck their digits from the cells that see them.
	Begun Kind = iota
	// Placed: a cell with one candidate left has struck it from the cells that see it.
	Placed
	// HiddenSingle: a digit with one place in a unit was put there.
	HiddenSingle
	// Locked: a digit of a unit was locked into another one, or two digits into two cells, which struck something.
	Locked
	// Pair: a naked pair has struck something.
	Pair
	// Guessed: a digit was put into a cell.
	Guessed
	// Failed: a cell has no candidate left, or a unit no place for a digit.
	Failed
	// Returned: a guess was taken back, and its digit struck from the cell.
	Returned
	// Restarted: all guesses were taken back, for another choice of the first.
	Restarted
	// Solved: every cell has one candidate.
	Solved
)

// Moment is a moment of a traced search. Its candidates can be asked for while the function runs that it is handed to.
type Moment struct {
	Kind        Kind
	Cell, Digit int // of Placed, Guessed and Returned; else Cell is −1
	Depth       int // guesses that stand
	s           *Solver
}

// Candidates writes the candidates of each cell over dst.
func (m Moment) Candidates(dst []board.Digits) []board.Digits {
	dst = dst[:0]
	for _, c := range m.s.cand {
		dst = append(dst, board.Digits(c))
	}
	return dst
}

// Trace takes a puzzle up, searches for so many solutions, at least 1, with so many guesses at most, and tells every step
// to a function. It is the slower twin of [Solver.Begin] and [Solver.Next], for people who watch: solutions, their order
// and the solver's counters are the same. A negative number of guesses sets no bound. Errors: those of Begin, that of the
// context, and that of the function, which ends the search.
func Trace(ctx context.Context, s *Solver, puzzle board.Board, solutions int, guesses int64, tell func(Moment) error) (found int, exhausted bool, err error) {
	if s == nil || tell == nil || solutions < 1 {
		return 0, false, errors.New("wide: a trace wants a solver, at least one solution to look for and a function to tell")
	}
	// Begin sets everything; what it has propagated is done again, step by step.
	if err := s.Begin(puzzle); err != nil {
		return 0, false, err
	}
	for i := range s.cellWeight {
		s.cellWeight[i] = 1
	}
	for i := range s.unitWeight {
		s.unitWeight[i] = 1
	}
	s.counted, s.state, s.trail = Counters{}, ended, s.trail[:0]
	if guesses < 0 {
		guesses = math.MaxInt64
	}
	t := &tracing{s: s, tell: tell}
	if err := t.begin(puzzle); err != nil {
		return 0, false, err
	}
	for s.state != ended {
		if err := ctx.Err(); err != nil {
			return int(s.found), false, err
		}
		done, err := t.step(solutions, guesses)
		if done || err != nil {
			s.state = ended
			return int(s.found), false, err
		}
	}
	return int(s.found), true, nil
}

// tracing is a traced search under way.
type tracing struct {
	s    *Solver
	tell func(Moment) error
}

func (t *tracing) say(kind Kind, cell int, digit uint) error {
	m := Moment{Kind: kind, Cell: cell, Depth: t.s.depth, s: t.s}
	if cell >= 0 {
		m.Digit = int(digit) + 1
	}
	return t.tell(m)
}

// begin is the second half of Solver.Begin.
func (t *tracing) begin(puzzle board.Board) error {
	s := t.s
	ok := s.load(puzzle)
	if !ok {
		s.forget()
		s.keep()
		return t.say(Failed, -1, 0)
	}
	if err := t.say(Begun, -1, 0); err != nil {
		return err
	}
	ok, err := t.propagate(-1)
	if ok {
		s.state = descend
	}
	s.forget()
	s.keep()
	return err
}

// step is one turn of the loop of Solver.Next.
func (t *tracing) step(solutions int, guesses int64) (done bool, err error) {
	s := t.s
	if s.state == backward {
		return false, t.refute()
	}
	if s.open == 0 {
		if err := t.say(Solved, -1, 0); err != nil {
			return true, err
		}
		s.found++
		for c, m := range s.cand {
			s.grid.Cells()[c] = uint8(bits.TrailingZeros64(m) + 1)
		}
		s.state = backward
		return s.found == int64(solutions), nil
	}
	if s.counted.Guesses >= guesses {
		return true, nil
	}
	if s.found == 0 && s.depth > 0 && s.restarts.due(s.counted.Backtracks) {
		s.unwind()
		s.counted.Restarts++
		if err := t.say(Restarted, -1, 0); err != nil {
			return true, err
		}
	}
	return false, t.guess()
}

// guess is Solver.guess.
func (t *tracing) guess() error {
	s := t.s
	cell, digit := s.choose()
	s.frames[s.depth] = frame{cell: uint16(cell), digit: uint8(digit), trail: int32(len(s.trail)), open: int32(s.open), found: s.found}
	s.depth++
	s.counted.Guesses++
	s.counted.MaxDepth = max(s.counted.MaxDepth, int64(s.depth))
	ok := s.fix(cell, digit)
	if err := t.say(Guessed, cell, digit); err != nil {
		return err
	}
	var err error
	if ok {
		ok, err = t.propagate(cell)
	} else {
		err = t.say(Failed, -1, 0)
	}
	if !ok {
		s.forget()
		s.state = backward
	}
	return err
}

// refute is Solver.refute.
func (t *tracing) refute() error {
	s := t.s
	if s.depth == 0 {
		s.state = ended
		return nil
	}
	s.depth--
	f := s.frames[s.depth]
	s.rewind(&f)
	if f.found == s.found {
		s.counted.Backtracks++
	}
	ok := s.strike(int(f.cell), uint(f.digit))
	err := t.say(Returned, int(f.cell), uint(f.digit))
	if err == nil && ok {
		ok, err = t.propagate(-1)
	}
	if ok {
		s.state = descend
	} else {
		s.forget()
	}
	if s.depth == 0 {
		s.keep()
	}
	return err
}

// propagate is Solver.propagate, rule by rule. A cell that was said to hold a guess is not told of again.
func (t *tracing) propagate(guessed int) (ok bool, err error) {
	s := t.s
	for err == nil {
		struck, kind, cell, ok := len(s.trail), Locked, -1, true
		switch {
		case len(s.single) > 0:
			cell, kind = pop(&s.single), Placed
			ok = s.place(cell)
		case len(s.hidden) > 0:
			kind = HiddenSingle
			ok = s.hiddenSingle(pop(&s.hidden))
		case s.open == 0:
			s.forget()
			return true, nil
		case len(s.changed) > 0:
			q := pop(&s.changed)
			s.waiting[q] = false
			ok = (!s.cfg.LockedCandidates || s.lock(q)) && (!s.cfg.Pairs || s.hiddenPair(q))
		case len(s.twin) > 0:
			kind = Pair
			if c := pop(&s.twin); s.cfg.Pairs {
				ok = s.nakedPair(c)
			}
		default:
			return true, nil
		}
		switch {
		case !ok:
			return false, t.say(Failed, -1, 0)
		case kind == Placed && cell == guessed, kind != Placed && len(s.trail) == struck:
		case kind == Placed:
			err = t.say(Placed, cell, uint(bits.TrailingZeros64(s.cand[cell])))
		default:
			err = t.say(kind, -1, 0)
		}
	}
	return false, err
}
