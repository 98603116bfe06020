package explain

var wWing = row{
	technique: WWing,
	Info: Info{
		Name: "W-wing", Score: 150, Level: Hard, SE: 71, // a forcing chain of six candidates
		Definition: "Two cells that do not see each other have the same two candidates, x and y. In a unit y can only go in two cells, one that sees the first and one that sees the second. So the two cells are not both y, one of them is x, and a cell that sees both cannot be x.",
		Source:     "HoDoKu manual, Wings",
		Example:    Example{Board: "9....5.835..87...4..8.32.56.8....5.7659743812...528..9..4.87..5376251..88.53.4.71", Struck: "r2c2-2 r4c1-1 r4c3-1 r4c8-6 r7c7-9 r7c8-9 r9c7-9"},
	},
	find: func(p *Position, f *found) {
		g := p.geo
		losers := f.cells()
		for a, m := range p.marks {
			if m.Count() != 2 {
				continue
			}
			for b := a + 1; b < len(p.marks); b++ {
				if p.marks[b] != m || g.peers[a].Has(b) {
					continue
				}
				x := m.First()
				y := m.Without(x).First()
				for range 2 {
					losers.Set(p.cells[x-1])
					losers.And(g.peers[a])
					losers.And(g.peers[b])
					if !losers.Empty() && p.wWings(f, a, b, x, y, losers) {
						return
					}
					x, y = y, x
				}
			}
		}
	},
	why: func(s *Step) string {
		ends, link := s.cellsOf(RoleWing), s.cellsOf(RoleLink)
		x := s.Strikes[0].Digit
		y := s.digit(s.Digits.Without(x).First())
		name := s.shape.CellName
		return s.cellWords(ends) + " have only " + s.digitWords(s.Digits, "and") + ". In " + s.unitWords(RoleLink) + " the " + y + " can only go in " +
			name(link[0]) + ", which sees " + name(ends[0]) + ", or in " + name(link[1]) + ", which sees " + name(ends[1]) +
			". So " + s.cellWords(ends) + " are not both " + y + ": one of them is " + s.digit(x) + ". " + s.seeing("both")
	},
}

// wWings emits the W-wings of two cells with the candidates x and y that strike x, one for each strong
// link of y that joins them.
func (p *Position) wWings(f *found, a, b, x, y int, losers Cells) bool {
	g := p.geo
	for u := range g.units {
		v, w, ok := p.strongLink(u, y)
		if !ok {
			continue
		}
		if !g.peers[a].Has(v) {
			v, w = w, v
		}
		if !g.peers[a].Has(v) || !g.peers[b].Has(w) || g.peers[a].Has(w) || g.peers[b].Has(v) || !p.linksFirst(&strong{u, [2]int{v, w}}, y) {
			continue
		}
		s := f.begin()
		s.Digits = p.marks[a]
		s.unit(u, RoleLink)
		s.candidates(a, p.marks[a], RoleWing)
		s.candidates(b, p.marks[b], RoleWing)
		s.candidate(v, y, RoleLink)
		s.candidate(w, y, RoleLink)
		s.link(Candidate{a, x}, Candidate{a, y}, true)
		s.link(Candidate{a, y}, Candidate{v, y}, false)
		s.link(Candidate{v, y}, Candidate{w, y}, true)
		s.link(Candidate{w, y}, Candidate{b, y}, false)
		s.link(Candidate{b, y}, Candidate{b, x}, true)
		for c := losers.Next(0); c >= 0; c = losers.Next(c + 1) {
			s.strike(c, x)
		}
		if f.emit() {
			return true
		}
	}
	return false
}
