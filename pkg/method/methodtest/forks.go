package methodtest

import (
	"slices"
	"sync"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/method"
	"sudokulab/pkg/solver"
)

// Forks requires that forks of a method answer at once, and as the first solver does, also after that is closed.
func Forks(t *testing.T, name string, o method.Options, puzzle board.Board) {
	t.Helper()
	s, err := method.Open(t.Context(), name, o)
	if err != nil {
		t.Fatal(err)
	}
	want, err := s.Solve(t.Context(), puzzle, solver.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var forks []*method.Solver
	for range 3 {
		f, err := s.Fork()
		if err != nil {
			t.Fatal(err)
		}
		forks = append(forks, f)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for _, f := range forks {
		wg.Go(func() {
			got, err := f.Solve(t.Context(), puzzle, solver.Limits{})
			if err != nil || got.Status != want.Status || !got.Grid.Equal(want.Grid) || !slices.Equal(got.Stats.Counters, want.Stats.Counters) {
				t.Errorf("%s, a fork: %+v, %v, want %+v", name, got, err, want)
			}
			if err := f.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}
