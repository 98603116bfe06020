package explain

import (
	"math/bits"
)

// findLocked emits the locked candidates of boxes in lines (pointing), or of lines in boxes
// (claiming). Diagonals are lines as well.
func findLocked(p *Position, f *found, boxes bool) {
	n := p.geo.n
	for u := range p.geo.units {
		if p.geo.isBox(u) != boxes {
			continue
		}
		for i := range n {
			from := p.places[u*n+i]
			if from&(from-1) == 0 {
				continue // nowhere, or a single
			}
			for x := range p.geo.crossings[u] {
				x := &p.geo.crossings[u][x]
				if from&^x.inFrom != 0 {
					continue
				}
				to := p.places[x.to*n+i] &^ x.inTo
				if to == 0 {
					continue
				}
				s := f.begin()
				s.Digits = s.Digits.With(i + 1)
				s.unit(u, RoleUnit)
				s.unit(x.to, RoleCover)
				for ; from != 0; from &= from - 1 {
					s.candidate(p.geo.units[u][bits.TrailingZeros64(from)], i+1, RoleSet)
				}
				for ; to != 0; to &= to - 1 {
					s.strike(p.geo.units[x.to][bits.TrailingZeros64(to)], i+1)
				}
				if f.emit() {
					return
				}
				from = p.places[u*n+i]
			}
		}
	}
}

// whyLocked tells locked candidates of either kind.
func whyLocked(s *Step) string {
	cells := s.cellsOf(RoleSet)
	lie := ". Both lie in "
	if len(cells) > 2 {
		lie = ". All of these lie in "
	}
	d := s.digit(s.Digits.First())
	return "In " + s.unitWords(RoleUnit) + " the " + d + " can only go in " + s.cellList(cells, "or") + lie + s.unitWords(RoleCover) +
		", which has its " + d + " there, " + s.so()
}
