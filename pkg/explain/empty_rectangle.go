package explain

var emptyRectangle = row{
	technique: EmptyRectangle,
	Info: Info{
		Name: "empty rectangle", Score: 120, Level: Hard, SE: 66,
		Definition: "All places of a digit in a box lie in one row and one column of it. With a strong link from the row to a crossing column, the digit leaves the cell where that column's other end meets the box's column; and likewise with rows and columns exchanged.",
		Source:     "HoDoKu manual, Single Digit Patterns",
	},
}
