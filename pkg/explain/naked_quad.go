package explain

var nakedQuad = row{
	technique: NakedQuad,
	Info: Info{
		Name: "naked quad", Score: 120, Level: Hard, SE: 50,
		Definition: "Four cells of a unit have four candidates between them. These digits leave the rest of the unit.",
		Source:     "HoDoKu manual, Subsets",
	},
}
