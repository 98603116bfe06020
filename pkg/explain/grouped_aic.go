package explain

var groupedAIC = row{
	technique: GroupedAIC,
	Info: Info{
		Name: "grouped alternating inference chain", Score: 300, Level: Unfair, SE: 70,
		Definition: "An alternating inference chain in which a link may begin or end with the places of a digit in a box and a line, taken together.",
		Source:     "HoDoKu manual, Chains and Loops",
		Example:    Example{Board: ".7..458...85..94.73...8..51..7.38.......5178.821.76....1......8..689....9.851...6", Struck: "r1c4-26 r1c8-9 r1c9-2 r2c1-2 r2c4-26 r3c4-2 r4c1-6 r4c2-6 r4c7-259 r4c8-249 r4c9-5 r5c3-4 r5c9-3 r7c4-234 r7c7-2 r7c8-2 r8c7-25 r8c9-2 r9c8-2"},
	},
	find: func(p *Position, f *found) {
		findChains(p, f, webKind{units: true, pairs: true, inside: true, groups: true}, 0, true)
	},
	why: whyChain,
}
