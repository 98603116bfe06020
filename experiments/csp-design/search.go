package cspdesign

import (
	"bytes"
	"math/bits"
)

// outcome is what the search of one puzzle came to.
type outcome struct {
	grid      [cells]uint8
	solved    bool
	capped    bool  // the bound on nodes ended it
	nodes     int64 // assignments tried
	branches  int64 // cells branched on
	width     int64 // digits that these cells had, together
	deadEnds  int64 // assignments that AC-3 refuted
	deadDepth int64 // assignments that stood at them, together
}

// searcher is the document's search with MAC up to the first solution: AC-3, a cell by the
// order, its digits in rising order, AC-3 after each assignment.
type searcher struct {
	form  form
	order order
	limit int64 // of nodes, 0 for none
	depth int64
	sizes [cells]uint8 // of the domains at the branch under way
	outcome
}

// solve searches a puzzle; number is its place among the puzzles.
func (s *searcher) solve(number int, givens *[cells]uint8) *outcome {
	s.outcome, s.depth = outcome{}, 0
	s.order.begin(number)
	s.form.load(givens)
	s.solved = s.form.propagate(-1) && s.branch()
	return &s.outcome
}

func (s *searcher) branch() bool {
	s.form.sizes(&s.sizes)
	if bytes.IndexByte(s.sizes[:], 0) >= 0 {
		return false // only a shallow copy comes back to an empty domain
	}
	cell := s.order.pick(&s.sizes)
	if cell < 0 {
		for i := range s.grid {
			s.grid[i] = uint8(bits.TrailingZeros16(s.form.values(i)) + 1)
		}
		return true
	}
	s.branches++
	s.width += int64(s.sizes[cell])
	s.depth++
	for rest := s.form.values(cell); rest != 0; rest &= rest - 1 {
		if s.limit > 0 && s.nodes >= s.limit {
			s.capped = true
			break
		}
		s.nodes++
		s.form.save()
		s.form.assign(cell, bits.TrailingZeros16(rest)+1)
		consistent := s.form.propagate(cell)
		if consistent && s.branch() {
			return true
		}
		if !consistent {
			s.deadEnds++
			s.deadDepth += s.depth
		}
		s.form.restore()
		if s.capped {
			break
		}
	}
	s.depth--
	return false
}
