package explain

var hiddenQuad = row{
	technique: HiddenQuad,
	Info: Info{
		Name: "hidden quad", Score: 150, Level: Hard, SE: 54,
		Definition: "Four digits have four places in a unit between them. The four cells lose all other candidates.",
		Source:     "HoDoKu manual, Subsets",
	},
}
