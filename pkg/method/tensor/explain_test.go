package tensor_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/method"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/tensornet/plain"
)

// TestExplain: the steps told are those of the plain loops, and the answer is that of Solve.
func TestExplain(t *testing.T) {
	s, err := method.Open(t.Context(), "tensor", method.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // the test is over
	const guesses = "7.4.....2...8.1...3.........5.6..1..2...4...........9....37.....8....6...9.....5."
	for _, line := range []string{guesses, "1.3.3.1...4..3.1", "11.............."} {
		for _, limits := range []solver.Limits{{}, {Solutions: 1}, {Nodes: 3}} {
			b := board.MustParse(line)
			e, err := s.Explain(t.Context(), b, limits)
			if err != nil {
				t.Fatal(err)
			}
			want, err := s.Solve(t.Context(), b, limits)
			if err != nil {
				t.Fatal(err)
			}
			got, counters := e.Result, e.Result.Stats.Counters
			if got.Status != want.Status || got.Solutions != want.Solutions || !got.Grid.Equal(want.Grid) || got.Stats.Nodes != want.Stats.Nodes {
				t.Errorf("%s, %+v: explained %+v, solved %+v", line, limits, got, want)
			}
			if got.Status != solver.Capped && !slices.Equal(counters, want.Stats.Counters) {
				t.Errorf("%s, %+v: %v, want %v", line, limits, counters, want.Stats.Counters)
			}
			trace, ok := e.Told.(plain.Trace)
			if !ok || trace.Validate() != nil {
				t.Fatalf("%s: told %T", line, e.Told)
			}
			loops, err := plain.Follow(b, plain.Search{Limit: limits.MaxSolutions()}, trace.Rules, len(trace.Frames)-1)
			if err != nil {
				t.Fatal(err)
			}
			for i, f := range trace.Frames {
				w := loops.Frames[i]
				if f.Outcome != w.Outcome || f.Guesses != w.Guesses || f.End != w.End || f.Found != w.Found || !slices.Equal(f.Stamps, w.Stamps) {
					t.Fatalf("%s: step %d is %s with %d guesses, want %s with %d", line, i, f.Outcome, f.Guesses, w.Outcome, w.Guesses)
				}
			}
		}
	}
}

func TestExplainStops(t *testing.T) {
	s, err := method.Open(t.Context(), "tensor", method.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // the test is over
	b := board.New(board.Standard())
	e, err := s.Explain(t.Context(), b, solver.Limits{Time: time.Nanosecond})
	if err != nil || e.Result.Status != solver.Capped {
		t.Errorf("%+v, %v, want capped", e.Result, err)
	}
	if _, err := s.Explain(t.Context(), b, solver.Limits{Solutions: 1000}); err == nil || !strings.Contains(err.Error(), "1 to 127 for a trace") || errors.Is(err, t.Context().Err()) {
		t.Errorf("1000 solutions: %v", err)
	}
}
