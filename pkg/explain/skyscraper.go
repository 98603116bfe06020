package explain

var skyscraper = row{
	technique: Skyscraper,
	Info: Info{
		Name: "skyscraper", Score: 130, Level: Hard, SE: 66,
		Definition: "In two parallel lines a digit has two places each, and one end of both lies in the same crossing line. One of the other ends has the digit, so a cell that sees both has not.",
		Source:     "HoDoKu manual, Single Digit Patterns",
	},
}
