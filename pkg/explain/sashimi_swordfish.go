package explain

var sashimiSwordfish = row{
	technique: SashimiSwordfish,
	Info: Info{
		Name: "sashimi swordfish", Score: 240, Level: Unfair, SE: 66,
		Definition: "A finned swordfish with a base line that has one place or none without its fins.",
		Source:     "HoDoKu manual, Fish",
	},
}
