package explain

var swordfish = row{
	technique: Swordfish,
	Info: Info{
		Name: "swordfish", Score: 150, Level: Hard, SE: 38,
		Definition: "In three parallel lines a digit can only go where they cross the same three lines. Those lines have it there and nowhere else.",
		Source:     "HoDoKu manual, Fish",
		Example:    Example{Board: "529.3.471..1..9563..3751289.58.1..9.1.6.9..5.39...5816..418.9.5.159..6..9..56.1..", Struck: "r2c1-4 r2c2-4 r2c4-8 r4c4-24 r4c6-34 r4c9-7 r5c4-24 r5c6-34 r5c9-7 r8c5-4 r8c6-27 r8c8-2 r8c9-24 r9c9-24"},
	},
	find: func(p *Position, f *found) { findFish(p, f, 3) },
	why:  whyFish,
}
