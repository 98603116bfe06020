package dlx

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Kind says what has just happened in a traced search.
type Kind uint8

// The kinds, with what [Moment.Item] and [Moment.Option] are then.
const (
	// Begun: the given options are chosen; the search follows. No item, no option.
	Begun Kind = iota
	// Refused: a given option cannot be chosen beside the others, so there is no search. No item, no option.
	Refused
	// Tried: an option was chosen to cover an item.
	Tried
	// Dead: an item has no option left. No option.
	Dead
	// Covered: all primary items are covered, the chosen options are a solution. No item, no option.
	Covered
	// Returned: an option was taken back, together with all that covering its items had taken out.
	Returned
	// Ended: the search is over. No item, no option.
	Ended
)

// String returns the kind in lower case.
func (k Kind) String() string {
	names := [...]string{"begun", "refused", "tried", "dead", "covered", "returned", "ended"}
	if int(k) >= len(names) {
		return fmt.Sprintf("kind(%d)", uint8(k))
	}
	return names[k]
}

// Moment is a moment of a traced search, and a view of what is left of the problem then. It holds while the function
// runs that it is handed to.
type Moment struct {
	Kind         Kind
	Item, Option int // −1 for none
	// Choices is how many options the item had when it was chosen: with more than one, the option tried is a guess.
	Choices int
	Level   int // options of the search that are chosen, the given ones not counted
	s       *Solver
}

// Waiting reports whether an item still waits to be covered. It is false for secondary items, which never do.
func (m Moment) Waiting(item int) bool {
	return uint32(item) < m.s.primaries && m.s.active[item>>6]>>(item&63)&1 != 0
}

// Left returns the number of options that could still cover a primary item that waits.
func (m Moment) Left(item int) int { return int(m.s.size[item]) }

// Offered reports whether an option could still be chosen.
func (m Moment) Offered(option int) bool {
	_, ok := m.s.offered(uint32(option))
	return ok
}

// Chosen writes the options that are chosen over dst, the given ones first, then those of the search in their order.
func (m Moment) Chosen(dst []int) []int {
	dst = dst[:0]
	for _, o := range m.s.given {
		dst = append(dst, int(o))
	}
	for _, f := range m.s.frames[:m.s.level] {
		dst = append(dst, int(m.s.option[f.node]))
	}
	return dst
}

// Counters returns the work up to this moment.
func (m Moment) Counters() Counters { return m.s.c }

// Trace does what [Solver.Solve] does and tells every step to a function: the search, its order, solutions and counters
// are the same. It is the slower twin, for people who watch; an error of the function ends it and comes back.
func Trace(ctx context.Context, s *Solver, given []int, limits Limits, tell func(Moment) error) (Result, error) {
	switch {
	case s == nil:
		return Result{}, errors.New("dlx: the solver is nil, want one of NewSolver")
	case tell == nil:
		return Result{}, errors.New("dlx: a trace is told to no function")
	case limits.Solutions < 0 || limits.Nodes < 0:
		return Result{}, fmt.Errorf("dlx: limits of %d solutions and %d nodes, want 0 or more", limits.Solutions, limits.Nodes)
	}
	if err := s.begin(ctx, given); err != nil {
		return Result{}, err
	}
	defer s.end()
	t := tracing{s: s, tell: tell}
	var res Result
	if !s.force() {
		t.say(Refused, none, none)
		res.Counters = s.c
		return res, t.err
	}
	t.say(Begun, none, none)
	res.Stop = t.search(ctx, limits, &res)
	t.say(Ended, none, none)
	res.Solutions, res.Counters = s.found, s.c
	return res, t.err
}

// tracing is a traced search under way.
type tracing struct {
	s    *Solver
	tell func(Moment) error
	err  error
}

// say tells of a moment, unless an earlier one met an error.
func (t *tracing) say(kind Kind, item, option uint32) {
	if t.err != nil {
		return
	}
	m := Moment{Kind: kind, Item: -1, Option: -1, Level: t.s.level, s: t.s}
	if item != none {
		m.Item, m.Choices = int(item), int(t.s.size[item])
	}
	if option != none {
		m.Option = int(option)
	}
	t.err = t.tell(m)
}

// withoutOptions returns the first item that waits and has no option left; there is one.
func withoutOptions(s *Solver) uint32 {
	for c := range s.primaries {
		if s.active[c>>6]>>(c&63)&1 != 0 && s.size[c] == 0 {
			return c
		}
	}
	return none
}

// search is Solver.search, step by step.
func (t *tracing) search(ctx context.Context, limits Limits, res *Result) Stop {
	s := t.s
	for enter := true; ; {
		if t.err != nil {
			return Cancelled
		}
		var f *frame
		var n uint32
		if enter {
			switch {
			case limits.Nodes > 0 && s.c.Nodes == limits.Nodes:
				return NodeLimit
			case ctx.Err() != nil:
				return Cancelled
			}
			s.c.Nodes++
			s.c.MaxDepth = max(s.c.MaxDepth, int64(s.level))
			enter = false
			if !s.first && s.zeros > 0 {
				s.c.Updates++
				t.say(Dead, withoutOptions(s), none)
				continue
			}
			c := s.leftmost()
			if !s.first {
				c = s.smallest()
			}
			if c == none {
				s.found++
				if s.found == 1 {
					res.First = slices.Clone(s.solution())
				}
				t.say(Covered, none, none)
				if s.found == limits.Solutions {
					return SolutionLimit
				}
				continue
			}
			if s.size[c] == 0 {
				t.say(Dead, c, none)
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
			n = s.link[f.node].down
			s.release(f.node)
			// All is put back for the picture, and the item covered once more if it has another option: work
			// that the solver does not do, so that it is not counted.
			s.rewind(f.before)
			s.active[f.item>>6] |= 1 << (f.item & 63)
			t.say(Returned, f.item, s.option[f.node])
			if n != f.item {
				s.cover(f.item)
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
		t.say(Tried, f.item, s.option[n])
		enter = true
	}
}
