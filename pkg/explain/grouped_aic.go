package explain

var groupedAIC = row{
	technique: GroupedAIC,
	Info: Info{
		Name: "grouped alternating inference chain", Score: 300, Level: Unfair, SE: 70,
		Definition: "An alternating inference chain in which a node may be the places of a digit in a box and a line together.",
		Source:     "HoDoKu manual, Chains and Loops",
	},
}
