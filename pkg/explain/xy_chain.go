package explain

var xyChain = row{
	technique: XYChain,
	Info: Info{
		Name: "XY-chain", Score: 260, Level: Unfair, SE: 70, // a forcing chain; as a loop a bidirectional cycle, 6.5; and more with its length
		Definition: "A chain of cells with two candidates each, in which neighbours see each other and share one, begins and ends with the same digit. At least one of its ends has it, so a cell that sees both cannot have it.",
		Source:     "HoDoKu manual, Chains and Loops",
		Example:    Example{Board: "2...89.4.19...28.6....7.29..1..2....76..1395..4.79...868...7..9.2..48....73.61.8.", Struck: "r1c3-5 r1c4-5 r2c3-5 r3c1-35 r3c3-5 r3c4-456 r3c6-5 r4c4-5 r4c7-4 r7c7-3 r9c9-4"},
	},
	find: func(p *Position, f *found) { findChains(p, f, webKind{pairs: true}, longest, false) },
	why:  whyChain,
}
