package explain

var pointing = row{
	technique: Pointing,
	Info: Info{
		Name: "locked candidates, pointing", Score: 50, Level: Medium, SE: 26,
		Definition: "All places of a digit in a box lie in one line. The digit leaves the rest of the line.",
		Source:     "Davis 2006; HoDoKu manual, Intersections",
	},
}
