package triad

// Engine is a [Solver] that uses vector instructions in the ordinary build, too: assembly where the
// processor has what it needs, else what a Solver uses. It finds the same solutions in the same order
// with the same guesses. It must come from [New] and must not be copied.
//
// It is a type of its own so that the code of Solver stays as it was: package bitboard holds a Solver and
// takes it only where [Available] says so, and what was measured of that engine names its code.
type Engine struct {
	*base
	assembly bool
	ternary  bool // the assembly uses three-way logic
}

// base is a Solver under a name that other packages cannot reach around Engine's methods. With the
// assembly its simd is true: then choose leaves the weighing of the open digits to propagateAVX2.
type base = Solver

// New returns an engine with the fastest code for this processor and build.
func New() *Engine {
	e := &Engine{base: NewSolver(), assembly: assembled(), ternary: ternary()}
	e.simd = e.simd || e.assembly
	return e
}

// Vector reports whether the engine uses vector instructions.
func (e *Engine) Vector() bool { return e.simd }

// CountUpTo is [Solver.CountUpTo].
func (e *Engine) CountUpTo(puzzle *[81]uint8, limit int) int {
	e.Begin(puzzle)
	for o := Solution; o == Solution && e.found < limit; {
		o = e.Next(1 << 62)
	}
	return e.found
}

// Next is [Solver.Next].
func (e *Engine) Next(budget int64) Outcome {
	if !e.assembly {
		return e.base.Next(budget)
	}
	o := e.next(e.guesses + min(max(budget, 0), 1<<62-e.guesses))
	if Available() {
		leaveSIMD() // after openSIMD, which is empty in the other builds
	}
	return o
}

// next is Solver.next with the assembly in it.
func (e *Engine) next(stop int64) Outcome {
	s := e.base
	for s.top >= 0 {
		st := &s.stack[s.top]
		var possible bool
		if e.ternary {
			possible = propagateAVX512(st, int(s.first[s.top]), &s.open)
		} else {
			possible = propagateAVX2(st, int(s.first[s.top]), &s.open)
		}
		if !possible {
			s.refute()
			if s.top > 0 {
				s.conflicts++
			}
			s.top--
			continue
		}
		s.first[s.top] = noBand
		band, digit, config := s.choose(st)
		if band < 0 {
			s.top--
			st.solution(&s.lastSolution)
			s.found++
			if s.found == 1 {
				s.firstSolution = s.lastSolution
			}
			return Solution
		}
		if s.guesses >= stop {
			return Budget
		}
		s.guesses++
		s.band, s.digit = band, digit
		s.first[s.top], s.first[s.top+1] = uint8(min(band, noBand)), uint8(min(band, noBand))
		s.top++
		splitAssembled(st, &s.stack[s.top], band, digit, config)
	}
	return Exhausted
}

// splitAssembled is the function split, by assembly.
func splitAssembled(rest, child *state, band, digit, config int) {
	if band < 3 {
		splitAVX2(rest, child, &rest.band[band].even, &child.band[band].even, &inHorizontal[config], &everything, digit)
		return
	}
	splitAVX2(rest, child, &rest.even, &child.even, &inVertical[band-3][config], &groupOf[band-3], digit)
}
