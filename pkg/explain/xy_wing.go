package explain

import (
	"strings"

	"sudokulab/pkg/board"
)

var xyWing = row{
	technique: XYWing,
	Info: Info{
		Name: "XY-wing", Score: 160, Level: Hard, SE: 42,
		Definition: "A pivot with candidates x and y sees two cells with x and z, and y and z. One of these is z, so a cell that sees both cannot be z.",
		Source:     "HoDoKu manual, Wings",
		Example:    Example{Board: "....63.17.76.91....14572.8..9..3425..35.2614.4...857..249618375187359.....3247891", Struck: "r2c9-3 r3c9-9 r8c9-6"},
	},
	find: func(p *Position, f *found) { findWings(p, f, 2) },
	why: func(s *Step) string {
		return s.pivotWords() + ". Either way one of " + s.cellWords(s.cellsOf(RoleWing)) + " is " + s.digit(s.Strikes[0].Digit) + ". " + s.seeing("both")
	},
}

// findWings emits the wings whose pivot has two candidates or three. The wings have two each, one that
// the pivot has too or both, and another one in common. Three cells of one unit are a naked triple and
// are left out.
func findWings(p *Position, f *found, size int) {
	g := p.geo
	two, losers := f.cells(), f.cells()
	for c, m := range p.marks {
		if m.Count() == 2 {
			two.Add(c)
		}
	}
	for pivot, m := range p.marks {
		if m.Count() != size {
			continue
		}
		for a := two.Next(0); a >= 0; a = two.Next(a + 1) {
			if !g.peers[pivot].Has(a) || (m|p.marks[a]).Count() != 3 {
				continue
			}
			for b := two.Next(a + 1); b >= 0; b = two.Next(b + 1) {
				shared := p.marks[a] & p.marks[b]
				if !g.peers[pivot].Has(b) || shared.Count() != 1 || m|p.marks[a] != m|p.marks[b] || size == 2 && m&shared != 0 || g.oneUnit(pivot, a, b) {
					continue
				}
				z := shared.First()
				losers.Set(p.cells[z-1])
				losers.And(g.peers[a])
				losers.And(g.peers[b])
				if size == 3 {
					losers.And(g.peers[pivot])
				}
				if losers.Empty() {
					continue
				}
				if p.emitWing(f, pivot, a, b, z, losers) {
					return
				}
			}
		}
	}
}

// emitWing emits a wing that strikes z.
func (p *Position) emitWing(f *found, pivot, a, b, z int, losers Cells) bool {
	s := f.begin()
	s.Digits = p.marks[pivot] | p.marks[a] | p.marks[b]
	x, y := p.marks[a].Without(z).First(), p.marks[b].Without(z).First()
	if x > y {
		a, b, x, y = b, a, y, x // as the sentence tells them
	}
	s.candidates(pivot, p.marks[pivot], RolePivot)
	s.candidates(a, p.marks[a], RoleWing)
	s.candidates(b, p.marks[b], RoleWing)
	if p.marks[pivot].Count() == 2 {
		s.link(Candidate{a, z}, Candidate{a, x}, true)
		s.link(Candidate{a, x}, Candidate{pivot, x}, false)
		s.link(Candidate{pivot, x}, Candidate{pivot, y}, true)
	} else {
		// Two chains leave the pivot, one for each digit but z.
		s.link(Candidate{pivot, x}, Candidate{a, x}, false)
		s.link(Candidate{a, x}, Candidate{a, z}, true)
	}
	s.link(Candidate{pivot, y}, Candidate{b, y}, false)
	s.link(Candidate{b, y}, Candidate{b, z}, true)
	for c := losers.Next(0); c >= 0; c = losers.Next(c + 1) {
		s.strike(c, z)
	}
	return f.emit()
}

// oneUnit reports whether three cells lie in one unit.
func (g *geometry) oneUnit(a, b, c int) bool {
	for _, at := range g.at[a] {
		if g.bitIn(b, at.unit) != 0 && g.bitIn(c, at.unit) != 0 {
			return true
		}
	}
	return false
}

// pivotWords tells what each digit of a wing's pivot but the one that is struck makes of a wing.
func (s *Step) pivotWords() string {
	pivot, z := s.cellsOf(RolePivot)[0], s.Strikes[0].Digit
	var words []string
	for _, c := range s.cellsOf(RoleWing) {
		for _, x := range s.Candidates {
			if x.Cell == c && x.Digit != z {
				words = append(words, "f it is "+s.digit(x.Digit)+", "+s.shape.CellName(c)+" is "+s.digit(z))
			}
		}
	}
	var has board.Digits
	for _, x := range s.Candidates {
		if x.Cell == pivot {
			has = has.With(x.Digit)
		}
	}
	return s.shape.CellName(pivot) + " is " + s.digitWords(has, "or") + ". I" + strings.Join(words, "; i")
}
