package explain

var uniqueRectangle3 = row{
	technique: UniqueRectangle3,
	Info: Info{
		Name: "unique rectangle, type 3", Score: 100, Level: Hard, SE: 45, Unique: true,
		Definition: "Two corners of a rectangle in two boxes have two candidates only. The other two have more, which form a naked subset with cells of a unit of both.",
		Source:     "HoDoKu manual, Uniqueness",
	},
}
