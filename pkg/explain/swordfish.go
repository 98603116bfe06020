package explain

var swordfish = row{
	technique: Swordfish,
	Info: Info{
		Name: "swordfish", Score: 150, Level: Hard, SE: 38,
		Definition: "In three parallel lines all places of a digit lie in the same three crossing lines. The digit leaves the rest of the crossing lines.",
		Source:     "HoDoKu manual, Fish",
	},
}
