package explain

var nakedSingle = row{
	technique: NakedSingle,
	Info: Info{
		Name: "naked single", Score: 4, Level: Easy, SE: 23,
		Definition: "A cell has one candidate left. That digit goes there.",
		Source:     "Davis 2006; HoDoKu manual, Singles",
		Example:    Example{Board: ".61..79....4.263.1...4.15.6143..276..7..6.1....671...341728.6...9864.2176.2179...", Struck: ""},
	},
	find: func(p *Position, f *found) {
		for c, m := range p.marks {
			if !m.Single() {
				continue
			}
			s := f.begin()
			s.Digits = m
			s.cell(c, RoleSet)
			s.candidate(c, m.First(), RoleSet)
			s.place(c, m.First())
			if f.emit() {
				return
			}
		}
	},
	why: func(s *Step) string {
		return "Every digit but " + s.digit(s.Digits.First()) + " is ruled out in " + s.cellWords(s.cellsOf(RoleSet)) + ", " + s.so()
	},
}
