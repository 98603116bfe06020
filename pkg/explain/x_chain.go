package explain

var xChain = row{
	technique: XChain,
	Info: Info{
		Name: "X-chain", Score: 260, Level: Unfair, SE: 65, // a loop; 6.6 if the chain is open, and more with its length
		Definition: "A chain of cells on one digit: strong links, units with two places for it, and weak ones, cells that see each other, in turn, strong at both ends. At least one of its ends has the digit, so a cell that sees both cannot have it.",
		Source:     "HoDoKu manual, Chains and Loops",
		Example:    Example{Board: "..4.61..3.6...32..8.34..9..7..518.......96..5..5.4........85.2..5...4..1..213957.", Struck: "r1c4-27 r2c4-7 r3c2-2 r4c8-6 r4c9-6 r5c8-1 r6c8-1"},
	},
	find: func(p *Position, f *found) { findChains(p, f, webKind{units: true}, longest, false) },
	why:  whyChain,
}
