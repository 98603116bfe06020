package explain

import (
	"math/bits"
	"strings"

	"sudokulab/pkg/board"
)

// Two strong links of a digit whose inner ends see each other: one of the outer ends has the digit. The
// skyscraper, the two-string kite and the turbot fish are such pairs, by the kinds of their units.

// strongLink returns the two places of a digit in a unit, in the unit's order, if it has just two.
func (p *Position) strongLink(u, d int) (a, b int, ok bool) {
	at := p.places[u*p.geo.n+d-1]
	if bits.OnesCount64(at) != 2 {
		return 0, 0, false
	}
	unit := p.geo.units[u]
	return unit[bits.TrailingZeros64(at)], unit[bits.Len64(at)-1], true
}

// shared returns the first unit in which two cells lie, of those from a number to below another; −1 if
// there is none.
func (g *geometry) shared(a, b, from, below int) int {
	for _, at := range g.at[a] {
		if at.unit >= from && at.unit < below && g.bitIn(b, at.unit) != 0 {
			return at.unit
		}
	}
	return -1
}

// strong is a strong link of a digit: a unit and its two places.
type strong struct {
	unit  int
	cells [2]int
}

// strongLinks lists the strong links of a digit in rising order of their units: rows, columns, boxes or
// regions, diagonals.
type strongLinks struct {
	all [3*board.MaxSide + 2]strong
	n   int
}

// collect lists those of a digit in the units from a number to below another.
func (l *strongLinks) collect(p *Position, d, from, below int) []strong {
	l.n = 0
	for u := from; u < below; u++ {
		if a, b, ok := p.strongLink(u, d); ok {
			l.all[l.n] = strong{u, [2]int{a, b}}
			l.n++
		}
	}
	return l.all[:l.n]
}

// joined is a pair of strong links. Their inner ends lie in the unit join.
type joined struct {
	units  [2]int
	outer  [2]int
	inner  [2]int
	join   int
	digit  int
	losers Cells // scratch
}

// joinedBy pairs two strong links if their inner ends lie in a unit of those from a number to below
// another. side says which ends are the inner ones, in bits 0 and 1.
func (p *Position) joinedBy(j *joined, k, l *strong, side uint, from, below int) bool {
	a, b := k.cells[side&1], k.cells[side&1^1]
	x, y := l.cells[side>>1], l.cells[side>>1^1]
	if a == x || a == y || b == x || b == y || !p.geo.peers[a].Has(x) {
		return false
	}
	j.units, j.inner, j.outer = [2]int{k.unit, l.unit}, [2]int{a, x}, [2]int{b, y}
	j.join = p.geo.shared(a, x, from, below)
	return j.join >= 0
}

// emitJoined emits what a pair of strong links strikes.
func (p *Position) emitJoined(f *found, j *joined) bool {
	j.losers.Set(p.cells[j.digit-1])
	for _, c := range j.outer {
		j.losers.And(p.geo.peers[c])
	}
	if j.losers.Empty() {
		return false
	}
	s := f.begin()
	s.Digits = s.Digits.With(j.digit)
	s.unit(j.units[0], RoleLink)
	s.unit(j.units[1], RoleLink)
	s.unit(j.join, RoleUnit)
	for _, c := range j.outer {
		s.candidate(c, j.digit, RoleWing)
	}
	for _, c := range j.inner {
		s.candidate(c, j.digit, RolePivot)
	}
	s.linkDigit(j.digit, j.outer[0], j.inner[0], j.inner[1], j.outer[1])
	for c := j.losers.Next(0); c >= 0; c = j.losers.Next(c + 1) {
		s.strike(c, j.digit)
	}
	return f.emit()
}

// linkDigit adds the links of a chain of cells of one digit, the first strong, then in turn.
func (s *Step) linkDigit(d int, cells ...int) {
	for i := 1; i < len(cells); i++ {
		s.link(Candidate{cells[i-1], d}, Candidate{cells[i], d}, i%2 == 1)
	}
}

// whyJoined tells a pair of strong links.
func whyJoined(s *Step) string {
	d := s.digit(s.Digits.First())
	inner, outer := s.cellsOf(RolePivot), s.cellsOf(RoleWing)
	units := s.unitWords(RoleLink)
	return strings.ToUpper(units[:1]) + units[1:] + " have two places each for " + d + ". " + s.cellWords(inner) + " share " + s.unitWords(RoleUnit) +
		", so they are not both " + d + ". At least one of the other ends, " + s.cellWords(outer) + ", is then " + d + ". " + s.seeing("both")
}
