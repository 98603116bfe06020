package explain

var sashimiJellyfish = row{
	technique: SashimiJellyfish,
	Info: Info{
		Name: "sashimi jellyfish", Score: 260, Level: Unfair, SE: 66,
		Definition: "A finned jellyfish with a base line that has one place or none without its fins.",
		Source:     "HoDoKu manual, Fish",
	},
}
