package generate_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/solver"
)

// dlxCount is a counter for boards of any side, by dancing links within a bound on the
// nodes: where it is unsure it says 0.
func dlxCount(t *testing.T, nodes int64) func(b board.Board, limit int) int {
	t.Helper()
	e := engine.DLX(engine.DefaultDLX())
	return func(b board.Board, limit int) int {
		res, err := e.Solve(context.Background(), b, solver.Limits{Solutions: limit, Nodes: nodes})
		if err != nil {
			t.Fatal(err)
		}
		if res.Status == solver.Capped {
			return 0
		}
		return res.Solutions
	}
}

// TestCounterAtEverySide makes puzzles with a counter passed in, 25×25 included.
func TestCounterAtEverySide(t *testing.T) {
	for _, tc := range []struct {
		side   int
		givens generate.Range
	}{
		{4, generate.Range{Low: 4, High: 6}},
		{9, generate.Range{Low: 24, High: 26}},
		{16, generate.Range{Low: 105, High: 115}},
		{25, generate.Range{Low: 290, High: 310}},
	} {
		t.Run(fmt.Sprintf("side=%d", tc.side), func(t *testing.T) {
			if testing.Short() && tc.side > 16 {
				t.Skip("some seconds")
			}
			cfg := generate.DefaultConfig()
			cfg.Grid, cfg.Level, cfg.Givens, cfg.Seed = generate.DefaultGrid(tc.side), "", tc.givens, 2
			count := dlxCount(t, 20_000)
			g, err := generate.New(cfg, func() generate.Accept {
				return func(b board.Board) bool { return count(b, 2) == 1 }
			})
			if err != nil {
				t.Fatal(err)
			}
			p, err := g.Item(t.Context(), 0)
			if err != nil {
				t.Fatal(err)
			}
			if err := board.CheckSolution(p.Board, p.Solution); err != nil {
				t.Fatal(err)
			}
			// The package's own search has found the same, with nothing of the counter's.
			if !p.Proved || !tc.givens.Contains(p.Givens) {
				t.Errorf("%d givens, proved: %v", p.Givens, p.Proved)
			}
		})
	}
}

// TestMinimalAtEverySide: minimal puzzles at 4×4 and 16×16, by the counter passed in.
func TestMinimalAtEverySide(t *testing.T) {
	for _, side := range []int{4, 16} {
		if testing.Short() && side > 9 {
			continue
		}
		rng := rand.New(rand.NewPCG(7, uint64(side)))
		grid, err := generate.FullGrid(t.Context(), rng, generate.DefaultGrid(side))
		if err != nil {
			t.Fatal(err)
		}
		count := dlxCount(t, 50_000)
		b, stats, err := generate.Minimal(t.Context(), rng, grid, generate.Rotational180, count)
		if err != nil {
			t.Fatal(err)
		}
		if count(b, 2) != 1 || stats.RemovalTests < side*side/2 {
			t.Errorf("side %d: %d givens, %+v, not unique", side, b.Filled(), stats)
		}
		t.Logf("side %d: %d givens", side, b.Filled())
	}
}
