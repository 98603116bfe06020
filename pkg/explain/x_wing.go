package explain

var xWing = row{
	technique: XWing,
	Info: Info{
		Name: "X-wing", Score: 140, Level: Hard, SE: 32,
		Definition: "In two parallel lines all places of a digit lie in the same two crossing lines. The digit leaves the rest of the crossing lines.",
		Source:     "HoDoKu manual, Fish",
	},
}
