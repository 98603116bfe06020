package csp

// The events discipline queues variables instead of arcs, and only those whose change can
// matter to a neighbour:
//
//   - a not-equal neighbour can lose a value only to a variable that has just one left, so a
//     variable is queued for these when its domain becomes single, and never again;
//   - a neighbour by a general relation can lose one to any reduction, so a variable that
//     has such relations is queued at each, unless it already waits.
//
// It is the treatment that P. Van Hentenryck, Y. Deville and C.-M. Teng give to
// anti-functional constraints in "A generic arc-consistency algorithm and its
// specializations", Artificial Intelligence 57 (1992) 291–321,
// doi:10.1016/0004-3702(92)90020-X, which takes arc consistency of e not-equal constraints
// from O(e·d³) to O(e·d). The fixed point is that of ac3, because both stop only when no
// arc is left that could revise, and arc consistency has one greatest fixed point.

// events propagates until the queue is empty, and reports whether every domain kept a value.
func (s *Solver) events() bool {
	net, dom := s.net, s.dom
	general := len(net.general) > 0
	inline := s.hook == nil && !s.trailing
	for !s.queue.empty() {
		x := s.queue.pop()
		s.waiting[x] = false
		d := dom[x]
		if d&(d-1) == 0 {
			peers := net.unequal[net.unequalFirst[x]:net.unequalFirst[x+1]]
			if !s.poll(len(peers)) {
				return false
			}
			plain := int64(0) // reductions that leave two values or more and wake no variable
			for k, y := range peers {
				before := dom[y]
				if before&d == 0 {
					if s.traceArcs {
						s.emit(Event{Kind: ArcRevised, Var: int(y), By: int(x), Before: before, After: before})
					}
					continue
				}
				after := before &^ d
				several := after&(after-1) != 0
				if several && inline && !general {
					// The inner loop of a hard Sudoku: most reductions end here, so they are
					// spared the call to reduce.
					dom[y] = after
					plain++
					continue
				}
				s.reduce(y, x, before, after)
				if after == 0 {
					s.c.Arcs += int64(k + 1)
					s.c.Effective += plain
					s.c.Reductions += plain
					return false
				}
				if !several || general && net.related(y) {
					s.pushVariable(y)
				}
			}
			s.c.Arcs += int64(len(peers))
			s.c.Effective += plain
			s.c.Reductions += plain
		}
		if general && net.related(x) && !s.relations(x) {
			return false
		}
	}
	return true
}

// relations revises the neighbours of x by general relations against it.
func (s *Solver) relations(x int32) bool {
	net, dom := s.net, s.dom
	for _, arc := range net.general[net.generalFirst[x]:net.generalFirst[x+1]] {
		y := net.to[arc]
		before := dom[y]
		after := net.revise(net.reverse[arc], before, dom[x])
		s.c.Arcs++
		if !s.poll(1) {
			return false
		}
		if after == before {
			if s.traceArcs {
				s.emit(Event{Kind: ArcRevised, Var: int(y), By: int(x), Before: before, After: after})
			}
			continue
		}
		s.reduce(y, x, before, after)
		if after == 0 {
			return false
		}
		s.pushVariable(y)
	}
	return true
}

// related reports whether a general relation binds variable x.
func (n *Network) related(x int32) bool {
	return n.generalFirst[x] != n.generalFirst[x+1]
}

// allVariables queues every variable that may make a neighbour lose a value.
func (s *Solver) allVariables() {
	for x, d := range s.dom {
		if d.Single() || s.net.related(int32(x)) {
			s.pushVariable(int32(x))
		}
	}
}

func (s *Solver) pushVariable(x int32) {
	if s.waiting[x] {
		return
	}
	s.waiting[x] = true
	s.queue.push(x) // there is room for each variable once
	s.queue.note()
	s.c.Pushes++
}
