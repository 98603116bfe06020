package wide_test

import (
	"errors"
	"slices"
	"testing"

	"sudokulab/pkg/bitboard/wide"
	"sudokulab/pkg/board"
	"sudokulab/pkg/solvertest"
)

// TestTraceIsTheSolver: in every configuration the traced search has the solver's counters and finds its solutions in
// their order.
func TestTraceIsTheSolver(t *testing.T) {
	kinds := map[wide.Kind]int{}
	for name, cfg := range configs() {
		for _, c := range slices.Concat(solvertest.Cases(), solvertest.VariantCases()) {
			const limit, budget = 5, 300
			s := newSolver(t, c.Puzzle.Shape(), cfg)
			if err := s.Begin(c.Puzzle); err != nil {
				t.Fatal(err)
			}
			var want []string
			for len(want) < limit && s.Next(budget-s.Counters().Guesses) == wide.Solution {
				want = append(want, s.Solution().String())
			}
			counted := s.Counters()
			var got []string
			found, _, err := wide.Trace(t.Context(), s, c.Puzzle, limit, budget, func(m wide.Moment) error {
				kinds[m.Kind]++
				if m.Kind == wide.Solved {
					b := board.New(c.Puzzle.Shape())
					for cell, d := range m.Candidates(nil) {
						b.Set(cell, d.First())
					}
					got = append(got, b.String())
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, want) || found != len(want) {
				t.Errorf("%s, %s: %d solutions, want %d, the same in the same order", name, c.Name, len(got), len(want))
			}
			if s.Counters() != counted {
				t.Errorf("%s, %s: the trace counts %+v, the solver %+v", name, c.Name, s.Counters(), counted)
			}
			// The solver is as new.
			if n, err := s.CountUpTo(c.Puzzle, 1); err != nil || n != min(1, c.Solutions) && c.Solutions != solvertest.Many {
				t.Errorf("%s, %s: after a trace the solver counts %d, %v", name, c.Name, n, err)
			}
		}
	}
	for k := wide.Begun; k <= wide.Solved; k++ {
		if kinds[k] == 0 {
			t.Errorf("the puzzles show no moment of kind %d", k)
		}
	}
}

// TestTraceEnds: an error of the listener ends the search and leaves the solver as new.
func TestTraceEnds(t *testing.T) {
	s := newSolver(t, board.Standard(), wide.DefaultConfig())
	empty, gone, told := board.New(board.Standard()), errors.New("gone"), 0
	_, _, err := wide.Trace(t.Context(), s, empty, 2, -1, func(wide.Moment) error {
		told++
		if told == 20 {
			return gone
		}
		return nil
	})
	if !errors.Is(err, gone) || told != 20 {
		t.Errorf("%v after %d moments, want gone after 20", err, told)
	}
	if n, err := s.CountUpTo(empty, 7); n != 7 || err != nil {
		t.Errorf("after a trace that was ended the solver counts %d, %v", n, err)
	}
	if _, _, err := wide.Trace(t.Context(), s, board.New(board.Standard()), 0, -1, func(wide.Moment) error { return nil }); err == nil {
		t.Error("a trace for no solution was taken")
	}
}
