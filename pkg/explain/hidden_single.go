package explain

import (
	"math/bits"
)

var hiddenSingle = row{
	technique: HiddenSingle,
	Info: Info{
		Name: "hidden single", Score: 14, Level: Easy, SE: 12, // 1.5 in a row, a column or a diagonal
		Definition: "In a unit a digit can only go in one cell. It goes there.",
		Source:     "Davis 2006; HoDoKu manual, Singles",
		Example:    Example{Board: ".6....9....4.2.3.....4.15...43..2.6..7....1.....71...3.1..8.....986....76.2..9...", Struck: ""},
	},
	find: func(p *Position, f *found) {
		// Boxes come first: people see them best, and their rating is the lower one.
		n := p.geo.n
		for _, u := range p.geo.order {
			for i, at := range p.places[u*n : (u+1)*n] {
				if at == 0 || at&(at-1) != 0 {
					continue
				}
				c := p.geo.units[u][bits.TrailingZeros64(at)]
				s := f.begin()
				if !p.geo.isBox(u) {
					s.SE = 15
				}
				s.Digits = s.Digits.With(i + 1)
				s.unit(u, RoleUnit)
				s.candidate(c, i+1, RoleSet)
				s.place(c, i+1)
				if f.emit() {
					return
				}
			}
		}
	},
	why: func(s *Step) string {
		return "In " + s.unitWords(RoleUnit) + " the " + s.digit(s.Digits.First()) + " can only go in " + s.cellWords(s.cellsOf(RoleSet)) + ", " + s.so()
	},
}
