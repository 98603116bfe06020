package csp

import "math/bits"

// pick returns the variable to assign next, −1 if none is open. Open means: more than one
// value with MAC, where a single value has been propagated and is as good as assigned; not
// assigned with the other two.
func (s *Solver) pick() int32 {
	switch {
	case s.cfg.VariableOrder == First:
		return s.pickFirst()
	case s.cfg.VariableOrder == MRVDegree:
		return s.pickDegree()
	case s.mac:
		return s.pickMRV()
	}
	return s.pickSmallest()
}

func (s *Solver) open(x int) bool {
	if s.mac {
		d := s.dom[x]
		return d&(d-1) != 0
	}
	return !s.assigned[x]
}

func (s *Solver) pickFirst() int32 {
	for x := range s.dom {
		if s.open(x) {
			return int32(x)
		}
	}
	return -1
}

// pickMRV is pickSmallest for MAC. No open domain is smaller than two values, so the first
// of that size ends the scan; most scans of a hard Sudoku end there, before any counting.
func (s *Solver) pickMRV() int32 {
	best, size := int32(-1), MaxValues+1
	for x, d := range s.dom {
		rest := d & (d - 1)
		if rest == 0 {
			continue
		}
		if rest&(rest-1) == 0 {
			return int32(x)
		}
		if n := bits.OnesCount64(uint64(d)); n < size {
			best, size = int32(x), n
		}
	}
	return best
}

func (s *Solver) pickSmallest() int32 {
	best, size := int32(-1), MaxValues+1
	for x, d := range s.dom {
		if s.assigned[x] {
			continue
		}
		if n := d.Len(); n < size {
			best, size = int32(x), n
			if n == 1 {
				break
			}
		}
	}
	return best
}

// pickDegree finds the smallest size first and counts neighbours only for the variables of
// that size.
func (s *Solver) pickDegree() int32 {
	size := MaxValues + 1
	for x, d := range s.dom {
		if s.open(x) {
			size = min(size, d.Len())
		}
	}
	best, degree := int32(-1), -1
	for x, d := range s.dom {
		if d.Len() != size || !s.open(x) {
			continue
		}
		n := 0
		for _, k := range s.net.to[s.net.first[x]:s.net.first[x+1]] {
			if s.open(int(k)) {
				n++
			}
		}
		if n > degree {
			best, degree = int32(x), n
		}
	}
	return best
}

// nextValue takes the next value to try from the frame; false if none is left.
func (s *Solver) nextValue(f *frame) (int, bool) {
	if f.rest == 0 {
		return 0, false
	}
	var v int
	switch s.cfg.ValueOrder {
	case Ascending:
		v = f.rest.Min()
	case Descending:
		v = f.rest.Max()
	default:
		// The values of the frame at depth d stand in order from values[64·d]; those
		// tried are the first of them.
		v = int(s.values[f.first])
		f.first++
	}
	f.rest &^= 1 << v
	return v, true
}

// orderValues fixes the order in which a frame's values will be tried, where it is not the
// order of the values themselves.
func (s *Solver) orderValues(f *frame, depth int) {
	if s.values == nil {
		return
	}
	f.first = depth * MaxValues
	order := s.values[f.first:f.first:(f.first + MaxValues)]
	for v := range f.rest.All() {
		order = append(order, uint8(v))
	}
	if s.cfg.ValueOrder == Random {
		for i := len(order) - 1; i > 0; i-- {
			j := s.rng.IntN(i + 1)
			order[i], order[j] = order[j], order[i]
		}
		return
	}
	// Insertion sort by cost: stable, so that ties keep the rising order, and without the
	// closure that sort.SliceStable would allocate.
	var cost [MaxValues]int32
	for _, v := range order {
		cost[v] = s.cost(f.variable, int(v))
	}
	for i := 1; i < len(order); i++ {
		for j := i; j > 0 && cost[order[j]] < cost[order[j-1]]; j-- {
			order[j], order[j-1] = order[j-1], order[j]
		}
	}
}

// cost returns how many values x = v would remove from the domains of its neighbours.
func (s *Solver) cost(x int32, v int) int32 {
	net, n := s.net, 0
	for arc := net.first[x]; arc < net.first[x+1]; arc++ {
		d := s.dom[net.to[arc]]
		if t := net.table[arc]; t >= 0 {
			n += (d &^ net.support[int(t)*MaxValues+v]).Len()
		} else if d.Has(v) {
			n++
		}
	}
	return int32(n)
}
