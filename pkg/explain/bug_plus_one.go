package explain

import (
	"math/bits"
	"strings"

	"sudokulab/pkg/board"
)

var bugPlusOne = row{
	technique: BUGPlusOne,
	Info: Info{
		Name: "BUG+1", Score: 100, Level: Hard, SE: 56, Unique: true,
		Definition: "All empty cells but one have two candidates. Without a third one in that cell, each digit would have two places in every unit that lacks it. Such a position, a bivalue universal grave, has two solutions or none, so the third one is true.",
		Source:     "HoDoKu manual, Uniqueness",
		Example:    Example{Board: "7654..13.29431....1836.724.917846352.4.93...1.3.7.149.428563917351279684679184523", Struck: ""},
	},
	find: findGrave,
	why: func(s *Step) string {
		odd, not := s.shape.CellName(s.Strikes[0].Cell), board.Digits(0)
		for _, x := range s.Strikes {
			not = not.With(x.Digit)
		}
		d := s.digitWords(s.Digits, "and")
		return "All empty cells but " + odd + " have two candidates, and without the " + d + " of " + odd + " each digit would have two places in every " +
			s.unitKinds() + " that lacks it. Such a position has two solutions or none. So " + odd + " has to be " + d + " and cannot be " + s.digitWords(not, "or") + "."
	},
}

// findGrave emits the one step that a grave with an odd candidate has. A grave has no single solution:
// of two candidates in each cell and two places for each digit in each unit, a solution takes one, and
// the others are a solution as well. That holds for any units that take each digit once, and whatever
// the reasons for which other candidates are gone.
//
// As HoDoKu does, the step strikes the other candidates; the digit is then a naked single.
func findGrave(p *Position, f *found) {
	g := p.geo
	odd := -1
	for c, m := range p.marks {
		switch m.Count() {
		case 0, 2:
			if m == 0 && p.digits[c] == 0 {
				return
			}
		case 3:
			if odd >= 0 {
				return
			}
			odd = c
		default:
			return
		}
	}
	if odd < 0 {
		return
	}
	// The odd candidate has three places in each unit of the odd cell, the others two.
	u := g.at[odd][0].unit
	d := 0
	for m := p.marks[odd]; m != 0; m &= m - 1 {
		if bits.OnesCount64(p.places[u*g.n+m.First()-1]) == 3 {
			d = m.First()
		}
	}
	if d == 0 {
		return
	}
	for u := range g.units {
		for i, at := range p.places[u*g.n : (u+1)*g.n] {
			want := 2
			if i == d-1 && g.unitCells[u].Has(odd) {
				want = 3
			}
			if at != 0 && bits.OnesCount64(at) != want {
				return
			}
		}
	}
	s := f.begin()
	s.Digits = s.Digits.With(d)
	s.cell(odd, RoleRoof)
	s.candidate(odd, d, RoleExtra)
	for c, m := range p.marks {
		if c != odd {
			s.candidates(c, m, RoleFloor)
		}
	}
	s.strikeAll(odd, p.marks[odd].Without(d))
	f.emit()
}

// unitKinds writes the kinds of unit that the board has, as "row, column and box".
func (s *Step) unitKinds() string {
	var kinds []string
	for u := range s.shape.Units() {
		if kind, _, _ := strings.Cut(s.shape.UnitName(u), " "); len(kinds) == 0 || kinds[len(kinds)-1] != kind {
			kinds = append(kinds, kind)
		}
	}
	return list(kinds, "and")
}
