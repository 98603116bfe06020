package explain

var sashimiXWing = row{
	technique: SashimiXWing,
	Info: Info{
		Name: "sashimi X-wing", Score: 150, Level: Hard, SE: 66,
		Definition: "A finned X-wing with a base line that has one place or none without its fins.",
		Source:     "HoDoKu manual, Fish",
	},
}
