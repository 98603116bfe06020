package explain

var skyscraper = row{
	technique: Skyscraper,
	Info: Info{
		Name: "skyscraper", Score: 130, Level: Hard, SE: 66,
		Definition: "Two parallel lines have two places each for a digit, and one end of both lies in the same crossing line. At least one of the other ends has the digit, so a cell that sees both cannot have it.",
		Source:     "HoDoKu manual, Single Digit Patterns",
		Example:    Example{Board: "....1.3..35.4791.21...8.5..91..5.6242.364.9514659217..6.9.3241..21.948...3416.29.", Struck: "r1c2-78 r1c8-68 r1c9-7 r3c2-7 r3c8-6 r3c9-7 r8c8-7 r8c9-57"},
	},
	find: func(p *Position, f *found) {
		n := p.geo.n
		j := joined{losers: f.cells()}
		var links strongLinks
		for _, way := range p.geo.lines() {
			base, cross := way[0], way[1]
			for j.digit = 1; j.digit <= n; j.digit++ {
				all := links.collect(p, j.digit, base, base+n)
				for k := range all {
					for l := k + 1; l < len(all); l++ {
						for side := range uint(4) {
							if !p.joinedBy(&j, &all[k], &all[l], side, cross, cross+n) || p.geo.shared(j.outer[0], j.outer[1], cross, cross+n) >= 0 {
								continue // with both ends joined it is an X-wing
							}
							if p.emitJoined(f, &j) {
								return
							}
						}
					}
				}
			}
		}
	},
	why: whyJoined,
}
