package explain

var xWing = row{
	technique: XWing,
	Info: Info{
		Name: "X-wing", Score: 140, Level: Hard, SE: 32,
		Definition: "In two parallel lines a digit can only go where they cross the same two lines. Those lines have it there and nowhere else.",
		Source:     "HoDoKu manual, Fish",
		Example:    Example{Board: "1.864.729.4.92.3819.2..1645..1.....4..47.981...3.1..72.19...4.8....9.1..4.51.629.", Struck: "r4c1-256 r4c2-256 r4c6-5 r4c8-5 r5c1-6 r5c2-6 r5c5-5 r6c1-5 r6c2-5 r6c6-5 r7c6-5 r8c2-3 r8c6-5 r9c2-3"},
	},
	find: func(p *Position, f *found) { findFish(p, f, 2) },
	why:  whyFish,
}
