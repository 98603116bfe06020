package explain

import (
	"math/bits"
)

var emptyRectangle = row{
	technique: EmptyRectangle,
	Info: Info{
		Name: "empty rectangle", Score: 120, Level: Hard, SE: 76, // a Nishio chain: the box has more than two places
		Definition: "In a box all places of a digit, three or more, lie in one row and one column. Another column has two places for the digit, one of them in that row. Either the box has the digit in its own column, or the second place has it, so a cell of the box's column that sees the second place cannot. The same holds with rows and columns exchanged.",
		Source:     "HoDoKu manual, Single Digit Patterns",
		Example:    Example{Board: "4...8..6..86.....4..1.4.8..813465297.6...8.4.249137...6.8.1492.3..85.4..1.4..2...", Struck: "r1c2-59 r1c4-23 r1c9-135 r2c4-3 r3c2-59 r3c4-23 r3c9-35 r5c7-5 r5c9-5"},
	},
	find: func(p *Position, f *found) {
		n := p.geo.n
		for d := 1; d <= n; d++ {
			for u := 2 * n; u < 3*n; u++ {
				if bits.OnesCount64(p.places[u*n+d-1]) > 2 && p.rectangles(f, u, d) {
					return
				}
			}
		}
	},
	why: func(s *Step) string {
		d := s.digit(s.Digits.First())
		base, cover := s.unitWords(RoleBase), s.unitWords(RoleCover)
		near, far := s.cellWords(s.cellsOf(RoleLink)), s.cellWords(s.cellsOf(RoleWing))
		loser := s.shape.CellName(s.Strikes[0].Cell)
		return "In " + s.unitWords(RoleUnit) + " the " + d + " can only go in " + base + " or " + cover + ". If it is in " + base + ", " + near + " is not " + d +
			", so the " + d + " of " + s.unitWords(RoleLink) + " is in " + far + ", and " + loser + " sees it. If it is in " + cover + ", " + loser +
			" sees it there. Either way " + s.follows() + "."
	},
}

// rectangles emits the empty rectangles of a digit in a box. A line that has some of the places but not
// all leaves the others; if those lie in one line across, the two lines are an empty rectangle.
func (p *Position) rectangles(f *found, box, d int) bool {
	g, n := p.geo, p.geo.n
	for _, way := range g.lines() {
		base, across := way[0], way[1]
		at := func(c int) (line, place int) {
			if base == 0 {
				return g.shape.Row(c), g.shape.Col(c)
			}
			return g.shape.Col(c), g.shape.Row(c)
		}
		var lines uint64
		for m := p.places[box*n+d-1]; m != 0; m &= m - 1 {
			line, _ := at(g.units[box][bits.TrailingZeros64(m)])
			lines |= 1 << line
		}
		for ; lines != 0; lines &= lines - 1 {
			line := bits.TrailingZeros64(lines)
			var on, off uint64 // places along the line, in it and outside
			for m := p.places[box*n+d-1]; m != 0; m &= m - 1 {
				if l, place := at(g.units[box][bits.TrailingZeros64(m)]); l == line {
					on |= 1 << place
				} else {
					off |= 1 << place
				}
			}
			if bits.OnesCount64(off) != 1 || on&^off == 0 {
				continue
			}
			cover := bits.TrailingZeros64(off)
			for m := p.places[(base+line)*n+d-1] &^ on &^ off; m != 0; m &= m - 1 {
				link := across + bits.TrailingZeros64(m)
				near, far, ok := p.strongLink(link, d)
				if !ok {
					continue
				}
				if l, _ := at(near); l != line {
					near, far = far, near
				}
				end, _ := at(far)
				// The lines meet in a cell of the box only if the digit has left it.
				loser := g.units[base+end][cover]
				if !p.marks[loser].Has(d) || g.bitIn(loser, box) != 0 {
					continue
				}
				if p.emitRectangle(f, box, d, base+line, across+cover, link, near, far, loser) {
					return true
				}
			}
		}
	}
	return false
}

// emitRectangle emits an empty rectangle of a digit: a box with the lines base and cover, and a link
// from the cell near, in the base line, to the cell far.
func (p *Position) emitRectangle(f *found, box, d, base, cover, link, near, far, loser int) bool {
	g, n := p.geo, p.geo.n
	s := f.begin()
	s.Digits = s.Digits.With(d)
	s.unit(box, RoleUnit)
	s.unit(base, RoleBase)
	s.unit(cover, RoleCover)
	s.unit(link, RoleLink)
	inBase, inCover := -1, -1
	for m := p.places[box*n+d-1]; m != 0; m &= m - 1 {
		c := g.units[box][bits.TrailingZeros64(m)]
		s.candidate(c, d, RolePivot)
		switch {
		case g.bitIn(c, cover) == 0:
			inBase = c
		case g.bitIn(c, base) == 0:
			inCover = c
		}
	}
	s.candidate(near, d, RoleLink)
	s.candidate(far, d, RoleWing)
	s.linkDigit(d, far, near, inBase, inCover)
	s.strike(loser, d)
	return f.emit()
}
