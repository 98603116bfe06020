package explain

var forcingChain = row{
	technique: ForcingChain,
	Info: Info{
		Name: "forcing chain", Score: 500, Level: Extreme, SE: 70,
		Definition: "What follows from each of some candidates, of which one is true, holds; what leads to a contradiction does not.",
		Source:     "HoDoKu manual, Last Resort",
	},
}
