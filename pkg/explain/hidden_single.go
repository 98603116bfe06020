package explain

import (
	"math/bits"
	"strconv"
)

var hiddenSingle = row{
	technique: HiddenSingle,
	Info: Info{
		Name: "hidden single", Score: 14, Level: Easy, SE: 12, // 1.5 in a row, a column or a diagonal
		Definition: "A digit has one place left in a unit. It goes there.",
		Source:     "Davis 2006; HoDoKu manual, Singles",
		Example:    Example{Board: "417695832528.3.6.1639182...943571286281963547756248913162.5...83.5.16.2.8.4.2....", Struck: ""},
	},
	find: func(p *Position, f *found) {
		// Boxes come first: people see them best, and their rating is the lower one.
		n := p.geo.n
		for _, boxes := range [...]bool{true, false} {
			for u := range p.open {
				if p.geo.isBox(u) != boxes {
					continue
				}
				for d := 1; d <= n; d++ {
					at := p.places[u*n+d-1]
					if at == 0 || at&(at-1) != 0 {
						continue
					}
					c := p.geo.units[u][bits.TrailingZeros64(at)]
					s := f.begin()
					if !boxes {
						s.SE = 15
					}
					s.Digits = s.Digits.With(d)
					s.unit(u, RoleUnit)
					s.candidate(c, d, RoleSet)
					s.place(c, d)
					if f.emit() {
						return
					}
				}
			}
		}
	},
	why: func(s *Step) string {
		return "In " + s.unitWords(RoleUnit) + " the " + strconv.Itoa(s.Digits.First()) + " fits " + s.cellWords(s.cellsOf(RoleSet)) + " alone, " + s.so()
	},
}
