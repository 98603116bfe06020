package explain

var twoStringKite = row{
	technique: TwoStringKite,
	Info: Info{
		Name: "two-string kite", Score: 150, Level: Hard, SE: 66,
		Definition: "A row and a column have two places of a digit each, and one end of both lies in the same box. One of the other ends has the digit, so a cell that sees both has not.",
		Source:     "HoDoKu manual, Single Digit Patterns",
	},
}
