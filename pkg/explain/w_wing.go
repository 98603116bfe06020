package explain

var wWing = row{
	technique: WWing,
	Info: Info{
		Name: "W-wing", Score: 150, Level: Hard, SE: 66,
		Definition: "Two cells with the same two candidates are joined by a strong link on one of them. One of the cells has the other digit, so a cell that sees both has not.",
		Source:     "HoDoKu manual, Wings",
	},
}
