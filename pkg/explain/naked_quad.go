package explain

var nakedQuad = row{
	technique: NakedQuad,
	Info: Info{
		Name: "naked quad", Score: 120, Level: Hard, SE: 50,
		Definition: "Four cells of a unit have only four candidates between them. No other cell of the unit can be one of these digits.",
		Source:     "HoDoKu manual, Subsets",
		Example:    Example{Board: ".5.3.68..64..5.3...38....65.....1.......2.4.3...9...57.72....3.3...67.2..6.213..8", Struck: "r1c5-4 r4c1-2 r6c1-2 r7c1-9 r7c7-9 r7c9-9"},
	},
	find: func(p *Position, f *found) { findNaked(p, f, 4, false) },
	why:  whyNaked,
}
