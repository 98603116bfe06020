package explain

var hiddenTriple = row{
	technique: HiddenTriple,
	Info: Info{
		Name: "hidden triple", Score: 100, Level: Medium, SE: 40,
		Definition: "Three digits have three places in a unit between them. The three cells lose all other candidates.",
		Source:     "HoDoKu manual, Subsets",
	},
}
