package explain

var uniqueRectangle2 = row{
	technique: UniqueRectangle2,
	Info: Info{
		Name: "unique rectangle, type 2", Score: 100, Level: Hard, SE: 45, Unique: true,
		Definition: "Two corners of a rectangle in two boxes have two candidates only, and the others the same one besides. One of these has it, so a cell that sees both has not.",
		Source:     "HoDoKu manual, Uniqueness",
	},
}
