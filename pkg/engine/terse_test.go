package engine_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/solver"
)

// TestTerse9: it says what the engine says, of puzzles with no, one and many solutions, under every limit.
func TestTerse9(t *testing.T) {
	ctx := t.Context()
	grid := board.MustParse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
	full, rng := engine.Bitboard(engine.DefaultBitboard()), rand.New(rand.NewPCG(5, 6))
	var terse engine.Terse9
	seen := map[solver.Status]int{}
	for range 3000 {
		puzzle := grid.Clone()
		for _, cell := range rng.Perm(81)[:30+rng.IntN(28)] {
			puzzle.Set(cell, 0)
		}
		if rng.IntN(5) == 0 {
			puzzle.Set(rng.IntN(81), 1+rng.IntN(9))
		}
		limit := []int{1, 2, 2, 3, 50, 10_000}[rng.IntN(6)]
		want, err := full.Solve(ctx, puzzle, solver.Limits{Solutions: limit})
		if err != nil {
			t.Fatal(err)
		}
		got, err := terse.Solve(ctx, puzzle, limit)
		if err != nil {
			t.Fatal(err)
		}
		if got.Status != want.Status || got.Solutions != want.Solutions || !got.Grid.Equal(want.Grid) {
			t.Fatalf("%v up to %d: %+v, want %+v", puzzle, limit, got, want)
		}
		seen[got.Status]++
	}
	for _, s := range []solver.Status{solver.Unsat, solver.Unique, solver.Multiple, solver.Found} {
		if seen[s] < 20 {
			t.Errorf("%v: %d puzzles, want more", s, seen[s])
		}
	}

	ended, cancel := context.WithCancel(ctx)
	cancel()
	if r, err := terse.Solve(ended, grid, 2); err != nil || r.Status != solver.Cancelled {
		t.Errorf("after the end of the context: %+v, %v", r, err)
	}
	for _, b := range []board.Board{{}, board.MustParse("1234341221434321")} {
		_, want := full.Solve(ctx, b, solver.Limits{})
		if _, err := terse.Solve(ctx, b, 2); err == nil || err.Error() != want.Error() {
			t.Errorf("%v: error %v, want %v", b, err, want)
		}
	}
	if _, err := terse.Solve(nil, grid, 2); err == nil { //nolint:staticcheck // the case
		t.Error("no context, and no error")
	}
}

// TestTerse9AllocatesNothing guards what it is for.
func TestTerse9AllocatesNothing(t *testing.T) {
	puzzle := board.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	var terse engine.Terse9
	if n := testing.AllocsPerRun(100, func() {
		if r, err := terse.Solve(t.Context(), puzzle, 2); err != nil || r.Status != solver.Unique {
			t.Error(r, err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
