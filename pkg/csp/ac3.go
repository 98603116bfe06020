package csp

// AC-3: A. K. Mackworth, "Consistency in networks of relations", Artificial Intelligence 8
// (1977) 99–118, doi:10.1016/0004-3702(77)90007-8. Its bound of O(e·d³) revision steps for
// e arcs and domains of d values is from A. K. Mackworth and E. C. Freuder, "The complexity
// of some polynomial network consistency algorithms for constraint satisfaction problems",
// Artificial Intelligence 25 (1985) 65–74, doi:10.1016/0004-3702(85)90041-4.

// ac3 revises arcs until the queue is empty, and reports whether every domain kept a value.
// At the root the queue starts with all arcs ([Solver.allArcs]), after an assignment with
// the arcs into the assigned variable ([Solver.arcsInto]).
//
// With FIFO an arc may wait more than once, as in the printed algorithm. With FIFOSet it is
// queued only if it does not wait already, which Mackworth's queue, being a set, meant from
// the start.
func (s *Solver) ac3() bool {
	net, dom := s.net, s.dom
	for !s.queue.empty() {
		arc := s.next()
		s.waiting[arc] = false
		i, j := net.of[arc], net.to[arc]
		s.c.Arcs++
		s.credit--
		if s.credit <= 0 && !s.ask() {
			return false
		}
		before := dom[i]
		after := net.revise(arc, before, dom[j])
		if after == before {
			if s.traceArcs {
				s.emit(Event{Kind: ArcRevised, Var: int(i), By: int(j), Before: before, After: after})
			}
			continue
		}
		s.reduce(i, j, before, after)
		if after == 0 {
			return false
		}
		s.arcsInto(i, j)
	}
	return true
}

// next takes an arc from the queue: the one that waited longest or, with LIFO, the last one.
func (s *Solver) next() int32 {
	if s.stack {
		return s.queue.popLast()
	}
	return s.queue.pop()
}

// revise returns what is left of the domain di of i, arc = (i, j), after the values without
// support in the domain dj of j are removed: REVISE in Mackworth's paper.
func (n *Network) revise(arc int32, di, dj Set) Set {
	if t := n.table[arc]; t >= 0 {
		return n.supported(t, di, dj)
	}
	if dj&(dj-1) == 0 { // not equal: only a single value of j leaves one of i without support
		return di &^ dj
	}
	return di
}

// supported is revise for the general relation t.
func (n *Network) supported(t int32, di, dj Set) Set {
	left := di
	support := n.support[int(t)*MaxValues:][:MaxValues]
	for a := range di.All() {
		if support[a]&dj == 0 {
			left &^= 1 << a
		}
	}
	return left
}

// allArcs queues every arc of the network.
func (s *Solver) allArcs() {
	s.queue.reserve(len(s.net.to))
	for arc := range int32(len(s.net.to)) {
		s.pushArc(arc)
	}
	s.queue.note()
}

// arcsInto queues the arcs (k, i) for the neighbours k of i other than j; j < 0 excepts none.
func (s *Solver) arcsInto(i, j int32) {
	net := s.net
	first, end := net.first[i], net.first[i+1]
	s.queue.reserve(int(end - first))
	for arc := first; arc < end; arc++ {
		if net.to[arc] != j {
			s.pushArc(net.reverse[arc])
		}
	}
	s.queue.note()
}

// pushArc needs room in the queue.
func (s *Solver) pushArc(arc int32) {
	if s.unique {
		if s.waiting[arc] {
			return
		}
		s.waiting[arc] = true
	}
	s.queue.push(arc)
	s.c.Pushes++
}
