package explain

var uniqueRectangle1 = row{
	technique: UniqueRectangle1,
	Info: Info{
		Name: "unique rectangle, type 1", Score: 100, Level: Hard, SE: 45, Unique: true,
		Definition: "Three corners of a rectangle in two boxes have the same two candidates only. The fourth has neither of them, since there would be two solutions otherwise.",
		Source:     "HoDoKu manual, Uniqueness",
		Example:    Example{Board: "374218965861459237592376481..516.8..6..8.2....8.59.6.....6857427289....6456721398", Struck: "r6c8-7"},
	},
	find: func(p *Position, f *found) {
		findRectangles(p, f, func(p *Position, f *found, r rectangle) bool {
			if r.column {
				return false // three corners have one pair in a row and one in a column
			}
			odd := r.roof[0]
			switch r.pair {
			case p.marks[odd]:
				odd = r.roof[1]
			case p.marks[r.roof[1]]:
			default:
				return false
			}
			if p.marks[odd]&r.pair == 0 {
				return false
			}
			p.rectangle(f, &r).strikeAll(odd, p.marks[odd]&r.pair)
			return f.emit()
		})
	},
	why: func(s *Step) string {
		roof := s.cellWords(s.cellsOf(RoleRoof))
		return s.cellWords(s.cellsOf(RoleFloor)) + " have no digits but " + s.digitWords(s.Digits, "and") + " and form a rectangle with " + roof +
			". If " + roof + " were " + s.digitWords(s.Digits, "or") + ", " + s.swapWords() + ", " + s.so()
	},
}
