package explain

var finnedJellyfish = row{
	technique: FinnedJellyfish,
	Info: Info{
		Name: "finned jellyfish", Score: 250, Level: Unfair, SE: 66,
		Definition: "A jellyfish but for further places of the digit in the base lines, the fins. Either a fin has the digit, or the jellyfish holds, so a cell that the jellyfish would strike and that sees all fins cannot have it.",
		Source:     "HoDoKu manual, Fish",
		Example:    Example{Board: "921..8..4..519.2.8...42...16....1.42...2.41..214..9.838...13429..39.28...9284.3.6", Struck: "r1c4-6 r1c5-6 r1c8-3 r2c8-6 r3c7-6 r3c8-6 r8c2-5"},
	},
	find: func(p *Position, f *found) { findFinned(p, f, 4, false) },
	why:  whyFinned,
}
