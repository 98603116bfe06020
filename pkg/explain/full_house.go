package explain

import (
	"math/bits"
)

var fullHouse = row{
	technique: FullHouse,
	Info: Info{
		Name: "full house", Score: 4, Level: Easy, SE: 10,
		Definition: "A unit has one empty cell left. The digit that the unit lacks goes there.",
		Source:     "HoDoKu manual, Singles",
		Example:    Example{Board: ".61..79....4.263.1..94.15.6143..276..7..6.1....671...341728.6...9864.2176.2179...", Struck: ""},
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
		where, d := s.unitWords(RoleUnit), s.digit(s.Digits.First())
		return s.cellWords(s.cellsOf(RoleSet)) + " is the last empty cell of " + where + ", where only the " + d + " is missing, " + s.so()
	},
}
