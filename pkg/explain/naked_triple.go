package explain

var nakedTriple = row{
	technique: NakedTriple,
	Info: Info{
		Name: "naked triple", Score: 80, Level: Medium, SE: 36,
		Definition: "Three cells of a unit have only three candidates between them. No other cell of the unit can be one of these digits.",
		Source:     "HoDoKu manual, Subsets",
		Example:    Example{Board: "756.4...2..4.589.191823..54..1..3.475478....6..24....81.3..24.54.9.....3..5364..9", Struck: "r2c8-3 r4c2-6 r6c2-6 r6c6-19 r6c7-3 r6c8-3 r8c6-1 r8c7-1 r8c8-1"},
	},
	find: func(p *Position, f *found) { findNaked(p, f, 3, false) },
	why:  whyNaked,
}
