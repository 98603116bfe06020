package csp

// frame is one variable of the search path with the values still to be tried.
type frame struct {
	variable int32
	live     bool // the last value taken stands assigned
	value    int8 // that value
	rest     Set  // values not yet tried
	first    int  // of the values in s.values, for the orders that need a list
	mark     int  // length of the trail before the assignment
	before   int64
}

// search is d-way backtracking from arc consistent (or, without RootAC3, initial) domains:
// pick a variable, try each value of its domain, propagate, go on; take the value back when
// what follows is exhausted. It is a loop over frames instead of a recursion, so that a
// limit can end it anywhere and the depth costs no stack.
//
// Level d holds the domains with d variables assigned; frames[d] assigns one at level d.
func (s *Solver) search() {
	d := 0
	x := s.pick()
	if x < 0 {
		s.solution()
		return
	}
	s.enter(d, x)
	for {
		f := &s.frames[d]
		if f.live {
			s.takeBack(f, d)
		}
		value, ok := s.nextValue(f)
		if !ok {
			if d == 0 {
				return
			}
			d--
			continue
		}
		if s.nodeLimit > 0 && s.c.Nodes >= s.nodeLimit {
			s.stop = NodeLimit
			return
		}
		s.assign(f, d, value)
		if !s.lookAhead(f.variable) {
			if s.stop != Exhausted {
				return
			}
			continue
		}
		if x = s.pick(); x < 0 {
			s.solution()
			if s.stop != Exhausted {
				return
			}
			continue
		}
		d++
		s.enter(d, x)
	}
}

// enter opens the frame at depth d for variable x.
func (s *Solver) enter(d int, x int32) {
	f := &s.frames[d]
	f.variable, f.live, f.rest = x, false, s.dom[x]
	s.orderValues(f, d)
}

// assign gives the frame's variable a value, on the domains of the next level.
func (s *Solver) assign(f *frame, d, value int) {
	f.live, f.value, f.before = true, int8(value), s.c.Solutions
	if s.trailing {
		f.mark = len(s.trail)
		s.trail = append(s.trail, saved{f.variable, s.dom[f.variable]})
	} else {
		if d+1 == len(s.levels) {
			s.levels = append(s.levels, make([]Set, len(s.dom)))
		}
		copy(s.levels[d+1], s.levels[d])
		s.dom = s.levels[d+1]
	}
	before := s.dom[f.variable]
	s.dom[f.variable] = 1 << value
	s.assigned[f.variable] = true
	s.depth = d + 1
	s.c.Nodes++
	s.c.MaxDepth = max(s.c.MaxDepth, int64(d+1))
	if s.hook != nil {
		s.emit(Event{Kind: Try, Var: int(f.variable), By: -1, Value: value, Before: before, After: 1 << value})
	}
}

// lookAhead propagates the assignment of x; false after a contradiction or a stop.
func (s *Solver) lookAhead(x int32) bool {
	switch s.cfg.Propagation {
	case ForwardChecking:
		return s.forward(x)
	case Plain:
		return s.backward(x)
	}
	if s.clock != nil {
		return s.timed(func() bool { return s.fromOne(x) })
	}
	return s.fromOne(x)
}

// fromOne propagates from the assignment of x.
func (s *Solver) fromOne(x int32) bool {
	s.resetQueue()
	if s.cfg.Queue == Events {
		s.pushVariable(x)
	} else {
		s.arcsInto(x, -1)
	}
	return s.propagate()
}

// takeBack undoes the frame's assignment.
func (s *Solver) takeBack(f *frame, d int) {
	f.live = false
	if s.trailing {
		for k := len(s.trail) - 1; k >= f.mark; k-- {
			s.dom[s.trail[k].variable] = s.trail[k].domain
		}
		s.trail = s.trail[:f.mark]
	} else {
		s.dom = s.levels[d]
	}
	s.assigned[f.variable] = false
	s.depth = d
	if s.c.Solutions == f.before {
		s.c.Backtracks++
	}
	if s.hook != nil {
		s.depth = d + 1
		s.emit(Event{Kind: Backtrack, Var: int(f.variable), By: -1, Value: int(f.value), Before: 1 << f.value, After: s.dom[f.variable]})
		s.depth = d
	}
}

// solution records the solution that the domains hold and asks the caller whether to go on.
func (s *Solver) solution() {
	s.c.Solutions++
	if s.c.Solutions == 1 || s.yield != nil {
		for x, d := range s.dom {
			s.current[x] = d.Min()
		}
	}
	if s.c.Solutions == 1 {
		copy(s.firstFound, s.current)
	}
	if s.hook != nil {
		s.emit(Event{Kind: Solution, Var: -1, By: -1})
	}
	if s.yield != nil && !s.yield(s.current) || s.c.Solutions == s.solutionLimit {
		s.stop = SolutionLimit
	}
}
