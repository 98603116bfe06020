package engine_test

import (
	"context"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dlx"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/solver"
)

// The engine's nodes are Knuth's without the root, so that a puzzle without empty cells
// takes none.
func TestDLXCounters(t *testing.T) {
	puzzle := board.MustParse(hard)
	s, err := dlx.NewSolver(encode.ExactCover(puzzle.Shape()), dlx.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	want, err := s.Solve(context.Background(), encode.Options(nil, puzzle), dlx.Limits{Solutions: 2})
	if err != nil {
		t.Fatal(err)
	}
	res := solve(t, engine.DLX(engine.DefaultDLX()), puzzle, solver.Limits{})
	if res.Status != solver.Unique || res.Stats.Nodes != want.Counters.Nodes-1 || res.Stats.Backtracks != want.Counters.Backtracks {
		t.Errorf("%s after %d nodes, %d backtracks; want unique, %d, %d", res.Status, res.Stats.Nodes, res.Stats.Backtracks, want.Counters.Nodes-1, want.Counters.Backtracks)
	}
	for name, want := range map[string]int64{
		engine.CounterUpdates: want.Counters.Updates, engine.CounterGuesses: want.Counters.Branches, engine.CounterMaxDepth: want.Counters.MaxDepth,
	} {
		if got := res.Stats.Counter(name); got != want || want == 0 {
			t.Errorf("%s: %d, want %d and not 0", name, got, want)
		}
	}
}
