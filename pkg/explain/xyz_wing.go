package explain

var xyzWing = row{
	technique: XYZWing,
	Info: Info{
		Name: "XYZ-wing", Score: 180, Level: Hard, SE: 44,
		Definition: "A pivot with candidates x, y and z sees two cells with x and z, and y and z. One of the three has z, so a cell that sees all three has not.",
		Source:     "HoDoKu manual, Wings",
	},
}
