package minigrid_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/solvertest"
)

// all returns the solutions in the order of the extraction.
func all(t testing.TB, g *minigrid.Graph, stats *minigrid.ExtractStats) (out []string) {
	t.Helper()
	for solution, err := range g.Solutions(t.Context(), stats) {
		if err != nil {
			t.Fatal(err)
		}
		if err := board.CheckSolution(g.Permutations().Masks().Puzzle(), solution); err != nil {
			t.Fatal(err)
		}
		out = append(out, solution.String())
	}
	return out
}

// TestAllSolutions compares the solutions with those found cell by cell, under every reading that
// leaves them all.
func TestAllSolutions(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	var boards []board.Board
	for name, solved := range solvedBoards(t) {
		for i := range 8 {
			givens := len(solved.Cells()) / 2
			if name == "4" {
				givens = i % 5
			}
			boards = append(boards, blanked(solved, givens, rng, i%3 == 2))
		}
	}
	several, none := 0, 0
	for _, b := range boards {
		want := solutions(b)
		switch {
		case len(want) > 1:
			several++
		case len(want) == 0:
			none++
		}
		for _, fill := range []minigrid.Fillings{minigrid.BoxOnly, minigrid.Lines, minigrid.Singles} {
			for _, rule := range []minigrid.Pruning{minigrid.Supported, minigrid.DegreeBoxes, minigrid.DegreeEdges, minigrid.Unpruned} {
				for _, order := range []minigrid.BoxOrder{minigrid.Smallest, minigrid.InOrder} {
					if b.Shape().Box() == 0 && (rule == minigrid.DegreeBoxes || rule == minigrid.DegreeEdges) {
						continue
					}
					if fill == minigrid.BoxOnly && rule == minigrid.Unpruned && b.Shape().Side() > 4 {
						continue // thousands of vertices in a search that nothing was struck from
					}
					g := build(t, b, with(func(c *minigrid.Config) { c.Fillings, c.Pruning, c.Order = fill, rule, order }))
					prune(t, g)
					var stats minigrid.ExtractStats
					got := all(t, g, &stats)
					slices.Sort(got)
					if !slices.Equal(got, want) {
						t.Fatalf("%v: %s, %s, %s: %d solutions, want %d", b, fill, rule, order, len(got), len(want))
					}
					if stats.Solutions != int64(len(want)) || stats.Rejected != 0 || stats.Steps != stats.Nodes || stats.DeadEnds > stats.Nodes {
						t.Errorf("%v: %+v with %d solutions", b, stats, len(want))
					}
				}
			}
		}
	}
	if several < 5 || none < 5 {
		t.Errorf("%d boards with several solutions, %d with none: the test asks for more", several, none)
	}
}

// TestSuite counts the solutions of the boards of the conformance suite.
func TestSuite(t *testing.T) {
	for _, c := range slices.Concat(solvertest.Cases(), solvertest.VariantCases()) {
		if c.Solutions == solvertest.Many {
			continue
		}
		for _, fill := range []minigrid.Fillings{minigrid.Lines, minigrid.Singles} {
			if fill == minigrid.Lines && c.Name == "25/naked" {
				continue // four million vertices
			}
			g := build(t, c.Puzzle, with(func(c *minigrid.Config) { c.Fillings = fill }))
			prune(t, g)
			if got := all(t, g, nil); len(got) != c.Solutions {
				t.Errorf("%s: %s: %d solutions, want %d", c.Name, fill, len(got), c.Solutions)
			}
		}
	}
}

// TestIdenticalRejects: to the letter of section 3.3 the three boxes of a band are equal, so that on
// an empty 4×4 board all 4! configurations are refused by the final check, and none is a solution.
func TestIdenticalRejects(t *testing.T) {
	cfg := minigrid.LiteralConfig()
	for _, rule := range []minigrid.Pruning{minigrid.Supported, minigrid.DegreeEdges, minigrid.Unpruned} {
		cfg.Pruning = rule
		g := build(t, puzzleCase(t, "4/empty"), cfg)
		prune(t, g)
		var stats minigrid.ExtractStats
		if got := all(t, g, &stats); len(got) != 0 {
			t.Errorf("%s: %d solutions", rule, len(got))
		}
		removed := rule == minigrid.DegreeEdges // one edge to each of two boxes is a degree of 2
		if want := int64(24); stats.Rejected != want && !removed || removed && stats.Rejected != 24 {
			t.Errorf("%s: %d configurations rejected, want %d", rule, stats.Rejected, want)
		}
	}
	// On a puzzle the givens of a band differ, and no configuration is left at all.
	for _, name := range []string{"4/naked", "9/naked", "9/search", "9/full"} {
		g := build(t, puzzleCase(t, name), with(func(c *minigrid.Config) { c.Compatibility = minigrid.Identical }))
		prune(t, g)
		if got := all(t, g, nil); len(got) != 0 {
			t.Errorf("%s: %d solutions", name, len(got))
		}
	}
}

// TestExtractNodeLimit: exactly as many nodes as allowed, whatever they lead to.
func TestExtractNodeLimit(t *testing.T) {
	g := build(t, puzzleCase(t, "9/multiple-15"), minigrid.DefaultConfig())
	prune(t, g)
	var full minigrid.ExtractStats
	want := all(t, g, &full)
	for _, limit := range []int64{1, 5, full.Nodes - 1, full.Nodes, full.Nodes + 1} {
		var stats minigrid.ExtractStats
		var found []string
		var last error
		for solution, err := range g.Extract(t.Context(), limit, &stats) {
			if last = err; err == nil {
				found = append(found, solution.String())
			}
		}
		if limit < full.Nodes && (!errors.Is(last, minigrid.ErrNodes) || stats.Nodes != limit) {
			t.Errorf("limit %d: %d nodes, %v", limit, stats.Nodes, last)
		}
		if limit >= full.Nodes && (last != nil || stats.Nodes != full.Nodes) {
			t.Errorf("limit %d: %d nodes, %v, without limit %d", limit, stats.Nodes, last, full.Nodes)
		}
		if !slices.Equal(found, want[:len(found)]) {
			t.Errorf("limit %d: other solutions than without it", limit)
		}
	}
}

func TestExtractBreak(t *testing.T) {
	g := build(t, puzzleCase(t, "9/multiple-15"), minigrid.DefaultConfig())
	prune(t, g)
	want := all(t, g, nil)
	for stop := range want {
		var stats minigrid.ExtractStats
		var got []string
		for solution, err := range g.Solutions(t.Context(), &stats) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, solution.String())
			if len(got) == stop+1 {
				break
			}
		}
		if !slices.Equal(got, want[:stop+1]) || stats.Solutions != int64(stop+1) {
			t.Errorf("stopped after %d: %d solutions, stats %d", stop+1, len(got), stats.Solutions)
		}
	}
}

// TestSolutionsAreIndependent: writing to a solution changes no later one, nor the puzzle.
func TestSolutionsAreIndependent(t *testing.T) {
	b := puzzleCase(t, "4/empty")
	g := build(t, b, minigrid.DefaultConfig())
	want := all(t, g, nil)
	var got []string
	for solution, err := range g.Solutions(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, solution.String())
		for c := range solution.Cells() {
			solution.Set(c, 0)
		}
	}
	if !slices.Equal(got, want) || g.Permutations().Masks().Puzzle().Filled() != 0 {
		t.Error("solutions share cells")
	}
}

func TestExtractCancelled(t *testing.T) {
	g := build(t, board.MustParse(many), minigrid.DefaultConfig())
	for _, looks := range []int64{0, 1, 3} {
		var last error
		count := 0
		for _, err := range g.Solutions(newStopAfter(t.Context(), looks), nil) {
			last = err
			count++
		}
		if !errors.Is(last, context.Canceled) || looks > 0 && count < 2 {
			t.Errorf("after %d looks: %v behind %d solutions", looks, last, count-1)
		}
	}
}

// many is a board of 17 givens less two, chosen for its number of solutions.
const many = ".......................3.4......532...6.......718........1....723...4...9........"

// TestMillionSolutions: 1,423,156 solutions, with a board's allocation each and nothing kept.
func TestMillionSolutions(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	b := board.MustParse(many)
	g := build(t, b, minigrid.DefaultConfig())
	prune(t, g)
	const want = 1_423_156
	var stats minigrid.ExtractStats
	var before, after runtime.MemStats
	var most uint64
	var warm int64
	for _, err := range g.Solutions(t.Context(), &stats) {
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case stats.Solutions == 1000:
			runtime.GC()
			runtime.ReadMemStats(&before)
			warm = stats.Bytes
		case stats.Solutions > 1000 && stats.Solutions%200_000 == 0:
			runtime.GC()
			runtime.ReadMemStats(&after)
			most = max(most, after.HeapAlloc)
		}
	}
	if stats.Solutions != want {
		t.Errorf("%d solutions, want %d", stats.Solutions, want)
	}
	if grown := int64(most) - int64(before.HeapAlloc); grown > stats.Bytes+1<<20 {
		t.Errorf("the heap grew by %d bytes, from a state of %d to %d", grown, warm, stats.Bytes)
	}
	if each := float64(after.Mallocs-before.Mallocs) / float64(stats.Solutions); each > 1.01 {
		t.Errorf("%.3f allocations per solution, want the board's one", each)
	}
}

// TestNodesAllocateNothing: a search of hundreds of nodes without a solution allocates what one of a
// few nodes does.
func TestNodesAllocateNothing(t *testing.T) {
	g := build(t, puzzleCase(t, "9/unsat-search"), minigrid.DefaultConfig())
	var stats minigrid.ExtractStats
	all(t, g, &stats)
	if stats.Nodes < 100 {
		t.Fatalf("%d nodes, the test asks for more", stats.Nodes)
	}
	search := func(nodes int64) float64 {
		return testing.AllocsPerRun(10, func() {
			for _, err := range g.Extract(t.Context(), nodes, nil) {
				if err != nil && !errors.Is(err, minigrid.ErrNodes) {
					t.Fatal(err)
				}
			}
		})
	}
	// Bit rows are made when a pair of boxes is first met, two allocations for each direction, and
	// the stack of words doubles now and then.
	if few, full := search(9), search(0); full-few > 2*36+12 {
		t.Errorf("%v allocations for %d nodes, %v for 9", full, stats.Nodes, few)
	}
}

// TestCounts compares with the oracle on random boards.
func TestCounts(t *testing.T) {
	solved := solvedBoards(t)
	names := []string{"4", "6 jigsaw", "9", "9 diagonal", "9 jigsaw"}
	rapid.Check(t, func(rt *rapid.T) {
		s := solved[rapid.SampledFrom(names).Draw(rt, "shape")]
		cells := len(s.Cells())
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		givens := rapid.IntRange(cells*3/10, cells).Draw(rt, "givens")
		b := blanked(s, givens, rng, rapid.Bool().Draw(rt, "wrong"))
		fill := rapid.SampledFrom([]minigrid.Fillings{minigrid.Lines, minigrid.Singles}).Draw(rt, "fillings")
		want, _, _ := solvertest.Count(b, 300, 0)
		g := build(t, b, with(func(c *minigrid.Config) { c.Fillings = fill }))
		prune(t, g)
		count := 0
		for solution, err := range g.Solutions(t.Context(), nil) {
			if err != nil {
				rt.Fatal(err)
			}
			if err := board.CheckSolution(b, solution); err != nil {
				rt.Fatal(err)
			}
			count++
			if count == 300 {
				break
			}
		}
		if count != want {
			rt.Fatalf("%v: %d solutions, the oracle has %d", b, count, want)
		}
	})
}
