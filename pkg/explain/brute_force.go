package explain

import "math/bits"

var bruteForce = row{
	technique: BruteForce,
	Info: Info{
		Name: "brute force", Score: 10000, Level: Extreme, SE: 120,
		Definition: "No reason is known. Trial and error finds that there is one solution, and a digit is taken from it.",
		Source:     "HoDoKu manual, Last Resort",
		Example:    Example{Board: "........1.....1.23..3.2.4....1.5...4.6...75..8..9.......2.3..4..9...8...6..7....."},
	},
	find: findBrute,
	why: func(s *Step) string {
		return "This is no reason: trial and error finds that there is one solution, and in it " + s.follows() + "."
	},
}

// maxTrials is the number of digits that brute force tries before it gives up, far more than a 9×9 puzzle
// needs: about a second on a board of side 16.
const maxTrials = 5000

// findBrute emits one step: the digit that the position's one solution has in the first of the cells
// with the fewest candidates. It emits none if the position has no solution, several, or none that
// maxTrials find.
func findBrute(p *Position, f *found) {
	t := &f.trial
	if !t.solve(p, f) {
		return
	}
	best := -1
	for c, m := range p.marks {
		if m != 0 && (best < 0 || m.Count() < p.marks[best].Count()) {
			best = c
		}
	}
	if best < 0 {
		return
	}
	s := f.begin()
	d := int(t.solution[best])
	s.Digits = s.Digits.With(d)
	s.candidate(best, d, RoleSet)
	s.place(best, d)
	f.emit()
}

// trial is a search by backtracking. It keeps a position for each digit that is tried.
type trial struct {
	stack     []*Position
	solution  []uint8 // the first one found
	solutions int
	left      int // trials
}

// solve reports whether a position has exactly one solution within its marks.
func (t *trial) solve(p *Position, f *found) bool {
	t.solutions, t.left = 0, maxTrials
	t.at(0, p).copy(p)
	t.search(0, f)
	return t.solutions == 1 && t.left > 0
}

// at returns the position at a depth, one of the shape of p.
func (t *trial) at(depth int, p *Position) *Position {
	if depth == len(t.stack) {
		t.stack = append(t.stack, newPosition(p.geo))
	}
	return t.stack[depth]
}

// search goes through the solutions of the position at a depth until there are two or no trials left.
func (t *trial) search(depth int, f *found) {
	p := t.stack[depth]
	if !p.settle() {
		return
	}
	if p.left == 0 {
		t.solutions++
		if t.solutions == 1 {
			t.solution = append(t.solution[:0], p.digits...)
		}
		return
	}
	best := -1
	for c, m := range p.marks {
		if m != 0 && (best < 0 || m.Count() < p.marks[best].Count()) {
			best = c
		}
	}
	for m := p.marks[best]; m != 0 && t.solutions < 2 && t.left > 0; m &= m - 1 {
		t.left--
		if f.stopped() {
			t.left = 0
		}
		q := t.at(depth+1, p)
		q.copy(p)
		q.place(best, m.First())
		t.search(depth+1, f)
	}
}

// settle fills the cells with one candidate and the digits with one place, as long as there are any, and
// reports whether nothing contradicts it.
func (p *Position) settle() bool {
	for more := true; more; {
		more = false
		for c, m := range p.marks {
			if m != 0 && m&(m-1) == 0 && !p.broken {
				p.place(c, m.First())
				more = true
			}
		}
		for i, at := range p.places {
			if at != 0 && at&(at-1) == 0 && !p.broken {
				p.place(p.geo.units[i/p.geo.n][bits.TrailingZeros64(at)], i%p.geo.n+1)
				more = true
			}
		}
		more = more && !p.broken
	}
	return !p.broken
}

// copy takes up what another position of the shape has.
func (p *Position) copy(q *Position) {
	copy(p.digits, q.digits)
	copy(p.marks, q.marks)
	for d := range p.cells {
		p.cells[d].Set(q.cells[d])
	}
	copy(p.places, q.places)
	copy(p.open, q.open)
	copy(p.held, q.held)
	p.left, p.broken, p.stale = q.left, q.broken, p.stale[:0]
}
