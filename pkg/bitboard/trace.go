package bitboard

import (
	"context"
	"errors"
	"math/bits"

	"sudokulab/pkg/board"
)

// Kind says what has just happened in a traced search.
type Kind uint8

// The kinds.
const (
	// Begun: the givens have struck their digits from the cells that see them.
	Begun Kind = iota
	// Updated: the words of one digit were updated, [Moment.Digit], while all follow from single digits and cells.
	Updated
	// Settled: mini-rows and mini-columns were counted, too, and nothing more follows.
	Settled
	// Guessed: [Moment.Digit] was put into one of [Moment.Cells], which are one cell or a mini-row or mini-column.
	Guessed
	// Failed: a digit or a cell has no place left.
	Failed
	// Returned: the search goes on with the position that the last guess left, in which the guess is excluded.
	Returned
	// Restarted: the search begins again at the root, by guesses at mini-rows and mini-columns.
	Restarted
	// Solved: all cells are settled.
	Solved
)

// Moment is a moment of a traced search. Its candidates can be asked for while the function runs that it is handed to.
type Moment struct {
	Kind  Kind
	Digit int   // of Updated and Guessed
	Cells []int // of Guessed
	Depth int   // positions on the way that hold the other case of a guess
	marks *marks
}

// Candidates writes the candidates of each cell over dst, those of settled cells included.
func (m Moment) Candidates(dst []board.Digits) []board.Digits {
	dst = append(dst[:0], make([]board.Digits, 81)...)
	for d := range 9 {
		for x := m.marks.may01[d] | m.marks.own01[d]; x != 0; x &= x - 1 {
			i := bits.TrailingZeros64(x)
			dst[i/32*27+int(table.board[i&31])] |= board.DigitsOf(d + 1)
		}
		for x := m.marks.may2[d] | m.marks.own2[d]; x != 0; x &= x - 1 {
			dst[54+table.board[bits.TrailingZeros32(x)&31]] |= board.DigitsOf(d + 1)
		}
	}
	return dst
}

// Tally is what a traced search came to.
type Tally struct {
	Solutions          int
	First              Cells // the zero Cells if there is none
	Guesses, Conflicts int64
	Exhausted          bool // there are no other solutions
}

// Trace searches for so many solutions, at least 1, with so many guesses at most, and tells every step to a function. It
// is the slower twin of the solver of [NewScalar] for people who watch: solutions, their order, guesses and conflicts are
// the same. A negative number of guesses sets no bound. Errors: no puzzle, that of the context, and that of the function,
// which ends the search.
func Trace(ctx context.Context, puzzle *Cells, solutions int, guesses int64, tell func(Moment) error) (Tally, error) {
	if puzzle == nil || tell == nil || solutions < 1 {
		return Tally{}, errors.New("bitboard: a trace wants a puzzle, at least one solution to look for and a function to tell")
	}
	t := &tracing{s: NewScalar(), tell: tell}
	err := t.run(ctx, puzzle, solutions, guesses)
	t.tally.Guesses, t.tally.Conflicts = t.s.guesses, t.s.conflicts
	return t.tally, err
}

// tracing is a traced search under way.
type tracing struct {
	s     *Solver
	tell  func(Moment) error
	tally Tally
}

// say tells of a moment at a position.
func (t *tracing) say(kind Kind, m *marks, digit int, cells ...int) error {
	return t.tell(Moment{Kind: kind, Digit: digit, Cells: cells, Depth: max(0, t.s.top), marks: m})
}

// begin sets the root as Solver.Begin does. It returns false for a value that no cell may have.
func (t *tracing) begin(puzzle *Cells) (givens int, ok bool) {
	n := &t.s.stack[0]
	n.marks = marks{dirty: allDigits}
	var seen01 [9]uint64
	var seen2 [9]uint32
	for i, d := range puzzle {
		switch {
		case d == 0:
			continue
		case d > 9:
			return 0, false
		}
		givens++
		m := &table.cell[i]
		seen01[d-1] |= m.peers01
		seen2[d-1] |= m.peers2
		n.may01[d-1] |= m.bit01
		n.may2[d-1] |= m.bit2
		n.placed01 |= m.bit01
		n.placed2 |= m.bit2
	}
	for d := range 9 {
		n.may01[d] = (cells54&^n.placed01 | n.may01[d]) &^ seen01[d]
		n.may2[d] = (cells27&^n.placed2 | n.may2[d]) &^ seen2[d]
	}
	return givens, true
}

// run is Solver.Begin and then Solver.Next until there are enough solutions.
func (t *tracing) run(ctx context.Context, puzzle *Cells, solutions int, guesses int64) error {
	s := t.s
	s.reset()
	givens, ok := t.begin(puzzle)
	if !ok {
		t.tally.Exhausted = true
		return nil
	}
	root := &s.stack[0]
	if err := t.say(Begun, &root.marks, 0); err != nil {
		return err
	}
	if _, _, ok, err := t.settle(&root.marks); err != nil || !ok {
		t.tally.Exhausted = err == nil
		if err == nil {
			err = t.say(Failed, &root.marks, 0)
		}
		return err
	}
	s.top, s.loose = 0, true
	if s.patience = looseConflicts; givens > mostLoose {
		s.patience, s.root = firstConflicts, root.marks
	}
	for s.top >= 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		done, err := t.step(solutions, guesses)
		if done || err != nil {
			return err
		}
	}
	t.tally.Exhausted = true
	return nil
}

// step is one turn of the loop of Solver.Next.
func (t *tracing) step(solutions int, guesses int64) (done bool, err error) {
	s := t.s
	spent := func() bool { return guesses >= 0 && s.guesses >= guesses }
	n := &s.stack[s.top]
	if s.second >= 0 {
		if spent() {
			return true, nil
		}
		line := s.second
		s.second = -1
		if err := t.push(n, s.digit, line); err != nil {
			return true, err
		}
		n = &s.stack[s.top]
	}
	var two01 uint64
	var two2 uint32
	ok := true
	switch {
	case n.full():
	case s.loose:
		two01, two2, ok, err = t.settle(&n.marks)
	default:
		if ok = n.propagate(); ok {
			err = t.say(Settled, &n.marks, 0)
		}
	}
	if err != nil {
		return true, err
	}
	if !ok {
		return false, t.fail(n)
	}
	if n.full() {
		return t.solved(n, solutions)
	}
	if spent() {
		return true, nil
	}
	if s.loose {
		s.guesses++
		s.top++
		before, m := n.marks, &s.stack[s.top].marks
		s.split(&n.marks, m, two01, two2)
		for d := range 9 {
			for cell := range table.cell {
				c := &table.cell[cell]
				if before.may01[d]&^n.may01[d]&c.bit01 != 0 || before.may2[d]&^n.may2[d]&c.bit2 != 0 {
					return false, t.say(Guessed, m, d+1, cell)
				}
			}
		}
		return false, nil
	}
	var g guess
	s.choose(n, &g)
	s.digit, s.second = g.digit, g.another
	return false, t.push(n, g.digit, g.line)
}

// push is Solver.push.
func (t *tracing) push(n *node, digit, line int) error {
	t.s.push(n, digit, line)
	l := &table.line[line]
	var cells []int
	for i := range table.cell {
		if c := &table.cell[i]; c.bit01&l.cells01 != 0 || c.bit2&l.cells2 != 0 {
			cells = append(cells, i)
		}
	}
	return t.say(Guessed, &t.s.stack[t.s.top].marks, digit+1, cells...)
}

// fail leaves a position that has no solution.
func (t *tracing) fail(n *node) error {
	s := t.s
	if err := t.say(Failed, &n.marks, 0); err != nil {
		return err
	}
	if s.top > 0 {
		s.conflicts++
	}
	s.top--
	kind := Returned
	if !s.loose {
		s.refute()
	} else if s.conflicts >= s.patience+s.found {
		if s.patience == firstConflicts && s.found == 0 {
			kind = Restarted
		}
		s.tighten()
	}
	if s.top < 0 {
		return nil
	}
	return t.say(kind, &s.stack[s.top].marks, 0)
}

// solved leaves a position that is a solution.
func (t *tracing) solved(n *node, solutions int) (done bool, err error) {
	s := t.s
	if err := t.say(Solved, &n.marks, 0); err != nil {
		return true, err
	}
	if s.found == 0 {
		fill(&t.tally.First, &n.own01, &n.own2)
	}
	s.top--
	s.found++
	t.tally.Solutions++
	if t.tally.Solutions == solutions {
		return true, nil
	}
	if s.top < 0 {
		return false, nil
	}
	return false, t.say(Returned, &s.stack[s.top].marks, 0)
}

// settle is marks.settle, digit by digit.
func (t *tracing) settle(n *marks) (two01 uint64, two2 uint32, ok bool, err error) {
	dirty := n.dirty
	n.dirty = 0
	for {
		p01, p2 := n.placed01, n.placed2
		for ; dirty != 0; dirty &= dirty - 1 {
			d := bits.TrailingZeros32(dirty)
			before01, before2 := n.may01[d]|n.own01[d], n.may2[d]|n.own2[d]
			if !update(n, d) {
				return 0, 0, false, nil
			}
			if before01 != n.may01[d]|n.own01[d] || before2 != n.may2[d]|n.own2[d] {
				if err := t.say(Updated, n, d+1); err != nil {
					return 0, 0, false, err
				}
			}
		}
		if p01^n.placed01|uint64(p2^n.placed2) != 0 {
			for d := range 9 {
				x, y := n.may01[d], n.may2[d]
				if n.may01[d], n.may2[d] = x&^n.placed01, y&^n.placed2; n.may01[d] != x || n.may2[d] != y {
					dirty |= 1 << d
				}
			}
			if dirty != 0 {
				continue
			}
		}
		var one01, more01, three01 uint64
		var one2, more2, three2 uint32
		for d := range 9 {
			x, y := n.may01[d], n.may2[d]
			three01, more01, one01 = three01|more01&x, more01|one01&x, one01|x
			three2, more2, one2 = three2|more2&y, more2|one2&y, one2|y
		}
		if one01|n.placed01 != cells54 || one2|n.placed2 != cells27 {
			return 0, 0, false, nil
		}
		s01, s2 := one01&^more01, one2&^more2
		if s01|uint64(s2) == 0 {
			return more01 &^ three01, more2 &^ three2, true, nil
		}
		if s01 != 0 {
			dirty = n.singles01(s01)
		}
		if s2 != 0 {
			dirty |= n.singles2(s2)
		}
	}
}

// update leaves a digit the cells that some matching of rows with boxes and of columns with boxes allows, and settles those
// that are alone in their box. It returns false if a unit has no place left for the digit.
func update(n *marks, d int) bool {
	a, b := n.may01[d]|n.own01[d], n.may2[d]|n.own2[d]
	for {
		x := (a | a>>1 | a>>2) & (firsts | firsts<<32)
		x |= x>>8 | x>>16
		y := (b | b>>1 | b>>2) & firsts
		y |= y>>8 | y>>16
		v := a & (uint64(table.band[x&511]) | uint64(table.band[x>>32&511])<<32)
		w := b & table.band[y&511]
		x = (v | v>>3 | v>>6) & (tops | tops<<32)
		c := uint32(x) | uint32(x>>29) | (w|w>>3|w>>6)&tops<<6
		k := table.stack[c&511] | table.stack[c>>9&511]<<9 | table.stack[c>>18&511]<<18
		v &= (uint64(k&tops) | uint64(k>>3&tops)<<32) * 0o111
		w &= k >> 6 & tops * 0o111
		if v == a && w == b {
			break
		}
		a, b = v, w
	}
	if a == 0 {
		return false
	}
	v := above01 &^ (a&(a-boxes01) + rest01)
	v = a & (v - v>>9)
	w := above2 &^ (b&(b-boxes) + rest2)
	w = b & (w - w>>9)
	n.may01[d], n.may2[d] = a^v, b^w
	n.own01[d], n.own2[d] = v, w
	n.placed01 |= v
	n.placed2 |= w
	return true
}
