package explain

var sashimiXWing = row{
	technique: SashimiXWing,
	Info: Info{
		Name: "sashimi X-wing", Score: 150, Level: Hard, SE: 66,
		Definition: "A finned X-wing with a base line that has one place only without its fins.",
		Source:     "HoDoKu manual, Fish",
		Example:    Example{Board: "....1.3..35.4791.21...8.5..91..5.6242.364.9514659217..6.9.3241..21.948...3416.29.", Struck: "r1c2-78 r1c8-68 r1c9-7 r3c2-7 r3c8-6 r3c9-7 r8c8-7 r8c9-57"},
	},
	find: func(p *Position, f *found) { findFinned(p, f, 2, true) },
	why:  whyFinned,
}
