package explain

import (
	"math/bits"
	"slices"
	"strings"

	"sudokulab/pkg/board"
)

var forcingNet = row{
	technique: ForcingNet,
	Info: Info{
		Name: "forcing net", Score: 700, Level: Extreme, SE: 85,
		Definition: "Singles from one assumption, that a candidate is true or that it is false, in which several that came before work together, leave nothing for a cell or for a digit in a unit. So the assumption is wrong.",
		Source:     "HoDoKu manual, Last Resort; Sudoku Explainer 1.2.1, Dynamic Forcing Chains",
		Example:    Example{Board: "...4783....7..329..3.2..4..2...5......68.2....14....2..93.....27...2..1....6....5", Struck: "r1c1-15 r1c2-5 r3c1-9 r3c3-9 r4c7-9 r4c9-16789 r5c1-9 r5c5-9 r5c8-5 r5c9-137 r6c7-69 r6c9-39 r8c4-5 r8c9-68 r9c3-8"},
	},
	find: findNets,
	why:  whyNet,
}

// net is what follows from an assumption by singles: each digit that is the last left for its cell, or
// whose cell is the last place left in a unit. A candidate is numbered by cell·n + digit − 1. Unlike in
// a chain, all that has become false counts together, so a net cannot be read backwards.
type net struct {
	p      *Position
	marks  []board.Digits // of p, less what is false
	places []uint64       // by unit·n + digit − 1, likewise
	queue  []int          // the candidates that are true, in the order in which that is seen
	onBy   []int          // by candidate: the cell, or the number of cells + the unit, in which it is the last
	offBy  []int          // by candidate: the true one that excludes it
	needed []bool         // by candidate: true, and used by the contradiction
	ends   []bool         // by candidate: of what has nothing left
}

// What onBy and offBy hold besides.
const (
	byNothing    = -2 // it is not known to be true, or false
	byAssumption = -1
)

// end is what a net leaves with nothing: a cell, or a unit and a digit.
type end struct {
	by    int // as in onBy
	digit int // of a unit
}

// netted is a net that ends in a contradiction.
type netted struct {
	start int // a candidate
	on    bool
	end   end
	cost  int // the digits that follow and are used
}

// findNets emits the contradictions to which nets lead, one for each assumption, those of the fewest
// digits first.
func findNets(p *Position, f *found) {
	t := &f.net
	t.p = p
	n := p.geo.n
	if n*len(p.marks) > maxNetCandidates {
		return
	}
	best := netted{cost: never}
	var all []netted
	for c, m := range p.marks {
		for ; m != 0; m &= m - 1 {
			for _, on := range [...]bool{true, false} {
				if f.stopped() {
					return
				}
				y := netted{start: c*n + m.First() - 1, on: on}
				var ok bool
				if y.end, ok = t.suppose(y.start, on); !ok {
					continue
				}
				y.cost = t.trim(y.end)
				if y.cost < best.cost {
					best = y
				}
				if !f.one {
					all = append(all, y)
				}
			}
		}
	}
	if f.one {
		if best.cost < never {
			t.tell(f, best)
			f.emit()
		}
		return
	}
	sortBy(all, func(n netted) int { return n.cost })
	for _, y := range all {
		t.tell(f, y)
		if f.emit() {
			return
		}
	}
}

// maxNetCandidates bounds the boards on which nets are sought: up to side 16. Larger ones have too many
// assumptions, with too much that follows from each, for a person to look at them all.
const maxNetCandidates = 16 * 16 * 16

// suppose follows an assumption to the first contradiction and reports whether there is one.
func (t *net) suppose(x int, on bool) (end, bool) {
	p, g := t.p, t.p.geo
	t.marks, t.places = append(t.marks[:0], p.marks...), append(t.places[:0], p.places...)
	t.onBy, t.offBy = sized(t.onBy, g.n*len(p.marks)), sized(t.offBy, g.n*len(p.marks))
	for i := range t.onBy {
		t.onBy[i], t.offBy[i] = byNothing, byNothing
	}
	t.queue = t.queue[:0]
	if on {
		t.turnOn(x, byAssumption)
	} else if e, ok := t.turnOff(x, byAssumption); ok {
		return e, true
	}
	for at := 0; at < len(t.queue); { // the queue grows
		z := t.queue[at]
		at++
		c, d := z/g.n, z%g.n+1
		for m := t.marks[c].Without(d); m != 0; m &= m - 1 {
			if e, ok := t.turnOff(c*g.n+m.First()-1, z); ok {
				return e, true
			}
		}
		have := p.cells[d-1]
		for k, w := range g.peers[c] {
			for w &= have[k]; w != 0; w &= w - 1 {
				if e, ok := t.turnOff((k<<6+bits.TrailingZeros64(w))*g.n+d-1, z); ok {
					return e, true
				}
			}
		}
	}
	return end{}, false
}

// turnOn notes that a candidate is true.
func (t *net) turnOn(x, by int) {
	if t.onBy[x] == byNothing {
		t.onBy[x] = by
		t.queue = append(t.queue, x)
	}
}

// turnOff notes that a candidate is false, and what is the last one left then. It reports what has nothing
// left.
func (t *net) turnOff(x, by int) (end, bool) {
	if t.offBy[x] != byNothing {
		return end{}, false
	}
	g := t.p.geo
	t.offBy[x] = by
	c, d := x/g.n, x%g.n+1
	t.marks[c] = t.marks[c].Without(d)
	switch m := t.marks[c]; {
	case m == 0:
		return end{by: c}, true
	case m.Single():
		t.turnOn(c*g.n+m.First()-1, c)
	}
	for _, at := range g.at[c] {
		k := at.unit*g.n + d - 1
		t.places[k] &^= at.bit
		switch m := t.places[k]; {
		case m == 0:
			return end{len(t.marks) + at.unit, d}, true
		case m&(m-1) == 0:
			t.turnOn(g.units[at.unit][bits.TrailingZeros64(m)]*g.n+d-1, len(t.marks)+at.unit)
		}
	}
	return end{}, false
}

// others yields the candidates of a cell, or the places of a digit in a unit, but for one of them.
func (t *net) others(by, digit, but int, yield func(x int)) {
	p, g := t.p, t.p.geo
	if by < len(p.marks) {
		for m := p.marks[by]; m != 0; m &= m - 1 {
			if x := by*g.n + m.First() - 1; x != but {
				yield(x)
			}
		}
		return
	}
	u := by - len(p.marks)
	for m := p.places[u*g.n+digit-1]; m != 0; m &= m - 1 {
		if x := g.units[u][bits.TrailingZeros64(m)]*g.n + digit - 1; x != but {
			yield(x)
		}
	}
}

// trim marks what a contradiction rests on and returns how many digits that follow are among it.
func (t *net) trim(e end) (cost int) {
	t.needed = sized(t.needed, len(t.onBy))
	clear(t.needed)
	need := func(x int) {
		if by := t.offBy[x]; by >= 0 {
			t.needed[by] = true
		}
	}
	t.others(e.by, e.digit, byNothing, need)
	for _, z := range slices.Backward(t.queue) {
		if t.needed[z] && t.onBy[z] >= 0 {
			cost++
			t.others(t.onBy[z], z%t.p.geo.n+1, z, need)
		}
	}
	return cost
}

// tell builds the step of a net: the assumption, then each digit that follows behind the candidates whose
// falsehood leaves it alone, and what is left with nothing. A digit by a unit has that unit among the
// step's, in the same order, so a unit may be there more than once.
func (t *net) tell(f *found, y netted) {
	n := t.p.geo.n
	t.suppose(y.start, y.on)
	t.trim(y.end)
	s := f.begin()
	at := func(x int) Candidate { return Candidate{x / n, x%n + 1} }
	name := func(x int, r Role) {
		s.candidate(x/n, x%n+1, r)
		s.Digits = s.Digits.With(x%n + 1)
	}
	name(y.start, RoleStart)
	if y.on {
		s.strike(y.start/n, y.start%n+1)
	} else {
		s.place(y.start/n, y.start%n+1)
	}
	out := func(x int, r Role) { // once, but the assumption
		if by := t.offBy[x]; by >= 0 && !slices.ContainsFunc(s.Candidates, func(z CandidateRole) bool { return z.Candidate == at(x) }) {
			name(x, r)
			s.link(at(by), at(x), false)
		}
	}
	t.ends = sized(t.ends, len(t.onBy))
	clear(t.ends)
	t.others(y.end.by, y.end.digit, byNothing, func(x int) { t.ends[x] = true })
	for _, z := range t.queue {
		if !t.needed[z] || t.onBy[z] < 0 {
			continue
		}
		t.others(t.onBy[z], z%n+1, z, func(x int) {
			if t.ends[x] {
				out(x, RoleEnd)
			} else {
				out(x, RoleOff)
			}
		})
		name(z, RoleOn)
		t.others(t.onBy[z], z%n+1, z, func(x int) { s.link(at(x), at(z), true) })
		if u := t.onBy[z] - len(t.marks); u >= 0 {
			s.unit(u, RoleLink)
		}
	}
	t.others(y.end.by, y.end.digit, byNothing, func(x int) { out(x, RoleEnd) })
	if u := y.end.by - len(t.marks); u >= 0 {
		s.unit(u, RoleUnit)
	} else {
		s.cell(y.end.by, RoleUnit)
	}
	s.SE += lengthSE(len(s.Candidates))
}

// whyNet tells a net, digit by digit.
func whyNet(s *Step) string {
	start := s.Candidates[0].Candidate
	on := len(s.Strikes) > 0
	causes := func(x Candidate) []Candidate { // of a candidate's being false
		for _, l := range s.Links {
			if !l.Strong && l.To == x {
				return []Candidate{l.From}
			}
		}
		return nil // the assumption
	}
	// with names the digits that make candidates false, in the order in which they are told.
	with := func(outs []Candidate) string {
		assumed := false
		by := map[Candidate]bool{}
		for _, x := range outs {
			from := causes(x)
			assumed = assumed || len(from) == 0
			for _, z := range from {
				by[z] = true
			}
		}
		if len(by) == 0 || len(by) == 1 && by[start] {
			return "Then "
		}
		var words []string
		if assumed {
			words = append(words, "the assumption")
		}
		for _, z := range s.Candidates {
			if by[z.Candidate] {
				words = append(words, s.shape.CellName(z.Cell))
			}
		}
		return "With " + list(words, "and") + ", "
	}
	var b strings.Builder
	b.WriteString("Suppose that " + s.says([]Candidate{start}, on) + ". ")
	units := s.unitsOf(RoleLink)
	var ends []Candidate
	for _, x := range s.Candidates {
		if x.Role == RoleEnd {
			ends = append(ends, x.Candidate)
		}
		if x.Role != RoleOn {
			continue
		}
		var outs []Candidate
		inside := true
		for _, l := range s.Links {
			if l.Strong && l.To == x.Candidate {
				outs = append(outs, l.From)
				inside = inside && l.From.Cell == x.Cell
			}
		}
		cell, digit := s.shape.CellName(x.Cell), s.digit(x.Digit)
		b.WriteString(with(outs))
		if inside {
			b.WriteString("only " + digit + " is left for " + cell + ". ")
		} else {
			b.WriteString("only " + cell + " is left for " + digit + " in " + unitName(s.shape, units[0]) + ". ")
			units = units[1:]
		}
	}
	cells := s.Cells
	if !on && (len(cells) > 0 && cells[0].Cell == start.Cell || len(cells) == 0 && slices.Contains(s.shape.Units()[s.unitsOf(RoleUnit)[0]], start.Cell) && (len(ends) == 0 || ends[0].Digit == start.Digit)) {
		ends = append(ends, start)
	}
	b.WriteString(with(ends))
	if len(cells) > 0 {
		b.WriteString("no digit is left for " + s.shape.CellName(cells[0].Cell))
	} else {
		b.WriteString("no place is left for " + s.digit(ends[0].Digit) + " in " + s.unitWords(RoleUnit))
	}
	return b.String() + ", " + s.so()
}
