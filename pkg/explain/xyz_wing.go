package explain

var xyzWing = row{
	technique: XYZWing,
	Info: Info{
		Name: "XYZ-wing", Score: 180, Level: Hard, SE: 44,
		Definition: "A pivot with candidates x, y and z sees two cells with x and z, and y and z. One of the three is z, so a cell that sees all three cannot be z.",
		Source:     "HoDoKu manual, Wings",
		Example:    Example{Board: "5.8..9.1.679.1...52.15...9.385921467162743..9497...32171648.9..85..9617.92.1.7...", Struck: "r1c9-2 r8c9-3 r9c8-3 r9c9-3"},
	},
	find: func(p *Position, f *found) { findWings(p, f, 3) },
	why: func(s *Step) string {
		z := s.digit(s.Strikes[0].Digit)
		return s.pivotWords() + "; otherwise it is " + z + " itself. So one of " + s.cellWords(append(s.cellsOf(RolePivot), s.cellsOf(RoleWing)...)) + " is " + z + ". " + s.seeing("all three")
	},
}
