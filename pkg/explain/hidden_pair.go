package explain

var hiddenPair = row{
	technique: HiddenPair,
	Info: Info{
		Name: "hidden pair", Score: 70, Level: Medium, SE: 34,
		Definition: "Two digits of a unit can only go in the same two cells. These cells can have no other digit.",
		Source:     "Davis 2006; HoDoKu manual, Subsets",
		Example:    Example{Board: "...52.1949.4781..22.1....87.......5...8.1...3...27..4.7..8.2.15412359876...1.7..9", Struck: "r3c5-46 r4c5-46 r5c2-5 r6c2-5 r9c2-5"},
	},
	find: func(p *Position, f *found) { findHidden(p, f, 2) },
	why:  whyHidden,
}
