package explain

var aic = row{
	technique: AIC,
	Info: Info{
		Name: "alternating inference chain", Score: 280, Level: Unfair, SE: 70,
		Definition: "A chain of candidates: strong links, the two places of a digit in a unit or the two candidates of a cell, and weak ones, candidates that exclude each other, in turn, strong at both ends. At least one of its ends is true, so what both exclude is false.",
		Source:     "HoDoKu manual, Chains and Loops",
		Example:    Example{Board: "426...51.397541.2...8.62.74..2..8..7.7.42918.......2...3.2.4...2.4.96..17.9...4.2", Struck: "r1c9-8 r6c4-3 r7c5-5 r9c2-5 r9c8-5"},
	},
	find: func(p *Position, f *found) {
		findChains(p, f, webKind{units: true, pairs: true, inside: true}, 0, true)
	},
	why: whyChain,
}
