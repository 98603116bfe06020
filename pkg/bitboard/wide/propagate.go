package wide

import "math/bits"

// propagate empties the queues, the cheapest rule first, until nothing follows any more. It
// reports false at a contradiction and then leaves the queues as they are: see forget.
func (s *Solver) propagate() bool {
	for {
		switch {
		case len(s.single) > 0:
			if !s.place(pop(&s.single)) {
				return false
			}
		case len(s.hidden) > 0:
			if !s.hiddenSingle(pop(&s.hidden)) {
				return false
			}
		case s.open == 0:
			s.forget()
			return true
		case len(s.changed) > 0:
			q := pop(&s.changed)
			s.waiting[q] = false
			if s.cfg.LockedCandidates && !s.lock(q) || s.cfg.Pairs && !s.hiddenPair(q) {
				return false
			}
		case len(s.twin) > 0:
			if c := pop(&s.twin); s.cfg.Pairs && !s.nakedPair(c) {
				return false
			}
		default:
			return true
		}
	}
}

func pop(queue *[]uint16) int {
	last := len(*queue) - 1
	x := (*queue)[last]
	*queue = (*queue)[:last]
	return int(x)
}

// forget empties the queues.
func (s *Solver) forget() {
	s.single, s.hidden, s.twin = s.single[:0], s.hidden[:0], s.twin[:0]
	for _, q := range s.changed {
		s.waiting[q] = false
	}
	s.changed = s.changed[:0]
}

// strike takes digit d+1 from a cell that has it as a candidate. It reports false if that
// leaves the cell without a candidate or a unit without a place for the digit.
func (s *Solver) strike(c int, d uint) bool {
	s.trail = append(s.trail, uint32(c)<<8|uint32(d))
	m := s.cand[c] &^ (1 << d)
	s.cand[c] = m
	switch rest := m & (m - 1); {
	case m == 0:
		s.cellWeight[c]++
		return false
	case rest == 0:
		s.single = append(s.single, uint16(c))
	case rest&(rest-1) == 0:
		s.twin = append(s.twin, uint16(c))
	}
	for _, p := range s.placesOf(c) {
		if p.unit == noUnit {
			continue
		}
		q := uint(p.unit) + d
		x := s.places[q] &^ (1 << p.bit)
		s.places[q] = x
		switch {
		case x == 0:
			s.unitWeight[q]++
			return false
		case x&(x-1) == 0:
			s.hidden = append(s.hidden, uint16(q))
		case !s.waiting[q]:
			s.waiting[q] = true
			s.changed = append(s.changed, uint16(q))
		}
	}
	return true
}

// fix strikes all candidates of a cell but one.
func (s *Solver) fix(c int, d uint) bool {
	for m := s.cand[c] &^ (1 << d); m != 0; m &= m - 1 {
		if !s.strike(c, uint(bits.TrailingZeros64(m))) {
			return false
		}
	}
	return true
}

// strikePlaces strikes a digit from the cells at the given places of a unit, u = unit·n.
func (s *Solver) strikePlaces(u int, x uint64, d uint) bool {
	for ; x != 0; x &= x - 1 {
		if !s.strike(int(s.cellAt[u+bits.TrailingZeros64(x)]), d) {
			return false
		}
	}
	return true
}

// place strikes the last candidate of a cell from its peers.
func (s *Solver) place(c int) bool {
	s.open--
	s.counted.Placed++
	d := uint(bits.TrailingZeros64(s.cand[c]))
	for _, p := range s.placesOf(c) {
		if p.unit == noUnit {
			continue
		}
		if x := s.places[uint(p.unit)+d] &^ (1 << p.bit); !s.strikePlaces(int(p.unit), x, d) {
			return false
		}
	}
	return true
}

// hiddenSingle fixes the cell at the last place of a digit in a unit, q = unit·n + d.
func (s *Solver) hiddenSingle(q int) bool {
	u := q / s.n * s.n
	c := int(s.cellAt[u+bits.TrailingZeros64(s.places[q])])
	if m := s.cand[c]; m&(m-1) == 0 {
		return true
	}
	s.counted.Hidden++
	return s.fix(c, uint(q-u))
}
