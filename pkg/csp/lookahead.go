package csp

// forward revises each neighbour of x once against it: forward checking. An assigned
// neighbour that contradicts x loses its only value, so no backward check is needed.
func (s *Solver) forward(x int32) bool {
	net, dom := s.net, s.dom
	first, end := net.first[x], net.first[x+1]
	if !s.poll(int(end - first)) {
		return false
	}
	for arc := first; arc < end; arc++ {
		k := net.to[arc]
		before := dom[k]
		after := net.revise(net.reverse[arc], before, dom[x])
		s.c.Arcs++
		if after == before {
			if s.traceArcs {
				s.emit(Event{Kind: ArcRevised, Var: int(k), By: int(x), Before: before, After: after})
			}
			continue
		}
		s.reduce(k, x, before, after)
		if after == 0 {
			return false
		}
	}
	return true
}

// backward tests the value of x against its assigned neighbours: plain backtracking.
func (s *Solver) backward(x int32) bool {
	net, dom := s.net, s.dom
	first, end := net.first[x], net.first[x+1]
	if !s.poll(int(end - first)) {
		return false
	}
	for arc := first; arc < end; arc++ {
		k := net.to[arc]
		if !s.assigned[k] {
			continue
		}
		s.c.Arcs++
		if net.revise(arc, dom[x], dom[k]) == 0 {
			if s.hook != nil {
				s.emit(Event{Kind: Conflict, Var: int(x), By: int(k), Before: dom[x], After: dom[x]})
			}
			return false
		}
	}
	return true
}

// singlesAgree tests the variables that have one value from the start against each other.
// It stands in for the root AC-3 where that is switched off: the search propagates only
// from what it assigns, so it would never compare two of them.
func (s *Solver) singlesAgree() bool {
	for x, d := range s.dom {
		s.assigned[x] = d.Single()
	}
	for x := range s.dom {
		if s.assigned[x] && !s.backward(int32(x)) {
			return false
		}
	}
	return true
}
