package explain

import (
	"math/bits"

	"sudokulab/pkg/board"
)

// allWords stands for all of two, three or four things in sentences.
var allWords = [maxSize + 1]string{2: "both", 3: "all three", 4: "all four"}

// findNaked emits the naked subsets of a size: as many cells of a unit that have as many candidates
// between them. What sees all the cells loses the digits. With locked, it emits those whose cells share
// a box and a line and that strike in both; without, the others.
func findNaked(p *Position, f *found, size int, locked bool) {
	k := &f.pick
	victims := f.cells()
	for _, u := range p.geo.order {
		k.reset()
		for open := p.open[u]; open != 0; open &= open - 1 {
			c := p.geo.units[u][bits.TrailingZeros64(open)]
			if m := p.marks[c]; m.Count() > 1 && m.Count() <= size {
				k.add(c, uint64(m))
			}
		}
		for k.start(size, size); k.next(); {
			if bits.OnesCount64(k.all()) < size || !k.minimal() {
				continue
			}
			if emitNaked(p, f, u, locked, victims) {
				return
			}
		}
	}
}

// emitNaked emits the naked subset that the picker has chosen in a unit, if it strikes and is of the
// kind that is wanted.
func emitNaked(p *Position, f *found, u int, locked bool, victims Cells) bool {
	g, k := p.geo, &f.pick
	digits := board.Digits(k.all())
	victims.Clear()
	for m := digits; m != 0; m &= m - 1 {
		victims.Or(p.cells[m.First()-1])
	}
	for i := range k.size {
		victims.And(g.peers[k.chosen(i)])
	}
	if victims.Empty() {
		return false
	}
	s := f.begin()
	inBox, outside, box := false, false, -1
	for _, at := range g.at[k.chosen(0)] {
		shared := true
		for i := 1; i < k.size; i++ {
			shared = shared && g.bitIn(k.chosen(i), at.unit) != 0
		}
		if !shared {
			continue
		}
		if g.isBox(at.unit) {
			box = at.unit
			inBox = victims.Meets(g.unitCells[box])
		}
		s.unit(at.unit, RoleUnit)
	}
	if box >= 0 && u != box {
		return false // told in the box, which came first
	}
	for c := victims.Next(0); c >= 0; c = victims.Next(c + 1) {
		if box >= 0 && g.bitIn(c, box) == 0 {
			outside = true
		}
		s.strikeAll(c, p.marks[c]&digits)
	}
	if locked != (inBox && outside && k.size < 4) {
		return false
	}
	s.Digits = digits
	for i := range k.size {
		c := k.chosen(i)
		s.candidates(c, p.marks[c], RoleSet)
	}
	return f.emit()
}

// whyNaked tells a naked subset.
func whyNaked(s *Step) string {
	return s.cellWords(s.cellsOf(RoleSet)) + " in " + s.unitWords(RoleUnit) + " have only " + s.digitWords(s.Digits, "and") +
		" between them and take " + allWords[s.Digits.Count()] + ", " + s.so()
}

// findHidden emits the hidden subsets of a size: as many digits that have as many places in a unit
// between them.
func findHidden(p *Position, f *found, size int) {
	n, k := p.geo.n, &f.pick
	for _, u := range p.geo.order {
		k.reset()
		for i, at := range p.places[u*n : (u+1)*n] {
			if c := bits.OnesCount64(at); c > 1 && c <= size {
				k.add(i+1, at)
			}
		}
		for k.start(size, size); k.next(); {
			if bits.OnesCount64(k.all()) < size || !k.minimal() {
				continue
			}
			s := f.begin()
			for i := range size {
				s.Digits = s.Digits.With(k.chosen(i))
			}
			s.unit(u, RoleUnit)
			for at := k.all(); at != 0; at &= at - 1 {
				c := p.geo.units[u][bits.TrailingZeros64(at)]
				s.candidates(c, p.marks[c]&s.Digits, RoleSet)
				s.strikeAll(c, p.marks[c]&^s.Digits)
			}
			if f.emit() {
				return
			}
		}
	}
}

// whyHidden tells a hidden subset.
func whyHidden(s *Step) string {
	return "In " + s.unitWords(RoleUnit) + " the digits " + s.digitWords(s.Digits, "and") + " can only go in " + s.cellWords(s.cellsOf(RoleSet)) +
		" and fill " + allWords[s.Digits.Count()] + ", " + s.so()
}
