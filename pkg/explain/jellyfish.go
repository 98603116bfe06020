package explain

var jellyfish = row{
	technique: Jellyfish,
	Info: Info{
		Name: "jellyfish", Score: 160, Level: Hard, SE: 52,
		Definition: "In four parallel lines all places of a digit lie in the same four crossing lines. The digit leaves the rest of the crossing lines.",
		Source:     "HoDoKu manual, Fish",
	},
}
