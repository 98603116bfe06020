package explain

import (
	"math/bits"

	"sudokulab/pkg/board"
)

// A unique rectangle has its corners in two rows and two columns, such that each unit with a corner has
// exactly two, and these in one row or column: on a plain board, corners in two boxes. If a solution had
// only two digits in the corners, they could change places, and each unit would still hold the same
// digits. A puzzle with one solution has therefore a third digit in one of the corners.
//
// This needs the corners to be empty and no more. So a corner may lack one of the two digits, as in
// HoDoKu by default, if that was struck for a reason; where a peer holds the digit there is no
// rectangle. Two corners in one row or column, the floor, have both digits and no other. The corners
// across, the roof, have more, one of them at least.
type rectangle struct {
	floor, roof [2]int // the first of each lie in line, and the second
	pair        board.Digits
	column      bool // the floor lies in a column, not in a row
}

// findRectangles goes through the rectangles of a position, those with the floor in a row first, until
// each wants no more.
func findRectangles(p *Position, f *found, each func(*Position, *found, rectangle) bool) {
	g := p.geo
	for _, way := range g.lines() {
		from := way[0]
		for u := from; u < from+g.n; u++ {
			for open := p.open[u]; open != 0; open &= open - 1 {
				i := bits.TrailingZeros64(open)
				pair := p.marks[g.units[u][i]]
				if pair.Count() != 2 {
					continue
				}
				for rest := open & (open - 1); rest != 0; rest &= rest - 1 {
					j := bits.TrailingZeros64(rest)
					if p.marks[g.units[u][j]] != pair {
						continue
					}
					r := rectangle{floor: [2]int{g.units[u][i], g.units[u][j]}, pair: pair, column: from != 0}
					for v := from; v < from+g.n; v++ {
						r.roof = [2]int{g.units[v][i], g.units[v][j]}
						if v != u && p.isRoof(&r) && g.isRectangle(&r) && each(p, f, r) {
							return
						}
					}
				}
			}
		}
	}
}

// isRoof reports whether the roof's corners are empty, no peer holds a digit of the pair, and one of
// them has another candidate.
func (p *Position) isRoof(r *rectangle) bool {
	a, b := r.roof[0], r.roof[1]
	if p.marks[a] == 0 || p.marks[b] == 0 || (p.marks[a]|p.marks[b])&^r.pair == 0 {
		return false
	}
	for _, c := range r.roof {
		for _, at := range p.geo.at[c] {
			if p.held[at.unit]&r.pair != 0 {
				return false
			}
		}
	}
	return true
}

// isRectangle reports whether each unit with a corner has just one other, in the same row or column.
func (g *geometry) isRectangle(r *rectangle) bool {
	corners := [4]int{r.floor[0], r.floor[1], r.roof[1], r.roof[0]} // round the rectangle
	for i, c := range corners {
		before, across, after := corners[(i+3)%4], corners[(i+2)%4], corners[(i+1)%4]
		for _, at := range g.at[c] {
			has := g.unitCells[at.unit]
			if has.Has(across) || has.Has(before) == has.Has(after) {
				return false
			}
		}
	}
	return true
}

// extras returns the candidates of a corner beyond the pair.
func (p *Position) extras(r *rectangle, c int) board.Digits { return p.marks[c] &^ r.pair }

// rectangle begins a step that tells a rectangle: what its corners have.
func (p *Position) rectangle(f *found, r *rectangle) *Step {
	s := f.begin()
	s.Digits = r.pair
	for _, c := range r.floor {
		s.candidates(c, p.marks[c], RoleFloor)
	}
	for _, c := range r.roof {
		more := p.extras(r, c)
		if more == 0 {
			s.candidates(c, p.marks[c], RoleFloor)
			continue
		}
		s.cell(c, RoleRoof)
		s.candidates(c, p.marks[c]&r.pair, RoleRoof)
		s.candidates(c, more, RoleExtra)
	}
	return s
}

// extraDigits returns the digits that the roof has beyond the pair.
func (s *Step) extraDigits() (m board.Digits) {
	for _, x := range s.Candidates {
		if x.Role == RoleExtra {
			m = m.With(x.Digit)
		}
	}
	return m
}

// cornerWords begins the sentence on a rectangle whose roof has two corners.
func (s *Step) cornerWords() string {
	return s.cellWords(s.cellsOf(RoleFloor)) + ", two corners of a rectangle, have no digits but " + s.digitWords(s.Digits, "and")
}

// swapWords says what would follow from a rectangle with two digits.
func (s *Step) swapWords() string {
	return "then " + s.digitWords(s.Digits, "and") + " could swap places in the rectangle, and the puzzle would have two solutions"
}
