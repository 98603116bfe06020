package explain

var claiming = row{
	technique: Claiming,
	Info: Info{
		Name: "locked candidates, claiming", Score: 50, Level: Medium, SE: 28,
		Definition: "In a line a digit can only go in one box. So the box has the digit there and nowhere else.",
		Source:     "Davis 2006; HoDoKu manual, Intersections",
		Example:    Example{Board: "....8..4.1.....8.6....7.29..1..2....76..1395..4.79...868......9.2..4.....73.61.8.", Struck: "r1c1-3 r3c1-3"},
	},
	find: func(p *Position, f *found) { findLocked(p, f, false) },
	why:  whyLocked,
}
