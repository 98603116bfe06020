package explain

var finnedSwordfish = row{
	technique: FinnedSwordfish,
	Info: Info{
		Name: "finned swordfish", Score: 200, Level: Unfair, SE: 66,
		Definition: "A swordfish but for further places of the digit in the base lines, the fins. Either a fin has the digit, or the swordfish holds, so a cell that the swordfish would strike and that sees all fins cannot have it.",
		Source:     "HoDoKu manual, Fish",
		Example:    Example{Board: "426...51.397541.2...8.62.74..2..8..7.7.42918.......2...3.2.4...2.4.96..17.9...4.2", Struck: "r1c9-8"},
	},
	find: func(p *Position, f *found) { findFinned(p, f, 3, false) },
	why:  whyFinned,
}
