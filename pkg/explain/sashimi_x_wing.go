package explain

var sashimiXWing = row{
	technique: SashimiXWing,
	Info: Info{
		Name: "sashimi X-wing", Score: 150, Level: Hard, SE: 66,
		Definition: "A finned X-wing in which a base line without its fins has one place only.",
		Source:     "HoDoKu manual, Fish",
		Example:    Example{Board: "975.3.2....8.59.373....7.5..593748.....9653..63.1825..593..872....5....3.1.7.3..5", Struck: "r1c8-8 r1c9-16 r3c5-2 r7c9-4 r8c5-14 r8c8-6 r9c5-4"},
	},
	find: func(p *Position, f *found) { findFinned(p, f, 2, true) },
	why:  whyFinned,
}
