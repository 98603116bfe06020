package explain

var xyChain = row{
	technique: XYChain,
	Info: Info{
		Name: "XY-chain", Score: 260, Level: Unfair, SE: 66,
		Definition: "A chain of cells with two candidates each, neighbours sharing one, begins and ends with the same digit. One of its ends has it, so a cell that sees both has not.",
		Source:     "HoDoKu manual, Chains and Loops",
	},
}
