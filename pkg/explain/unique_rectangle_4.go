package explain

var uniqueRectangle4 = row{
	technique: UniqueRectangle4,
	Info: Info{
		Name: "unique rectangle, type 4", Score: 100, Level: Hard, SE: 45, Unique: true,
		Definition: "Two corners of a rectangle in two boxes have two candidates only. The other two hold all places of one of them in a unit, so neither has the other one.",
		Source:     "HoDoKu manual, Uniqueness",
	},
}
