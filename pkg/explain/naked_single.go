package explain

import "strconv"

var nakedSingle = row{
	technique: NakedSingle,
	Info: Info{
		Name: "naked single", Score: 4, Level: Easy, SE: 23,
		Definition: "A cell has one candidate left. That digit goes there.",
		Source:     "Davis 2006; HoDoKu manual, Singles",
		Example:    Example{Board: "4.18....3896.....23..71..4.2381945676495...8..1..68.247....1295..59.74369.4.53718", Struck: ""},
	},
	find: func(p *Position, f *found) {
		for c, m := range p.marks {
			if !m.Single() {
				continue
			}
			s := f.begin()
			s.Digits = m
			s.candidate(c, m.First(), RoleSet)
			s.place(c, m.First())
			if f.emit() {
				return
			}
		}
	},
	why: func(s *Step) string {
		return "Every digit but " + strconv.Itoa(s.Digits.First()) + " is ruled out in " + s.cellWords(s.cellsOf(RoleSet)) + ", " + s.so()
	},
}
