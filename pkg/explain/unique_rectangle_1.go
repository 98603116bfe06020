package explain

var uniqueRectangle1 = row{
	technique: UniqueRectangle1,
	Info: Info{
		Name: "unique rectangle, type 1", Score: 100, Level: Hard, SE: 45, Unique: true,
		Definition: "Three corners of a rectangle in two boxes have the same two candidates only. The fourth has neither of them, or there were two solutions.",
		Source:     "HoDoKu manual, Uniqueness",
	},
}
