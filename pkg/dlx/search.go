package dlx

import "context"

// frame is a level of the search: an item and the option that is being tried there.
type frame struct {
	item      uint32
	node      uint32 // of the option, in the item's list
	before    mark   // the moment before the item was covered
	covered   mark   // the moment after, before the option's other items were
	solutions int64  // found before the option was tried
}

// The context is asked after so many nodes or so many updates: less than a millisecond.
const (
	pollNodes   = 1 << 10
	pollUpdates = 1 << 17
)

// search is Knuth's Algorithm C, which without colors is his Algorithm X. It walks the tree
// until the target-th solution (0 for none), until one more node would exceed nodeLimit (0
// for no limit), or to the end. After the stop at a solution it can be resumed.
func (s *Solver) search(ctx context.Context, target, nodeLimit int64, resume bool) Stop {
	enter := !resume // go down to a new node, or back up
	pollAt, updatesAt := s.c.Nodes, s.c.Updates
	for {
		var f *frame
		var n uint32
		if enter {
			if s.c.Nodes >= pollAt || s.c.Updates >= updatesAt {
				if nodeLimit > 0 && s.c.Nodes == nodeLimit {
					return NodeLimit
				}
				if ctx.Err() != nil {
					return Cancelled
				}
				pollAt, updatesAt = s.c.Nodes+pollNodes, s.c.Updates+pollUpdates
				if nodeLimit > 0 {
					pollAt = min(pollAt, nodeLimit)
				}
			}
			s.c.Nodes++
			s.c.MaxDepth = max(s.c.MaxDepth, int64(s.level))
			enter = false

			var c uint32
			switch {
			case s.first:
				c = s.leftmost()
			case s.zeros > 0:
				s.c.Updates++ // the item is covered and uncovered, which changes nothing
				continue
			default:
				c = s.smallest()
			}
			if c == none {
				s.found++
				if s.found == target {
					return SolutionLimit
				}
				continue
			}
			f = &s.frames[s.level]
			f.item, f.before = c, s.mark()
			s.c.Updates += s.cover(c)
			f.covered = s.mark()
			n = s.link[c].down
		} else {
			if s.level == 0 {
				return Exhausted
			}
			s.level--
			f = &s.frames[s.level]
			if f.solutions == s.found {
				s.c.Backtracks++
			}
			s.release(f.node)
			n = s.link[f.node].down
			if n != f.item {
				s.rewind(f.covered)
				s.active[f.item>>6] &^= 1 << (f.item & 63)
			}
		}
		if n == f.item {
			s.rewind(f.before)
			s.active[n>>6] |= 1 << (n & 63)
			continue
		}
		f.node, f.solutions = n, s.found
		if s.size[f.item] > 1 {
			s.c.Branches++
		}
		s.commit(n)
		s.level++
		enter = true
	}
}

// commit covers or purifies the other items of node n's option, from n on and around.
func (s *Solver) commit(n uint32) {
	o := s.span[s.option[n]]
	if s.color == nil {
		for _, c := range s.item[n+1 : o.hi] {
			s.c.Updates += s.cover(c)
		}
		for _, c := range s.item[o.lo:n] {
			s.c.Updates += s.cover(c)
		}
		return
	}
	for i := n + 1; i < o.hi; i++ {
		s.commitColored(i)
	}
	for i := o.lo; i < n; i++ {
		s.commitColored(i)
	}
}

// commitColored covers or purifies the item of node i.
func (s *Solver) commitColored(i uint32) {
	switch c := s.item[i]; {
	case c >= clean:
	case s.color[i] == 0:
		s.c.Updates += s.cover(c)
	default:
		updates, cleansings := s.purify(i)
		s.c.Updates += updates
		s.c.Cleansings += cleansings
	}
}

// force chooses the given options; false if they contradict each other. Its work goes to
// GivenUpdates and GivenCleansings.
func (s *Solver) force() bool {
	possible := true
	for _, given := range s.given {
		n, ok := s.offered(uint32(given))
		if !ok {
			possible = false
			break
		}
		s.c.Updates += s.cover(s.item[n])
		s.commit(n)
	}
	s.c.GivenUpdates, s.c.GivenCleansings = s.c.Updates, s.c.Cleansings
	s.c.Updates, s.c.Cleansings = 0, 0
	return possible
}

// offered returns a primary node of an option and whether the option can still be chosen. If
// one of its primary items is active, it is hidden if and only if that item's list has lost
// it; if none is, it cannot be chosen.
func (s *Solver) offered(option uint32) (node uint32, ok bool) {
	for i := s.span[option].lo; i < s.span[option].hi; i++ {
		c := s.item[i]
		if c < s.primaries && s.active[c>>6]>>(c&63)&1 != 0 {
			return i, s.link[s.link[i].up].down == i
		}
	}
	return 0, false
}
