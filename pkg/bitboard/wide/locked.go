package wide

import "math/bits"

// lock applies locked candidates to digit d of a unit, q = unit·n + d: if all its places lie
// in another unit as well, that unit has no place for the digit but these. One of the places
// is in each such unit, so the units of the first place are all that need a look.
func (s *Solver) lock(q int) bool {
	x := s.places[q]
	u := q / s.n * s.n
	d := uint(q - u)
	c := int(s.cellAt[u+bits.TrailingZeros64(x)])
	at := s.placesOf(c)
	self := 0
	for int(at[self].unit) != u {
		self++
	}
	for t, p := range at {
		if t == self || p.unit == noUnit || x&^s.shared[(c*s.slots+self)*s.slots+t] != 0 {
			continue
		}
		rest := s.places[uint(p.unit)+d] &^ s.shared[(c*s.slots+t)*s.slots+self]
		if rest == 0 {
			continue
		}
		s.counted.Locked++
		if !s.strikePlaces(int(p.unit), rest, d) {
			return false
		}
	}
	return true
}
