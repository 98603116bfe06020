package explain

var claiming = row{
	technique: Claiming,
	Info: Info{
		Name: "locked candidates, claiming", Score: 50, Level: Medium, SE: 28,
		Definition: "All places of a digit in a line lie in one box. The digit leaves the rest of the box.",
		Source:     "Davis 2006; HoDoKu manual, Intersections",
		Example:    Example{Board: "....8..4.1.....8.6....7.29..1..2....76..1395..4.79...868......9.2..4.....73.61.8.", Struck: "r1c1-3 r3c1-3"},
	},
	find: func(p *Position, f *found) { findLocked(p, f, false) },
	why:  whyLocked,
}
