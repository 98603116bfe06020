package explain

var lockedTriple = row{
	technique: LockedTriple,
	Info: Info{
		Name: "locked triple", Score: 60, Level: Medium, SE: 36,
		Definition: "Three cells that share a box and a line have only three candidates between them. No other cell of the box or the line can be one of these digits.",
		Source:     "HoDoKu manual, Intersections",
		Example:    Example{Board: ".......17.76.91....14....8..9..3425...5...1......857..249618375187.5......3247891", Struck: ""},
	},
	find: func(p *Position, f *found) { findNaked(p, f, 3, true) },
	why:  whyNaked,
}
