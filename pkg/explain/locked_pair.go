package explain

var lockedPair = row{
	technique: LockedPair,
	Info: Info{
		Name: "locked pair", Score: 40, Level: Medium, SE: 30,
		Definition: "Two cells of a box and of a line share their only two candidates. Both digits leave the rest of the box and of the line.",
		Source:     "HoDoKu manual, Intersections",
		Example:    Example{Board: "4.....51.3..5.1.2...8.6..7...2..8..7...4.918...........3.2.......4.96..17.9...4..", Struck: ""},
	},
	find: func(p *Position, f *found) { findNaked(p, f, 2, true) },
	why:  whyNaked,
}
