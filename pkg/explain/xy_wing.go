package explain

var xyWing = row{
	technique: XYWing,
	Info: Info{
		Name: "XY-wing", Score: 160, Level: Hard, SE: 42,
		Definition: "A pivot with candidates x and y sees two cells with x and z, and y and z. One of these has z, so a cell that sees both has not.",
		Source:     "HoDoKu manual, Wings",
	},
}
