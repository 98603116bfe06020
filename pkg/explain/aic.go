package explain

var aic = row{
	technique: AIC,
	Info: Info{
		Name: "alternating inference chain", Score: 280, Level: Unfair, SE: 70,
		Definition: "Strong and weak links in turn, of places and of cells, begin and end strong. One of its ends is true, so what both rule out is false.",
		Source:     "HoDoKu manual, Chains and Loops",
	},
}
