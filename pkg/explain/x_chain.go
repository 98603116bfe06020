package explain

var xChain = row{
	technique: XChain,
	Info: Info{
		Name: "X-chain", Score: 260, Level: Unfair, SE: 66,
		Definition: "A chain of strong and weak links in turn on one digit begins and ends strong. One of its ends has the digit, so a cell that sees both has not.",
		Source:     "HoDoKu manual, Chains and Loops",
	},
}
