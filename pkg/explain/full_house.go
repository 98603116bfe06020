package explain

import (
	"math/bits"
	"strconv"
)

var fullHouse = row{
	technique: FullHouse,
	Info: Info{
		Name: "full house", Score: 4, Level: Easy, SE: 10,
		Definition: "A unit has one empty cell left. The digit that the unit lacks goes there.",
		Source:     "HoDoKu manual, Singles",
		Example:    Example{Board: "942.81567...24.893.73.5941..9....74..2.96.3.84..8.592.28......5.57423.8..695..274", Struck: ""},
	},
	find: func(p *Position, f *found) {
		for u, open := range p.open {
			if open == 0 || open&(open-1) != 0 {
				continue
			}
			c := p.geo.units[u][bits.TrailingZeros64(open)]
			d := (p.geo.all &^ p.held[u]).First()
			if !p.marks[c].Has(d) {
				continue // the position is broken
			}
			s := f.begin()
			s.Digits = s.Digits.With(d)
			s.unit(u, RoleUnit)
			s.candidate(c, d, RoleSet)
			s.place(c, d)
			if f.emit() {
				return
			}
		}
	},
	why: func(s *Step) string {
		where, d := s.unitWords(RoleUnit), strconv.Itoa(s.Digits.First())
		return s.cellWords(s.cellsOf(RoleSet)) + " is the last empty cell of " + where + ", which lacks " + d + ", " + s.so()
	},
}
