package explain

var pointing = row{
	technique: Pointing,
	Info: Info{
		Name: "locked candidates, pointing", Score: 50, Level: Medium, SE: 26,
		Definition: "In a box a digit can only go in one line. So the line has the digit there and nowhere else.",
		Source:     "Davis 2006; HoDoKu manual, Intersections",
		Example:    Example{Board: "426...51.397541.2...8.62.74..2..8..7.7.42918.......2...3.2.4...2.4.96..17.9...4.2", Struck: ""},
	},
	find: func(p *Position, f *found) { findLocked(p, f, true) },
	why:  whyLocked,
}
