package explain

var claiming = row{
	technique: Claiming,
	Info: Info{
		Name: "locked candidates, claiming", Score: 50, Level: Medium, SE: 28,
		Definition: "All places of a digit in a line lie in one box. The digit leaves the rest of the box.",
		Source:     "Davis 2006; HoDoKu manual, Intersections",
	},
}
