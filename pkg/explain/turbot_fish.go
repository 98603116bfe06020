package explain

var turbotFish = row{
	technique: TurbotFish,
	Info: Info{
		Name: "turbot fish", Score: 120, Level: Hard, SE: 66,
		Definition: "Two units with two places of a digit each have ends that see each other. One of the other ends has the digit, so a cell that sees both has not.",
		Source:     "HoDoKu manual, Single Digit Patterns",
	},
}
