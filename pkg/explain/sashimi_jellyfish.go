package explain

var sashimiJellyfish = row{
	technique: SashimiJellyfish,
	Info: Info{
		Name: "sashimi jellyfish", Score: 260, Level: Unfair, SE: 66,
		Definition: "A finned jellyfish in which a base line without its fins has one place only.",
		Source:     "HoDoKu manual, Fish",
		Example:    Example{Board: "14598..2....5.214929.41758.9512..6.862..589144.81......12....6..6982...15.46.1.9.", Struck: "r6c5-37 r6c6-3 r6c7-7 r6c9-3 r7c5-37 r7c6-3 r8c6-3 r9c7-7"},
	},
	find: func(p *Position, f *found) { findFinned(p, f, 4, true) },
	why:  whyFinned,
}
