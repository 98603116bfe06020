package explain

var hiddenTriple = row{
	technique: HiddenTriple,
	Info: Info{
		Name: "hidden triple", Score: 100, Level: Medium, SE: 40,
		Definition: "Three digits of a unit can only go in the same three cells. These cells can have no other digit.",
		Source:     "HoDoKu manual, Subsets",
		Example:    Example{Board: "468325791273419865159687...64..3.9..83.9.....91......6596742...7218.3..9384.9..27", Struck: "r6c7-25 r6c8-57 r9c7-1"},
	},
	find: func(p *Position, f *found) { findHidden(p, f, 3) },
	why:  whyHidden,
}
