package explain

var finnedXWing = row{
	technique: FinnedXWing,
	Info: Info{
		Name: "finned X-wing", Score: 130, Level: Hard, SE: 66,
		Definition: "An X-wing but for fins: places of the digit in the base lines outside the cover lines. The digit leaves those cells of the cover lines that see all fins.",
		Source:     "HoDoKu manual, Fish",
		Example:    Example{Board: "....42..7...8.5..48....75....31784.64.8536.2116.924..87..28..45.81459.735..76....", Struck: "r1c2-3 r1c7-6 r2c2-3 r2c7-6 r3c2-3 r9c2-9"},
	},
	find: func(p *Position, f *found) { findFinned(p, f, 2, false) },
	why:  whyFinned,
}
