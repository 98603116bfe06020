package explain

var uniqueRectangle4 = row{
	technique: UniqueRectangle4,
	Info: Info{
		Name: "unique rectangle, type 4", Score: 100, Level: Hard, SE: 45, Unique: true,
		Definition: "Two corners of a rectangle in two boxes have two candidates only. In a unit one of these digits can only go in the other two corners, so neither of them has the other digit.",
		Source:     "HoDoKu manual, Uniqueness",
		Example:    Example{Board: ".5..9.4324..5.3..99.3.......9.3..748.489.15233.5.4.9615.9.3281.8341.92..21..8.39.", Struck: "r2c3-1 r3c4-8 r3c6-8 r3c9-6"},
	},
	find: func(p *Position, f *found) {
		findRectangles(p, f, func(p *Position, f *found, r rectangle) bool {
			a, b := r.roof[0], r.roof[1]
			if p.extras(&r, a) == 0 || p.extras(&r, b) == 0 {
				return false
			}
			for m := r.pair; m != 0; m &= m - 1 {
				d := m.First()
				other := r.pair.Without(d)
				if (p.marks[a]|p.marks[b])&other == 0 {
					continue
				}
				for _, at := range p.geo.at[a] {
					in := p.geo.bitIn(b, at.unit)
					if in == 0 || p.places[at.unit*p.geo.n+d-1] != at.bit|in {
						continue
					}
					s := p.rectangle(f, &r)
					s.unit(at.unit, RoleLink)
					s.link(Candidate{a, d}, Candidate{b, d}, true)
					s.strikeAll(a, p.marks[a]&other)
					s.strikeAll(b, p.marks[b]&other)
					if f.emit() {
						return true
					}
					break // another unit says no more
				}
			}
			return false
		})
	},
	why: func(s *Step) string {
		d := s.Digits.Without(s.Strikes[0].Digit)
		return s.cornerWords() + ". In " + s.unitWords(RoleLink) + " the " + s.digitWords(d, "and") + " can only go in the other two, " + s.cellWords(s.cellsOf(RoleRoof)) +
			". If the one without it were " + s.digitWords(s.Digits&^d, "or") + ", " + s.swapWords() + ", " + s.so()
	},
}
