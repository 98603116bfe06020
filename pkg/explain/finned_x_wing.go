package explain

var finnedXWing = row{
	technique: FinnedXWing,
	Info: Info{
		Name: "finned X-wing", Score: 130, Level: Hard, SE: 66,
		Definition: "An X-wing but for further places of the digit in the base lines, the fins. Either a fin has the digit, or the X-wing holds, so a cell that the X-wing would strike and that sees all fins cannot have it.",
		Source:     "HoDoKu manual, Fish",
		Example:    Example{Board: "....42..7...8.5..48....75....31784.64.8536.2116.924..87..28..45.81459.735..76....", Struck: "r1c2-3 r1c7-6 r2c2-3 r2c7-6 r3c2-3 r9c2-9"},
	},
	find: func(p *Position, f *found) { findFinned(p, f, 2, false) },
	why:  whyFinned,
}
