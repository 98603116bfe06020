package explain

var hiddenPair = row{
	technique: HiddenPair,
	Info: Info{
		Name: "hidden pair", Score: 70, Level: Medium, SE: 34,
		Definition: "Two digits share their only two places in a unit. The two cells lose all other candidates.",
		Source:     "Davis 2006; HoDoKu manual, Subsets",
	},
}
