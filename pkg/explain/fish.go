package explain

import (
	"math/bits"
)

// A fish takes base lines, all rows or all columns, whose places of a digit lie in as many cover lines
// across them. Each base line has the digit in a cover line of its own, so the cover lines have it in
// base lines only. In a line the place of a cell is the number of the cover line across it.

// lines goes through the two ways to lay a fish: the first base line and the first cover line.
func (g *geometry) lines() [2][2]int { return [2][2]int{{0, g.n}, {g.n, 0}} }

// findFish emits the basic fish of a size.
func findFish(p *Position, f *found, size int) {
	n, k := p.geo.n, &f.pick
	for d := 1; d <= n; d++ {
		for _, way := range p.geo.lines() {
			base, cover := way[0], way[1]
			k.reset()
			var is uint64 // base lines of the choice
			for i := range n {
				at := p.places[(base+i)*n+d-1]
				if c := bits.OnesCount64(at); c > 1 && c <= size {
					k.add(i, at)
				}
			}
			for k.start(size, size); k.next(); {
				if bits.OnesCount64(k.all()) < size || !k.minimal() {
					continue
				}
				is = 0
				for i := range size {
					is |= 1 << k.chosen(i)
				}
				s := f.begin()
				for m := k.all(); m != 0; m &= m - 1 {
					u := cover + bits.TrailingZeros64(m)
					for at := p.places[u*n+d-1] &^ is; at != 0; at &= at - 1 {
						s.strike(p.geo.units[u][bits.TrailingZeros64(at)], d)
					}
				}
				if len(s.Strikes) == 0 {
					continue
				}
				p.fish(f, d, base, cover, k.all(), nil)
				if f.emit() {
					return
				}
			}
		}
	}
}

// fish tells the fish that the picker has chosen: its lines and the digit's places in the base lines,
// those in fins apart.
func (p *Position) fish(f *found, d, base, cover int, covers uint64, fins Cells) {
	s, k, n := &f.step, &f.pick, p.geo.n
	s.Digits = s.Digits.With(d)
	for i := range k.size {
		s.unit(base+k.chosen(i), RoleBase)
	}
	for m := covers; m != 0; m &= m - 1 {
		s.unit(cover+bits.TrailingZeros64(m), RoleCover)
	}
	for i := range k.size {
		u := base + k.chosen(i)
		for at := p.places[u*n+d-1]; at != 0; at &= at - 1 {
			c := p.geo.units[u][bits.TrailingZeros64(at)]
			if fins != nil && fins.Has(c) {
				s.candidate(c, d, RoleFin)
			} else {
				s.candidate(c, d, RoleBase)
			}
		}
	}
}

// whyFish tells a basic fish.
func whyFish(s *Step) string {
	where, takes := s.whereFish(s.digit(s.Digits.First()))
	return where + ". So " + takes + ", and " + s.follows() + "."
}

// findFinned emits the finned fish of a size: with sashimi, those that have a base line with one place
// without its fins; without, the others.
//
// A candidate goes if it sees all fins: either a fin has the digit, or none has and the fish is a basic
// one. So the search starts from the candidate that is to go. Of the base lines it leaves out the
// places that this candidate sees, among them the one in its own cover line: what is left has to lie
// in size − 1 cover lines. That finds all fins at once, on boards with diagonals and regions as well.
func findFinned(p *Position, f *found, size int, sashimi bool) {
	n := p.geo.n
	fins, victims := f.cells(), f.cells()
	for d := 1; d <= n; d++ {
		have := p.cells[d-1]
		for _, way := range p.geo.lines() {
			base, cover := way[0], way[1]
			for c := have.Next(0); c >= 0; c = have.Next(c + 1) {
				if p.finnedAt(f, d, base, cover, c, size, sashimi, fins, victims) {
					return
				}
			}
		}
	}
}

// finnedAt emits the finned fish that strike a digit from a cell and from no earlier one.
func (p *Position) finnedAt(f *found, d, base, cover, victim, size int, sashimi bool, fins, victims Cells) bool {
	g, n, k := p.geo, p.geo.n, &f.pick
	own, across := g.shape.Row(victim), g.shape.Col(victim)
	if base != 0 {
		own, across = across, own
	}
	k.reset()
	for i := range n {
		if i == own {
			continue
		}
		at := p.places[(base+i)*n+d-1] &^ g.seen(victim, base+i)
		if c := bits.OnesCount64(at); c > 0 && c < size {
			k.add(i, at)
		}
	}
	for k.start(size, size-1); k.next(); {
		if bits.OnesCount64(k.all()) < size-1 || !k.minimal() {
			continue
		}
		covers := k.all() | 1<<across
		fins.Clear()
		finned, thin := false, false
		var lines uint64
		for i := range size {
			u := base + k.chosen(i)
			lines |= 1 << k.chosen(i)
			at := p.places[u*n+d-1]
			thin = thin || bits.OnesCount64(at&covers) < 2
			for at &^= covers; at != 0; at &= at - 1 {
				fins.Add(g.units[u][bits.TrailingZeros64(at)])
				finned = true
			}
		}
		if !finned || thin != sashimi {
			continue
		}
		victims.Set(p.cells[d-1])
		for c := fins.Next(0); c >= 0; c = fins.Next(c + 1) {
			victims.And(g.peers[c])
		}
		s := f.begin()
		first := true
		for m := covers; m != 0; m &= m - 1 {
			u := cover + bits.TrailingZeros64(m)
			for at := p.places[u*n+d-1] &^ lines; at != 0; at &= at - 1 {
				c := g.units[u][bits.TrailingZeros64(at)]
				if !victims.Has(c) {
					continue
				}
				s.strike(c, d)
				first = first && (c >= victim || !p.finnedFor(f, d, base, covers, c))
			}
		}
		if !first {
			continue // the search from an earlier cell has told this fish
		}
		p.fish(f, d, base, cover, covers, fins)
		if f.emit() {
			return true
		}
	}
	return false
}

// finnedFor reports whether the search from a cell comes to the same base lines and cover lines.
func (p *Position) finnedFor(f *found, d, base int, covers uint64, victim int) bool {
	g, n, k := p.geo, p.geo.n, &f.pick
	across := g.shape.Col(victim)
	if base != 0 {
		across = g.shape.Row(victim)
	}
	var masks [maxSize]uint64
	var union uint64
	for i := range k.size {
		u := base + k.chosen(i)
		masks[i] = p.places[u*n+d-1] &^ g.seen(victim, u)
		union |= masks[i]
	}
	return union == covers&^(1<<across) && minimal(masks[:k.size], 1)
}

// whyFinned tells a finned fish.
func whyFinned(s *Step) string {
	d := s.digit(s.Digits.First())
	fins := s.cellsOf(RoleFin)
	fin, is, not := "the fin ", "the fin is ", "not"
	if len(fins) > 1 {
		fin, is, not = "one of the fins ", "a fin is ", "none is"
	}
	var struck []int
	for _, x := range s.Strikes {
		struck = append(struck, x.Cell)
	}
	sees := " sees it"
	if len(struck) > 1 {
		sees = " see it"
	}
	where, takes := s.whereFish(d)
	return where + ", or in " + fin + s.cellList(fins, "or") + ". If " + is + d + ", " + s.cellWords(struck) + sees +
		". If " + not + ", " + takes + ". Either way " + s.follows() + "."
}

// whereFish says where a fish's digit can go in its base lines, and what these take then.
func (s *Step) whereFish(digit string) (where, takes string) {
	bases := s.unitsOf(RoleBase)
	base, cover := "rows", "columns"
	if bases[0] >= s.shape.Side() {
		base, cover = cover, base
	}
	return "In " + s.unitWords(RoleBase) + " the " + digit + " can only go where they cross " + s.unitWords(RoleCover),
		"these " + base + " take the " + digit + " of " + allWords[len(bases)] + " " + cover
}
