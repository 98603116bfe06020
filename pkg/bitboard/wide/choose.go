package wide

import "math/bits"

// choose returns the candidate of the next guess: an option of the choice that the order
// takes. Some cell is open.
func (s *Solver) choose() (cell int, digit uint) {
	best, isUnit := -1, false
	// The least quotient of options by weight so far; products compare quotients exactly.
	options, weight := uint64(1<<32), uint64(1)
	clear(s.wanted)
	for c, m := range s.cand {
		if m&(m-1) == 0 {
			continue
		}
		for _, p := range s.placesOf(c) {
			if p.unit != noUnit {
				s.wanted[p.number] |= m
			}
		}
		k, w := uint64(bits.OnesCount64(m)), uint64(1)
		if s.cfg.Order == Weighted {
			w = uint64(s.cellWeight[c])
		}
		if k*weight < options*w {
			best, options, weight = c, k, w
		}
	}
	for u, m := range s.wanted {
		for ; m != 0; m &= m - 1 {
			q := u*s.n + bits.TrailingZeros64(m)
			k, w := uint64(bits.OnesCount64(s.places[q])), uint64(1)
			if s.cfg.Order == Weighted {
				w = uint64(s.unitWeight[q])
			}
			if k*weight < options*w {
				best, isUnit, options, weight = q, true, k, w
			}
		}
	}
	if isUnit {
		u := best / s.n * s.n
		return int(s.cellAt[u+s.option(s.places[best])]), uint(best - u)
	}
	return best, uint(s.option(s.cand[best]))
}

// option draws a bit of a mask, or takes the lowest if the seed is 0.
func (s *Solver) option(m uint64) int {
	if s.cfg.Seed != 0 {
		for skip := s.draw(bits.OnesCount64(m)); skip > 0; skip-- {
			m &= m - 1
		}
	}
	return bits.TrailingZeros64(m)
}

// draw returns a number below n. The generator is SplitMix64 (Steele, Lea and Flood, OOPSLA
// 2014, doi:10.1145/2660193.2660195): its state is one word, which Begin sets back, so that a
// board's tree does not depend on the boards before it.
func (s *Solver) draw(n int) int {
	s.random += 0x9e3779b97f4a7c15
	x := s.random
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	high, _ := bits.Mul64(x^x>>31, uint64(n))
	return int(high)
}
