package explain

var remotePair = row{
	technique: RemotePair,
	Info: Info{
		Name: "remote pair", Score: 110, Level: Hard, SE: 66,
		Definition: "A chain of cells, each seeing the next, shares its only two candidates. Of two cells an odd number of steps apart one has each digit, so a cell that sees both has neither.",
		Source:     "HoDoKu manual, Chains and Loops",
	},
}
