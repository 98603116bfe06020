package explain

var sashimiSwordfish = row{
	technique: SashimiSwordfish,
	Info: Info{
		Name: "sashimi swordfish", Score: 240, Level: Unfair, SE: 66,
		Definition: "A finned swordfish in which a base line without its fins has one place only.",
		Source:     "HoDoKu manual, Fish",
		Example:    Example{Board: "426...51.397541.2...8.62.74..2..8..7.7.42918.......2...3.2.4...2.4.96..17.9...4.2", Struck: "r1c9-8 r6c4-3"},
	},
	find: func(p *Position, f *found) { findFinned(p, f, 3, true) },
	why:  whyFinned,
}
