package explain

import "math/bits"

var uniqueRectangle2 = row{
	technique: UniqueRectangle2,
	Info: Info{
		Name: "unique rectangle, type 2", Score: 100, Level: Hard, SE: 45, Unique: true,
		Definition: "Two corners of a rectangle in two boxes have two candidates only, and the other two have one more, the same. One of these has it, so no cell that sees both can have it.",
		Source:     "HoDoKu manual, Uniqueness",
		Example:    Example{Board: "6..9.35.....6...7..918.76.34.928..67.6.7.92..7.2436..59.6.78412...162...12..947.6", Struck: "r2c5-1 r2c9-1 r8c2-358 r8c3-358"},
	},
	find: func(p *Position, f *found) {
		findRectangles(p, f, func(p *Position, f *found, r rectangle) bool {
			a, b := r.roof[0], r.roof[1]
			more := p.extras(&r, a)
			if more != p.extras(&r, b) || more.Count() != 1 {
				return false
			}
			d, s := more.First(), (*Step)(nil)
			for i, w := range p.cells[d-1] {
				for w &= p.geo.peers[a][i] & p.geo.peers[b][i]; w != 0; w &= w - 1 {
					if s == nil {
						s = p.rectangle(f, &r)
					}
					s.strike(i<<6+bits.TrailingZeros64(w), d)
				}
			}
			return s != nil && f.emit()
		})
	},
	why: func(s *Step) string {
		more := s.digitWords(s.extraDigits(), "and")
		return s.cornerWords() + "; " + s.cellWords(s.cellsOf(RoleRoof)) + ", the other two, have " + more +
			" as well. If neither of these were " + more + ", " + s.swapWords() + ". So one of them is " + more + ". " + s.seeing("both")
	},
}
