package explain

var nakedTriple = row{
	technique: NakedTriple,
	Info: Info{
		Name: "naked triple", Score: 80, Level: Medium, SE: 36,
		Definition: "Three cells of a unit have three candidates between them. These digits leave the rest of the unit.",
		Source:     "HoDoKu manual, Subsets",
	},
}
