package explain

var lockedPair = row{
	technique: LockedPair,
	Info: Info{
		Name: "locked pair", Score: 40, Level: Medium, SE: 30,
		Definition: "Two cells that share a box and a line have the same two candidates and no others. No other cell of the box or the line can be one of these digits.",
		Source:     "HoDoKu manual, Intersections",
		Example:    Example{Board: "4.....51.3..5.1.2...8.6..7...2..8..7...4.918...........3.2.......4.96..17.9...4..", Struck: ""},
	},
	find: func(p *Position, f *found) { findNaked(p, f, 2, true) },
	why:  whyNaked,
}
