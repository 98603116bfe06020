package wide

import "math/bits"

// hiddenPair looks, if a digit has two places in a unit, q = unit·n + d, for another digit with
// the same two: their cells can hold nothing else.
func (s *Solver) hiddenPair(q int) bool {
	x := s.places[q]
	if bits.OnesCount64(x) != 2 {
		return true
	}
	u := q / s.n * s.n
	for e := u; e < u+s.n; e++ {
		if s.places[e] != x || e == q {
			continue
		}
		keep := uint64(1)<<(q-u) | 1<<(e-u)
		struck := false
		for m := x; m != 0; m &= m - 1 {
			c := int(s.cellAt[u+bits.TrailingZeros64(m)])
			for k := s.cand[c] &^ keep; k != 0; k &= k - 1 {
				struck = true
				if !s.strike(c, uint(bits.TrailingZeros64(k))) {
					return false
				}
			}
		}
		if struck {
			s.counted.Pairs++
		}
		return true // a third digit there would be a contradiction that the strikes bring out
	}
	return true
}

// nakedPair looks, if a cell has two candidates, in each of its units for another cell with the
// same two: no other cell there can hold them.
func (s *Solver) nakedPair(c int) bool {
	m := s.cand[c]
	if bits.OnesCount64(m) != 2 {
		return true
	}
	d, e := uint(bits.TrailingZeros64(m)), uint(bits.Len64(m)-1)
	for _, p := range s.placesOf(c) {
		if p.unit == noUnit {
			continue
		}
		u := int(p.unit)
		both := s.places[uint(u)+d] & s.places[uint(u)+e] &^ (1 << p.bit)
		for ; both != 0; both &= both - 1 {
			i := bits.TrailingZeros64(both)
			if s.cand[s.cellAt[u+i]] != m {
				continue
			}
			others := ^(uint64(1)<<p.bit | 1<<i)
			x, y := s.places[uint(u)+d]&others, s.places[uint(u)+e]&others
			if x|y != 0 {
				s.counted.Pairs++
			}
			if !s.strikePlaces(u, x, d) || !s.strikePlaces(u, y, e) {
				return false
			}
			break
		}
	}
	return true
}
