package explain

var finnedXWing = row{
	technique: FinnedXWing,
	Info: Info{
		Name: "finned X-wing", Score: 130, Level: Hard, SE: 66,
		Definition: "An X-wing but for fins: places of the digit in the base lines outside the cover lines. The digit leaves those cells of the cover lines that see all fins.",
		Source:     "HoDoKu manual, Fish",
		Example:    Example{Board: "9....5.835..87...4..8.32.56.8....5.7659743812...528..9..4.87..5376251..88.53.4.71", Struck: "r4c1-1 r4c3-1 r4c8-6 r7c7-9 r7c8-9 r9c7-9"},
	},
	find: func(p *Position, f *found) { findFinned(p, f, 2, false) },
	why:  whyFinned,
}
