package explain

var nakedPair = row{
	technique: NakedPair,
	Info: Info{
		Name: "naked pair", Score: 60, Level: Medium, SE: 30,
		Definition: "Two cells of a unit have the same two candidates and no others. No other cell of the unit can be one of these digits.",
		Source:     "Davis 2006; HoDoKu manual, Subsets",
		Example:    Example{Board: "756.4...2..4.589.191823..54..1..3.475478....6..24....81.3..24.54.9.....3..5364..9", Struck: "r2c8-3 r4c2-6 r6c2-6 r6c7-3 r6c8-3 r8c7-1 r8c8-1"},
	},
	find: func(p *Position, f *found) { findNaked(p, f, 2, false) },
	why:  whyNaked,
}
