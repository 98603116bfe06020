package explain

import (
	"math/bits"
	"slices"
	"strings"
)

var forcingChain = row{
	technique: ForcingChain,
	Info: Info{
		Name: "forcing chain", Score: 500, Level: Extreme, SE: 80,
		Definition: "Chains from one assumption, that a candidate is true or that it is false, leave nothing for a cell or for a digit in a unit. So the assumption is wrong. Read backwards: whatever the cell is, or wherever the digit goes, leads to its contrary.",
		Source:     "HoDoKu manual, Last Resort; Sudoku Explainer 1.2.1, Cell and Region Forcing Chains",
		Example:    Example{Board: ".561..8.2.8.6..54334....1.6..84..261..5..6.8446.8...598.32..6155.4.6.9286.....437", Struck: "r1c5-79 r1c6-79 r2c1-79 r4c2-7 r5c1-79 r5c2-7"},
	},
	find: findForcing,
	why:  whyForcing,
}

// forced is a contradiction: the assumption, and the cell or the unit and digit left with nothing.
type forced struct {
	cost  int // links of all the chains
	start int // a candidate
	on    bool
	cell  int // −1 if it is a unit
	unit  int
	digit int
}

// never is more than any contradiction costs.
const never = 1 << 30

// untold marks a node that the tree of chains has not reached.
const untold = -2

// findForcing emits the contradictions to which chains with groups lead from a candidate that is taken
// as true, or as false: the cheapest of each assumption, those with the fewest links first.
//
// That covers verities too. If every candidate of a cell leads to one conclusion, then, each chain read
// backwards, the conclusion's contrary leads to every candidate's being false.
func findForcing(p *Position, f *found) {
	w := &f.web
	if !w.build(p, webKind{units: true, pairs: true, inside: true, groups: true}) {
		return
	}
	w.forced = w.forced[:0]
	best := forced{cost: never}
	for x := range w.first {
		for _, on := range [...]bool{true, false} {
			if f.stopped() {
				return
			}
			w.assume(x, on)
			most := never
			if f.one {
				most = best.cost
			}
			y := w.emptied(most)
			if y.cost == most {
				continue
			}
			y.start, y.on = x, on
			if y.cost < best.cost {
				best = y
			}
			if !f.one {
				w.forced = append(w.forced, y)
			}
		}
	}
	if f.one {
		if best.cost < never {
			w.tellForced(f, best)
			f.emit()
		}
		return
	}
	sortBy(w.forced, func(f forced) int { return f.cost })
	for _, y := range w.forced {
		w.tellForced(f, y)
		if f.emit() {
			return
		}
	}
}

// assume reaches all that follows from a candidate's being true, or false.
func (w *web) assume(x int, on bool) {
	w.begin()
	if on {
		w.turnOn(x, -1, -1)
	} else {
		add(w.off, x)
		w.fromOn[x], w.depth[x] = -1, 0
		for _, y := range w.strong[x] {
			if !has(w.on, int(y.to)) {
				w.turnOn(int(y.to), int32(x), y.unit)
			}
		}
	}
	for at := 0; at < len(w.queue); {
		w.spread(w.queue[at], -1) // the queue grows
		at++
	}
}

// emptied returns the cell, or the unit and digit, that has nothing left at the least cost, by cells
// and then by units; of cost most if there is none of less.
func (w *web) emptied(most int) forced {
	p, g := w.p, w.p.geo
	best := forced{cost: most}
	for c, m := range p.marks {
		if m == 0 {
			continue
		}
		cost := 0
		for ; m != 0 && cost < best.cost; m &= m - 1 {
			cost += w.price(w.id(c, m.First()))
		}
		if cost < best.cost {
			best = forced{cost: cost, cell: c, unit: -1}
		}
	}
	for u := range g.units {
		for d := range g.n {
			at := p.places[u*g.n+d]
			if at == 0 {
				continue
			}
			cost := 0
			for ; at != 0 && cost < best.cost; at &= at - 1 {
				cost += w.price(w.id(g.units[u][bits.TrailingZeros64(at)], d+1))
			}
			if cost < best.cost {
				best = forced{cost: cost, cell: -1, unit: u, digit: d + 1}
			}
		}
	}
	return best
}

// price returns the links to a candidate that is false, or more than any contradiction costs if it is
// not.
func (w *web) price(i int) int {
	if !has(w.off, i) {
		return never
	}
	return int(w.depth[i])
}

// tellForced builds the step of a contradiction: the assumption, and a tree of chains from it, branch
// by branch, to the candidates of the cell or the places of the unit.
func (w *web) tellForced(f *found, y forced) {
	p, g := w.p, w.p.geo
	w.assume(y.start, y.on)
	s := f.begin()
	x := w.candidate(int32(y.start))
	s.Digits = s.Digits.With(x.Digit)
	s.candidate(x.Cell, x.Digit, RoleStart)
	w.toldOn, w.toldOff = sized(w.toldOn, len(w.nodes)), sized(w.toldOff, len(w.nodes))
	for i := range w.nodes {
		w.toldOn[i], w.toldOff[i] = untold, untold
	}
	if y.on {
		w.toldOn[y.start] = -1
		s.strike(x.Cell, x.Digit)
	} else {
		w.toldOff[y.start] = -1
		s.place(x.Cell, x.Digit)
	}
	w.ends = sized(w.ends, w.words)
	clear(w.ends)
	if y.cell >= 0 {
		s.cell(y.cell, RoleUnit)
		for m := p.marks[y.cell]; m != 0; m &= m - 1 {
			add(w.ends, w.id(y.cell, m.First()))
		}
	} else {
		s.unit(y.unit, RoleUnit)
		s.Digits = s.Digits.With(y.digit)
		for m := p.places[y.unit*g.n+y.digit-1]; m != 0; m &= m - 1 {
			add(w.ends, w.id(g.units[y.unit][bits.TrailingZeros64(m)], y.digit))
		}
	}
	for k, m := range w.ends {
		for ; m != 0; m &= m - 1 {
			w.branch(s, k<<6+bits.TrailingZeros64(m))
		}
	}
	s.SE += lengthSE(y.cost)
}

// branch adds the way to a candidate that is false, from where it leaves what has been told.
func (w *web) branch(s *Step, end int) {
	w.path = w.path[:0]
	v, on, told := int32(end), false, w.toldOff
	for told[v] == untold {
		w.path = append(w.path, v)
		if on {
			v, told = w.fromOff[v], w.toldOff
		} else {
			v, told = w.fromOn[v], w.toldOn
		}
		on = !on
	}
	after := told[v]
	for _, next := range slices.Backward(w.path) {
		from := v
		v, on = next, !on
		link := int32(len(s.Links))
		switch {
		case on:
			w.toldOn[v] = link
			w.role(s, v, RoleOn)
			s.linkUnit(w.viaUnit[v])
		case has(w.ends, int(v)):
			w.toldOff[v] = link
			w.role(s, v, RoleEnd)
		default:
			w.toldOff[v] = link
			w.role(s, v, RoleOff)
		}
		s.link(w.candidate(from), w.candidate(v), on)
		s.after = append(s.after, after)
		after = link
	}
}

// whyForcing tells a contradiction.
func whyForcing(s *Step) string {
	start := s.Candidates[0].Candidate
	on := len(s.Strikes) > 0
	var b strings.Builder
	b.WriteString("Suppose that " + s.says([]Candidate{start}, on) + ". ")
	if len(s.Links) > 0 {
		nodes := s.nodes(s.Links)
		for i, l := range s.Links {
			before := int(s.after[i])
			from, to := nodes[before+1], nodes[i+1]
			if l.Strong && before == i-1 && i > 0 && len(from) == 1 && from[0].Cell == l.To.Cell {
				b.WriteString(" but " + s.digit(l.To.Digit)) // not 5 but 7
				continue
			}
			switch {
			case i == 0:
				b.WriteString("Then ")
			case before == i-1:
				b.WriteString(", so ")
			default:
				b.WriteString(". As " + s.says(from, !l.Strong) + ", ")
			}
			what := s.says(to, l.Strong)
			if len(from) == 1 && len(to) == 1 && from[0].Cell == to[0].Cell {
				what = "it" + strings.TrimPrefix(what, s.shape.CellName(to[0].Cell))
			}
			b.WriteString(what)
		}
		b.WriteString(". ")
	}
	if cells := s.Cells; len(cells) > 0 {
		b.WriteString("Then no digit is left for " + s.shape.CellName(cells[0].Cell))
	} else {
		end := s.Candidates[len(s.Candidates)-1].Digit
		b.WriteString("Then " + s.unitWords(RoleUnit) + " has no place left for " + s.digit(end))
	}
	return b.String() + ", " + s.so()
}
