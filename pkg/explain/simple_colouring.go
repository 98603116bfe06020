package explain

import (
	"math/bits"
	"slices"
)

var simpleColouring = row{
	technique: SimpleColouring,
	Info: Info{
		Name: "simple colouring", Score: 150, Level: Hard, SE: 66,
		Definition: "Units with two places for a digit join its cells into two groups, as if by two colours: all of one group have the digit and none of the other. A cell that sees both groups cannot have it, nor can a group of which two cells see each other.",
		Source:     "HoDoKu manual, Coloring",
		Example:    Example{Board: ".3.98.1.261.2.48.3.28.....484..932.......248.26.84..39.8.529617..6417328172..8945", Struck: "r2c3-5 r3c4-67 r3c5-56 r4c8-6 r5c1-59 r5c4-1 r5c5-7 r6c3-5"},
	},
	find: findColouring,
	why:  whyColouring,
}

// findColouring emits what the colours of each net of strong links strike: a colour with two cells that
// see each other (wrap), then the candidates outside that see both colours (trap).
func findColouring(p *Position, f *found) {
	g := p.geo
	colours := [2]Cells{f.cells(), f.cells()}
	done, seen, victims := f.cells(), [2]Cells{f.cells(), f.cells()}, f.cells()
	for d := 1; d <= g.n; d++ {
		done.Clear()
		have := p.cells[d-1]
		for c := have.Next(0); c >= 0; c = have.Next(c + 1) {
			if done.Has(c) || !p.colour(f, d, c, colours) {
				continue
			}
			for i := range colours {
				done.Or(colours[i])
				seen[i].Clear()
				for x := colours[i].Next(0); x >= 0; x = colours[i].Next(x + 1) {
					seen[i].Or(g.peers[x])
				}
			}
			victims.Clear()
			for i := range colours {
				if seen[i].Meets(colours[i]) {
					victims.Set(colours[i])
					break
				}
			}
			if !victims.Empty() && p.tellColours(f, d, colours, seen, victims) {
				return
			}
			victims.Set(have)
			for i := range colours {
				victims.And(seen[i])
				victims.AndNot(colours[1-i])
				victims.AndNot(colours[i])
			}
			if !victims.Empty() && p.tellColours(f, d, colours, seen, victims) {
				return
			}
		}
	}
}

// partner returns the other place of a digit in a unit that has two, −1 if there are not two.
func (p *Position) partner(at place, d int) int {
	m := p.places[at.unit*p.geo.n+d-1]
	if bits.OnesCount64(m) != 2 {
		return -1
	}
	return p.geo.units[at.unit][bits.TrailingZeros64(m&^at.bit)]
}

// colour gives two colours to all that strong links of a digit join to a cell, and reports whether
// there is any link.
func (p *Position) colour(f *found, d, start int, colours [2]Cells) bool {
	colours[0].Clear()
	colours[1].Clear()
	colours[0].Add(start)
	queue := f.web.queue[:0]
	queue = append(queue, int32(start))
	for i := 0; i < len(queue); i++ {
		c := int(queue[i])
		other := 0
		if colours[0].Has(c) {
			other = 1
		}
		for _, at := range p.geo.at[c] {
			if q := p.partner(at, d); q >= 0 && !colours[0].Has(q) && !colours[1].Has(q) {
				colours[other].Add(q)
				queue = append(queue, int32(q))
			}
		}
	}
	f.web.queue = queue
	return len(queue) > 1
}

// tellColours emits the step that strikes from some cells. The first colour is that of the net's first
// cell, or the one that does not see itself.
func (p *Position) tellColours(f *found, d int, colours, seen [2]Cells, victims Cells) bool {
	s := f.begin()
	s.Digits = s.Digits.With(d)
	on, off := 0, 1
	if seen[0].Meets(colours[0]) {
		on, off = 1, 0
	}
	s.colourCells(colours[on], d, RoleOn)
	s.colourCells(colours[off], d, RoleOff)
	// The links are those by which the net was coloured, in that order.
	for i, q := range f.web.queue {
		if i == 0 {
			continue
		}
		to := int(q)
		from, unit := -1, -1
		for _, before := range f.web.queue[:i] {
			for _, at := range p.geo.at[to] {
				if from < 0 && p.partner(at, d) == int(before) {
					from, unit = int(before), at.unit
				}
			}
		}
		s.link(Candidate{from, d}, Candidate{to, d}, true)
		s.linkUnit(int32(unit))
	}
	for c := victims.Next(0); c >= 0; c = victims.Next(c + 1) {
		s.strike(c, d)
	}
	return f.emit()
}

// colourCells gives the candidates of a colour their role.
func (s *Step) colourCells(cells Cells, d int, r Role) {
	for c := cells.Next(0); c >= 0; c = cells.Next(c + 1) {
		s.candidate(c, d, r)
	}
}

// whyColouring tells a trap or a wrap.
func whyColouring(s *Step) string {
	d := s.digit(s.Digits.First())
	on, off := s.cellsOf(RoleOn), s.cellsOf(RoleOff)
	if len(on)+len(off) == 2 {
		return "In " + s.unitWords(RoleLink) + " the " + d + " can only go in " + s.cellList(append(on, off...), "or") + ". " + s.seeing("both")
	}
	b := "Units with two places for " + d + " join " + s.cellWords(on) + " to " + s.cellWords(off) +
		": in one of these two groups all are " + d + ", in the other none. "
	for i, x := range off {
		for _, y := range off[i+1:] {
			if s.Strikes[0].Cell == off[0] && slices.Contains(s.shape.Peers(x), y) {
				return b + s.cellWords([]int{x, y}) + " see each other and cannot both be " + d + ", " + s.so()
			}
		}
	}
	return b + s.seeing("cells of both groups")
}
