package explain

var hiddenQuad = row{
	technique: HiddenQuad,
	Info: Info{
		Name: "hidden quad", Score: 150, Level: Hard, SE: 54,
		Definition: "Four digits of a unit can only go in the same four cells. These cells can have no other digit.",
		Source:     "HoDoKu manual, Subsets",
		Example:    Example{Board: "..8.2.....4.35..6...1..8.2...7592....1.6....7...8...3...6..5....532.9.74..478..51", Struck: "r1c6-17 r1c8-9 r4c7-6 r4c8-8 r5c1-345 r5c7-4 r5c8-4 r6c1-5 r6c5-4 r6c6-4 r6c7-16 r7c1-29 r7c2-29 r9c7-29"},
	},
	find: func(p *Position, f *found) { findHidden(p, f, 4) },
	why:  whyHidden,
}
