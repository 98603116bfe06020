package engine

import (
	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/bitboard/triad"
)

// Rivals9 finds second solutions of 9×9 boards as fast as the processor at hand allows: with package
// bitboard/triad where it has vector instructions, else with package bitboard, as a [Counter9] does
// everywhere. Which second solution it finds depends on that; whether there is one does not. So package
// generate makes the same puzzles with either, and needs fewer or more questions for them. It serves one
// goroutine at a time and allocates nothing but itself. The zero value is ready for use.
type Rivals9 struct {
	vector *triad.Engine // nil without vector instructions
	scalar *bitboard.Solver
}

// NewRivals9 returns a finder of second solutions.
func NewRivals9() *Rivals9 {
	r := new(Rivals9)
	r.ready()
	return r
}

// ready makes the zero value usable.
func (r *Rivals9) ready() {
	if r.vector != nil || r.scalar != nil {
		return
	}
	if e := triad.New(); e.Vector() {
		r.vector = e
		return
	}
	r.scalar = bitboard.NewScalar()
}

// Vector reports whether vector instructions are used.
func (r *Rivals9) Vector() bool {
	r.ready()
	return r.vector != nil
}

// Another returns a solution of the puzzle other than the one given, and whether there is one. Both boards are row by row,
// 0 for an empty cell, and are left as they are; what is returned holds until the next call. It panics if one is nil.
func (r *Rivals9) Another(puzzle, solution *[81]uint8) (rival *[81]uint8, found bool) {
	if puzzle == nil || solution == nil {
		panic("engine: a nil puzzle or solution")
	}
	r.ready()
	if r.vector == nil {
		found = r.scalar.Another((*bitboard.Cells)(puzzle), (*bitboard.Cells)(solution))
		return (*[81]uint8)(r.scalar.Solution()), found
	}
	r.vector.Begin(puzzle)
	for r.vector.Next(1<<62) == triad.Solution {
		if rival := r.vector.Last(); *rival != *solution {
			return rival, true
		}
	}
	return r.vector.Last(), false
}
