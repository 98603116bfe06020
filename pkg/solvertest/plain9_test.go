package solvertest

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
)

func TestPlain9AgainstOracle(t *testing.T) {
	p := NewPlain9()
	rapid.Check(t, func(t *rapid.T) {
		b := randomOf(t, rapid.Uint64().Draw(t, "seed"), findCase("9/full"), rapid.Uint8().Draw(t, "keep"), rapid.Uint8().Draw(t, "spoil"))
		limit := rapid.IntRange(1, 40).Draw(t, "limit")
		want, _, _ := Count(b, limit, 0)
		if got := p.CountUpTo((*[81]uint8)(b.Cells()), limit); got != want {
			t.Fatalf("%v: %d solutions, want %d", b, got, want)
		}
	})
}

// TestPlain9Counters: its search is that of the plain general solver of the tests, so the
// nodes agree.
func TestPlain9Counters(t *testing.T) {
	p := NewPlain9()
	for _, c := range Cases() {
		if c.Puzzle.Shape().Side() != 9 {
			continue
		}
		want, err := honest{}.Solve(t.Context(), c.Puzzle, solver.Limits{Solutions: 5})
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Solve(t.Context(), c.Puzzle, solver.Limits{Solutions: 5})
		if err != nil {
			t.Fatal(err)
		}
		if got.Stats.Nodes != want.Stats.Nodes || got.Solutions != want.Solutions || got.Grid.String() != want.Grid.String() {
			t.Errorf("%s: %d nodes, want %d", c.Name, got.Stats.Nodes, want.Stats.Nodes)
		}
	}
	// Every assignment fails where there is no solution.
	res, err := p.Solve(t.Context(), findCase("9/unsat-search").Puzzle, solver.Limits{})
	if err != nil || res.Stats.Nodes == 0 || res.Stats.Backtracks != res.Stats.Nodes {
		t.Errorf("%+v, %v", res, err)
	}
	// Where there is one and it was asked for alone, the path to it does not.
	res, err = p.Solve(t.Context(), findCase("9/search").Puzzle, solver.Limits{Solutions: 1})
	if err != nil || res.Stats.Backtracks >= res.Stats.Nodes {
		t.Errorf("%+v, %v", res, err)
	}
}

func TestPlain9RefusesOtherSides(t *testing.T) {
	for _, c := range Cases() {
		if _, err := NewPlain9().Solve(t.Context(), c.Puzzle, solver.Limits{Nodes: 1}); (err == nil) != (c.Puzzle.Shape().Side() == 9) {
			t.Errorf("%s: error %v", c.Name, err)
		}
	}
}

func TestPlain9Allocations(t *testing.T) {
	p := NewPlain9()
	puzzle := findCase("9/search").Puzzle
	cells := (*[81]uint8)(puzzle.Cells())
	if n := testing.AllocsPerRun(10, func() { p.CountUpTo(cells, 2) }); n != 0 {
		t.Errorf("CountUpTo allocates %v times", n)
	}
	ctx := context.Background()
	unsat := findCase("9/unsat-search").Puzzle
	solve := func(b board.Board) func() {
		return func() {
			if _, err := p.Solve(ctx, b, solver.Limits{}); err != nil {
				t.Error(err)
			}
		}
	}
	if n := testing.AllocsPerRun(10, solve(unsat)); n != 0 {
		t.Errorf("Solve without a solution allocates %v times", n)
	}
	if n := testing.AllocsPerRun(10, solve(puzzle)); n != 1 {
		t.Errorf("Solve allocates %v times, want once for the grid", n)
	}
}

func BenchmarkPlain9(b *testing.B) {
	for _, name := range []string{"9/naked", "9/singles", "9/search"} {
		b.Run("board="+name, func(b *testing.B) { benchPlain9(b, []*[81]uint8{(*[81]uint8)(findCase(name).Puzzle.Cells())}) })
	}
	b.Run("board=random", func(b *testing.B) { benchPlain9(b, randomPuzzles(200)) })
}

func benchPlain9(b *testing.B, puzzles []*[81]uint8) {
	p := NewPlain9()
	nodes, i := int64(0), 0
	b.ReportAllocs()
	for b.Loop() {
		if p.CountUpTo(puzzles[i%len(puzzles)], 2) == 0 {
			b.Fatal("no solution")
		}
		nodes += p.nodes
		i++
	}
	b.ReportMetric(float64(nodes)/float64(i), "nodes/op")
	if nodes > 0 {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/node")
	}
}
