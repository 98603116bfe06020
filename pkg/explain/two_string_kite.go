package explain

var twoStringKite = row{
	technique: TwoStringKite,
	Info: Info{
		Name: "two-string kite", Score: 150, Level: Hard, SE: 66,
		Definition: "A row and a column have two places each for a digit, and one end of both lies in the same box. At least one of the other ends has the digit, so a cell that sees both cannot have it.",
		Source:     "HoDoKu manual, Single Digit Patterns",
		Example:    Example{Board: "9....5.835..87...4..8.32.56.8....5.7659743812...528..9..4.87..5376251..88.53.4.71", Struck: "r4c1-1 r4c3-1 r4c8-6 r7c7-9 r7c8-9 r9c7-9"},
	},
	find: func(p *Position, f *found) {
		n := p.geo.n
		j := joined{losers: f.cells()}
		var links strongLinks
		for j.digit = 1; j.digit <= n; j.digit++ {
			all := links.collect(p, j.digit, 0, 2*n)
			for k := 0; k < len(all) && all[k].unit < n; k++ {
				for l := k + 1; l < len(all); l++ {
					if all[l].unit < n {
						continue
					}
					for side := range uint(4) {
						if p.joinedBy(&j, &all[k], &all[l], side, 2*n, 3*n) && p.emitJoined(f, &j) {
							return
						}
					}
				}
			}
		}
	},
	why: whyJoined,
}
