package explain

var turbotFish = row{
	technique: TurbotFish,
	Info: Info{
		Name: "turbot fish", Score: 120, Level: Hard, SE: 66,
		Definition: "Two units have two places each for a digit, and one end of both lies in a third unit. At least one of the other ends has the digit, so a cell that sees both cannot have it. Skyscrapers, two-string kites and X-wings have names of their own.",
		Source:     "HoDoKu manual, Single Digit Patterns",
		Example:    Example{Board: "..4.61..3.6...32..8.34..9..7..518.......96..5..5.4........85.2..5...4..1..213957.", Struck: "r1c4-27 r2c4-7 r3c2-2 r5c8-1 r6c8-1"},
	},
	find: func(p *Position, f *found) {
		units := len(p.geo.units)
		j := joined{losers: f.cells()}
		var links strongLinks
		for j.digit = 1; j.digit <= p.geo.n; j.digit++ {
			all := links.collect(p, j.digit, 0, units)
			for k := range all {
				if !p.linksFirst(&all[k], j.digit) {
					continue
				}
				for l := k + 1; l < len(all); l++ {
					for side := range uint(4) {
						if p.joinedBy(&j, &all[k], &all[l], side, 0, units) && !p.named(&j) && p.linksFirst(&all[l], j.digit) && p.emitJoined(f, &j) {
							return
						}
					}
				}
			}
		}
	},
	why: whyJoined,
}

// linksFirst reports whether no earlier unit has a strong link of a digit between the same two cells.
func (p *Position) linksFirst(l *strong, d int) bool {
	for _, at := range p.geo.at[l.cells[0]] {
		if at.unit < l.unit && p.geo.bitIn(l.cells[1], at.unit) != 0 {
			if _, _, ok := p.strongLink(at.unit, d); ok {
				return false
			}
		}
	}
	return true
}

// named reports whether a pair of strong links is a skyscraper, an X-wing or a two-string kite. Those
// join two parallel lines by a line across, or a row and a column by a box.
func (p *Position) named(j *joined) bool {
	n := p.geo.n
	switch kind, other := j.units[0]/n, j.units[1]/n; {
	case kind == 0 && other == 0:
		return p.geo.shared(j.inner[0], j.inner[1], n, 2*n) >= 0
	case kind == 1 && other == 1:
		return p.geo.shared(j.inner[0], j.inner[1], 0, n) >= 0
	case kind == 0 && other == 1:
		return p.geo.shared(j.inner[0], j.inner[1], 2*n, 3*n) >= 0
	}
	return false
}
