package cdcl

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// Status is what a search ended with.
type Status int

// The ends of a search.
const (
	Stopped       Status = iota // by the context
	Bounded                     // by the bound of conflicts
	Satisfiable                 // Model has the model
	Unsatisfiable               // for this formula, and whatever is added to it
)

// String names the status.
func (s Status) String() string {
	switch s {
	case Bounded:
		return "bounded"
	case Satisfiable:
		return "satisfiable"
	case Unsatisfiable:
		return "unsatisfiable"
	default:
		return "stopped"
	}
}

// Counters count the work of a solver, all its searches together.
type Counters struct {
	Decisions int64 `json:"decisions"`
	Conflicts int64 `json:"conflicts"` // those that refute the formula included
	Restarts  int64 `json:"restarts"`
}

// The parameters, those of the papers in the package's doc. Boards of sides 16 to 36 were no
// reason to move them.
const (
	decay        = 0.95  // of the activities of variables, per conflict
	largest      = 1e100 // activity, before all are scaled down
	restartUnit  = 64    // conflicts before the first restart; times Luby's sequence
	keepAtFirst  = 2000  // learnt clauses, before the worse half goes
	keepMore     = 300   // after each time that this happens
	alwaysKeptAt = 2     // decision levels in a clause
)

// literal is 2·v for variable v, counted from 0, and 2·v+1 for its negation.
type literal int32

func (l literal) not() literal    { return l ^ 1 }
func (l literal) variable() int32 { return int32(l >> 1) }

// reason says why a literal was assigned: a clause, whose first literal it is (0 or more), the
// other literal of a clause of two (−2 − literal), or nothing, for a decision.
type reason int32

const decided reason = -1

func because(l literal) reason { return reason(-2 - l) }

type clause struct {
	literals []literal // the first two are watched
	levels   int32     // of decisions, when it was learnt; 0 for a clause of the formula
}

// watch stands in the list of a literal whose negation the clause watches. While the blocker, some
// other literal of the clause, is true, the clause need not be looked at.
type watch struct {
	clause  int32
	blocker literal
}

// Solver holds a formula and what was learnt about it. It serves one goroutine at a time.
type Solver struct {
	refuted  bool
	clauses  []clause
	learnt   int         // of clauses
	keep     int         // learnt clauses
	watches  [][]watch   // literal → clauses to look at when it becomes true
	implied  [][]literal // literal → what follows from it by clauses of two
	value    []int8      // literal → 1 true, −1 false, 0 open
	level    []int32     // variable → decision level of its assignment
	reasons  []reason    // variable → of its assignment
	saved    []bool      // variable → value to try first
	trail    []literal   // what is true, in order
	starts   []int       // level − 1 → length of the trail before its decision
	looked   int         // length of the trail that was propagated
	order    order
	model    []bool
	counters Counters

	seen   []bool    // by learn, of variables
	new    []literal // by learn, of the clause
	marked []literal // by learn, whose variables are in seen
	stamps []int64   // by levels, of levels
	stamp  int64
	buffer []literal
}

// New returns a solver of the formula without clauses. It panics if the number of variables is
// negative.
func New(variables int) *Solver {
	if variables < 0 {
		panic(fmt.Sprintf("cdcl: %d variables", variables))
	}
	s := &Solver{
		keep: keepAtFirst, watches: make([][]watch, 2*variables), implied: make([][]literal, 2*variables),
		value: make([]int8, 2*variables), level: make([]int32, variables), reasons: make([]reason, variables),
		saved: make([]bool, variables), trail: make([]literal, 0, variables), order: newOrder(variables),
		seen: make([]bool, variables), stamps: make([]int64, variables+1),
	}
	return s
}

// Variables returns their number.
func (s *Solver) Variables() int { return len(s.level) }

// Counters returns what was counted so far.
func (s *Solver) Counters() Counters { return s.counters }

// Model returns the values of the last model that was found, the first one that of variable 1; nil
// if there was none. It is not to be written to.
func (s *Solver) Model() []bool { return s.model }

// Add adds a clause: v for a variable, counted from 1, −v for its negation. The empty clause
// refutes the formula. It panics on a literal that is not one of the formula's.
func (s *Solver) Add(clause ...int) {
	s.undo(0)
	literals := make([]literal, 0, len(clause))
	for _, x := range clause {
		if x == 0 || x > s.Variables() || -x > s.Variables() {
			panic(fmt.Sprintf("cdcl: literal %d in a formula of %d variables", x, s.Variables()))
		}
		l := literal(2 * (x - 1))
		if x < 0 {
			l = literal(2*(-x-1) + 1)
		}
		literals = append(literals, l)
	}
	slices.Sort(literals)
	literals = slices.Compact(literals)
	for i, l := range literals {
		if s.value[l] > 0 || i > 0 && literals[i-1] == l.not() {
			return // true whatever is found
		}
	}
	literals = slices.DeleteFunc(literals, func(l literal) bool { return s.value[l] < 0 })
	switch len(literals) {
	case 0:
		s.refuted = true
	case 1:
		s.assign(literals[0], decided)
		if s.propagate() != nil {
			s.refuted = true
		}
	case 2:
		s.imply(literals[0], literals[1])
	default:
		s.watch(literals, 0)
	}
}

// imply adds a clause of two.
func (s *Solver) imply(a, b literal) {
	s.implied[a.not()] = append(s.implied[a.not()], b)
	s.implied[b.not()] = append(s.implied[b.not()], a)
}

// watch adds a longer clause, and returns its number.
func (s *Solver) watch(literals []literal, levels int32) int32 {
	c := int32(len(s.clauses))
	s.clauses = append(s.clauses, clause{literals, levels})
	s.attach(c)
	return c
}

func (s *Solver) attach(c int32) {
	a, b := s.clauses[c].literals[0], s.clauses[c].literals[1]
	s.watches[a.not()] = append(s.watches[a.not()], watch{c, b})
	s.watches[b.not()] = append(s.watches[b.not()], watch{c, a})
}

// assign makes an open literal true.
func (s *Solver) assign(l literal, why reason) {
	s.value[l], s.value[l.not()] = 1, -1
	v := l.variable()
	s.level[v], s.reasons[v] = int32(len(s.starts)), why
	s.trail = append(s.trail, l)
}

// undo takes back what was assigned above a level.
func (s *Solver) undo(level int) {
	if len(s.starts) <= level {
		return
	}
	start := s.starts[level]
	for _, l := range slices.Backward(s.trail[start:]) {
		s.value[l], s.value[l.not()] = 0, 0
		s.saved[l.variable()] = l&1 == 0
		s.order.push(l.variable())
	}
	s.trail, s.starts, s.looked = s.trail[:start], s.starts[:level], start
}

// propagate assigns what follows. It returns the literals of a clause that became false, nil if
// none did; they are good until the next call.
func (s *Solver) propagate() []literal {
	for s.looked < len(s.trail) {
		p := s.trail[s.looked]
		s.looked++
		for _, q := range s.implied[p] {
			switch s.value[q] {
			case 0:
				s.assign(q, because(p.not()))
			case -1:
				s.buffer = append(s.buffer[:0], q, p.not())
				return s.buffer
			}
		}
		list := s.watches[p]
		kept := 0
		for i, w := range list {
			if s.value[w.blocker] > 0 {
				list[kept] = w
				kept++
				continue
			}
			literals := s.clauses[w.clause].literals
			if literals[0] == p.not() {
				literals[0], literals[1] = literals[1], literals[0]
			}
			first := literals[0]
			if s.value[first] <= 0 {
				other := -1
				for k := 2; k < len(literals); k++ {
					if s.value[literals[k]] >= 0 {
						other = k
						break
					}
				}
				if other >= 0 {
					l := literals[other]
					literals[1], literals[other] = l, literals[1]
					s.watches[l.not()] = append(s.watches[l.not()], watch{w.clause, first})
					continue
				}
			}
			list[kept] = watch{w.clause, first}
			kept++
			switch s.value[first] {
			case 0:
				s.assign(first, reason(w.clause))
			case -1:
				kept += copy(list[kept:], list[i+1:])
				s.watches[p] = list[:kept]
				return literals
			}
		}
		s.watches[p] = list[:kept]
	}
	return nil
}

// Solve looks for a model, from where the last search ended. The bound is on the conflicts of all
// searches together, 0 for none. It panics if ctx is nil.
func (s *Solver) Solve(ctx context.Context, bound int64) Status {
	if ctx == nil {
		panic("cdcl: the context is nil, want context.Background() at least")
	}
	s.undo(0)
	var run int64 // searches between restarts
	for left := int64(0); ; {
		if s.refuted {
			return Unsatisfiable
		}
		if ctx.Err() != nil {
			return Stopped
		}
		if conflict := s.propagate(); conflict != nil {
			if len(s.starts) == 0 {
				s.counters.Conflicts++
				s.refuted = true
				continue
			}
			if bound > 0 && s.counters.Conflicts >= bound {
				return Bounded
			}
			s.counters.Conflicts++
			left--
			s.learn(conflict)
			continue
		}
		if left <= 0 {
			if run > 0 {
				s.counters.Restarts++
				s.undo(0)
			}
			run++
			left = restartUnit * luby(run)
			if s.learnt > s.keep {
				s.undo(0)
				s.forget()
			}
			continue
		}
		v, open := s.next()
		if !open {
			s.model = make([]bool, s.Variables())
			for i := range s.model {
				s.model[i] = s.value[2*i] > 0
			}
			return Satisfiable
		}
		s.counters.Decisions++
		s.starts = append(s.starts, len(s.trail))
		l := literal(2 * v)
		if !s.saved[v] {
			l = l.not()
		}
		s.assign(l, decided)
	}
}

// next returns the open variable of the highest activity.
func (s *Solver) next() (v int32, open bool) {
	for len(s.order.heap) > 0 {
		if v := s.order.pop(); s.value[2*v] == 0 {
			return v, true
		}
	}
	return 0, false
}

// learn derives a clause from a false one, goes back to where all but one of its literals were
// false, and makes that one true.
func (s *Solver) learn(conflict []literal) {
	now := int32(len(s.starts))
	learnt := s.new[:0]
	learnt = append(learnt, 0) // room for the one of this level
	open := 0                  // literals of this level not yet traced back
	meet := func(q literal) {
		v := q.variable()
		if s.seen[v] || s.level[v] == 0 {
			return
		}
		s.seen[v] = true
		s.order.raise(v)
		if s.level[v] == now {
			open++
		} else {
			learnt = append(learnt, q)
		}
	}
	for _, q := range conflict {
		meet(q)
	}
	at := len(s.trail) - 1
	for {
		for !s.seen[s.trail[at].variable()] {
			at--
		}
		p := s.trail[at]
		at--
		open--
		if open == 0 {
			learnt[0] = p.not()
			s.seen[p.variable()] = false
			break
		}
		switch why := s.reasons[p.variable()]; {
		case why >= 0:
			for _, q := range s.clauses[why].literals[1:] {
				meet(q)
			}
		default:
			meet(literal(-2 - why))
		}
		s.seen[p.variable()] = false
	}
	s.marked = append(s.marked[:0], learnt[1:]...)
	short := slices.DeleteFunc(learnt[1:], s.follows)
	learnt = learnt[:1+len(short)]
	s.new = learnt
	for _, q := range s.marked {
		s.seen[q.variable()] = false
	}
	s.order.decay()

	levels := s.levels(learnt)
	back := 0
	for i, q := range learnt[1:] { // the highest level goes second, to be watched
		if l := int(s.level[q.variable()]); l > back {
			back = l
			learnt[1], learnt[1+i] = learnt[1+i], learnt[1]
		}
	}
	s.undo(back)
	switch len(learnt) {
	case 1:
		s.assign(learnt[0], decided)
	case 2:
		s.imply(learnt[0], learnt[1])
		s.assign(learnt[0], because(learnt[1]))
	default:
		s.learnt++
		s.assign(learnt[0], reason(s.watch(slices.Clone(learnt), levels)))
	}
}

// follows reports whether a literal of a clause being learnt is implied by its others.
func (s *Solver) follows(q literal) bool {
	known := func(p literal) bool { return s.seen[p.variable()] || s.level[p.variable()] == 0 }
	switch why := s.reasons[q.variable()]; {
	case why == decided:
		return false
	case why >= 0:
		for _, p := range s.clauses[why].literals[1:] {
			if !known(p) {
				return false
			}
		}
		return true
	default:
		return known(literal(-2 - why))
	}
}

// levels counts the decision levels of literals.
func (s *Solver) levels(literals []literal) (n int32) {
	s.stamp++
	for _, l := range literals {
		if at := s.level[l.variable()]; s.stamps[at] != s.stamp {
			s.stamps[at] = s.stamp
			n++
		}
	}
	return n
}

// forget throws the worse half of the learnt clauses away, those of many levels and among these
// the older ones. Nothing is assigned but at level 0, where no reason is asked for.
func (s *Solver) forget() {
	var worse []int32
	for c := range s.clauses {
		if s.clauses[c].levels > alwaysKeptAt {
			worse = append(worse, int32(c))
		}
	}
	slices.SortFunc(worse, func(a, b int32) int {
		return cmp.Or(cmp.Compare(s.clauses[b].levels, s.clauses[a].levels), cmp.Compare(a, b))
	})
	worse = worse[:len(worse)/2]
	for _, c := range worse {
		s.clauses[c].literals = nil
	}
	s.learnt -= len(worse)
	s.keep += keepMore
	s.clauses = slices.DeleteFunc(s.clauses, func(c clause) bool { return c.literals == nil })
	for l := range s.watches {
		s.watches[l] = s.watches[l][:0]
	}
	for c := range s.clauses {
		s.attach(int32(c))
	}
}

// luby returns the i-th number, from 1 on, of the sequence 1 1 2 1 1 2 4 …
func luby(i int64) int64 {
	for {
		power := int64(1)
		for power-1 < i {
			power *= 2
		}
		if power-1 == i {
			return power / 2
		}
		i -= power/2 - 1
	}
}
