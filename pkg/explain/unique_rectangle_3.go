package explain

import (
	"math/bits"

	"sudokulab/pkg/board"
)

var uniqueRectangle3 = row{
	technique: UniqueRectangle3,
	Info: Info{
		Name: "unique rectangle, type 3", Score: 100, Level: Hard, SE: 46, Unique: true,
		Definition: "Two corners of a rectangle in two boxes have two candidates only. The other two have more, and one of them has one of these further digits, which form a naked subset with other cells of a unit of both.",
		Source:     "HoDoKu manual, Uniqueness",
		Example:    Example{Board: ".3.81257...5.7.31..1..3.29.5.1...6.3.6....921...1..7.51.4..7839....48157..8..1462", Struck: "r2c1-9 r2c2-9 r5c4-3 r8c4-6"},
	},
	find: func(p *Position, f *found) {
		findRectangles(p, f, func(p *Position, f *found, r rectangle) bool {
			a, b := r.roof[0], r.roof[1]
			more := p.extras(&r, a) | p.extras(&r, b)
			if p.extras(&r, a) == 0 || p.extras(&r, b) == 0 || more.Count() < 2 || more.Count() > maxRoofSet+1 {
				return false
			}
			for _, at := range p.geo.at[a] {
				if p.geo.bitIn(b, at.unit) == 0 {
					continue
				}
				t := roofSet{r: r, unit: at.unit}
				t.masks[0] = uint64(more)
				for t.size = more.Count() - 1; t.size <= min(maxRoofSet, p.geo.n); t.size++ {
					if t.choose(p, f, 0, 0, more) {
						return true
					}
				}
			}
			return false
		})
	},
	why: func(s *Step) string {
		with := s.cellsOf(RoleSet)
		own, have := board.Digits(0), ", which has only "
		for _, x := range s.Candidates {
			if x.Role == RoleSet {
				own = own.With(x.Digit)
			}
		}
		if len(with) > 1 {
			have = ", which have only "
		}
		more := s.extraDigits()
		return s.cornerWords() + ". If neither of the other two, " + s.cellWords(s.cellsOf(RoleRoof)) + ", were " + s.digitWords(more, "or") + ", " + s.swapWords() +
			". So one of them is. That one and " + s.cellWords(with) + have + s.digitWords(own, "and") + ", take the " + s.digitWords(own|more, "and") +
			" of " + s.unitWords(RoleUnit) + ", " + s.so()
	},
}

// maxRoofSet is the largest number of cells that form a subset with a roof: six are all that a unit of
// nine cells has beside the roof and a cell that loses candidates.
const maxRoofSet = 6

// roofSet is a search for the cells of a unit that form a naked subset with the roof of a rectangle: as
// many cells that have with the roof's extra candidates one digit more between them. As in HoDoKu, no
// cell has a digit of the pair.
type roofSet struct {
	r     rectangle
	unit  int
	size  int
	cells [maxRoofSet]int
	masks [maxRoofSet + 1]uint64 // the roof's, then the cells'
}

// choose takes the cells from the i-th on, by their place in the unit, and emits the sets. have is what
// the roof and the k cells chosen so far have between them.
func (t *roofSet) choose(p *Position, f *found, i, k int, have board.Digits) bool {
	if k == t.size {
		return have.Count() == t.size+1 && minimal(t.masks[:k+1], 0) && t.emit(p, f, have)
	}
	cells := p.geo.units[t.unit]
	for ; i < len(cells); i++ {
		c := cells[i]
		m := p.marks[c]
		if m == 0 || m&t.r.pair != 0 || c == t.r.roof[0] || c == t.r.roof[1] || (have|m).Count() > t.size+1 {
			continue
		}
		t.cells[k], t.masks[k+1] = c, uint64(m)
		if t.choose(p, f, i+1, k+1, have|m) {
			return true
		}
	}
	return false
}

// emit emits the set, in the first unit that has all of its cells.
func (t *roofSet) emit(p *Position, f *found, have board.Digits) bool {
	g, a, b := p.geo, t.r.roof[0], t.r.roof[1]
	shared := func(u int) bool {
		in := g.bitIn(b, u) != 0
		for _, c := range t.cells[:t.size] {
			in = in && g.bitIn(c, u) != 0
		}
		return in
	}
	for _, at := range g.at[a] {
		if shared(at.unit) {
			if at.unit != t.unit {
				return false
			}
			break
		}
	}
	s := p.rectangle(f, &t.r)
	s.SE += t.size - 1 // each cell beyond the first adds a tenth
	for i := range g.words {
		w := g.peers[a][i] & g.peers[b][i]
		for _, c := range t.cells[:t.size] {
			w &= g.peers[c][i]
		}
		for ; w != 0; w &= w - 1 {
			c := i<<6 + bits.TrailingZeros64(w)
			s.strikeAll(c, p.marks[c]&have)
		}
	}
	if len(s.Strikes) == 0 {
		return false
	}
	for _, at := range g.at[a] {
		if shared(at.unit) {
			s.unit(at.unit, RoleUnit)
		}
	}
	for _, c := range t.cells[:t.size] {
		s.candidates(c, p.marks[c], RoleSet)
	}
	return f.emit()
}
