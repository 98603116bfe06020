package symmetry_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solvertest"
	"sudokulab/pkg/symmetry"
)

// benchmarkBoards measures the canonical forms of the boards in turn, one board an
// operation.
func benchmarkBoards(b *testing.B, boards []board.Board) {
	c := newCanonicalizer(b)
	dst := board.New(boards[0].Shape())
	extensions := int64(0)
	for _, p := range boards[:min(len(boards), 1000)] {
		if _, err := c.CanonicalTo(dst, p); err != nil {
			b.Fatal(err)
		}
		extensions += c.Work().Extensions
	}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		if _, err := c.CanonicalTo(dst, boards[n%len(boards)]); err != nil {
			b.Fatal(err)
		}
		n++
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "puzzles/s")
	b.ReportMetric(float64(extensions)/float64(min(len(boards), 1000)), "extensions/puzzle")
}

func BenchmarkCanonical(b *testing.B) {
	for _, set := range puzzleSets {
		b.Run("set="+set.name, func(b *testing.B) { benchmarkBoards(b, solvertest.PublicBoards(b, set.file, 0)) })
	}
	rng := newRand(31)
	grids, thin := make([]board.Board, 200), make([]board.Board, 200)
	for i := range grids {
		grids[i] = randomGrid(rng)
		thin[i] = thinned(rng, grids[i], 0.85)
	}
	b.Run("set=grid", func(b *testing.B) { benchmarkBoards(b, grids) })
	b.Run("set=grid85", func(b *testing.B) { benchmarkBoards(b, thin) })
	symmetric := hard(b)
	for _, name := range slices.Sorted(maps.Keys(symmetric)) {
		b.Run("set="+name, func(b *testing.B) { benchmarkBoards(b, []board.Board{symmetric[name]}) })
	}
	for k := 4; k <= board.MaxBox; k++ {
		half := make([]board.Board, 50)
		for i := range half {
			half[i] = symmetry.Random(rng, shape(b, k)).MustApply(thinned(rng, patternGrid(b, k), 0.5))
		}
		b.Run(fmt.Sprintf("set=half%dx%d", k*k, k*k), func(b *testing.B) { benchmarkBoards(b, half) })
		full := []board.Board{traded(rng, patternGrid(b, k), 2000)}
		b.Run(fmt.Sprintf("set=grid%dx%d", k*k, k*k), func(b *testing.B) { benchmarkBoards(b, full) })
	}
}

// BenchmarkKeys measures a de-duplication as corpora need it: keys of all 17-clue puzzles
// on two cores, then a set of them.
func BenchmarkKeys(b *testing.B) {
	puzzles := solvertest.PublicBoards(b, puzzleSets[0].file, 0)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		keys, err := symmetry.Keys(context.Background(), puzzles, 2, symmetry.DefaultLimits())
		if err != nil {
			b.Fatal(err)
		}
		seen, err := symmetry.NewSeen(symmetry.DefaultLimits())
		if err != nil {
			b.Fatal(err)
		}
		for _, k := range keys {
			seen.AddKey(k)
		}
		if seen.Len() != len(puzzles) {
			b.Fatalf("%d classes", seen.Len())
		}
		n += len(puzzles)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "puzzles/s")
}

func BenchmarkApplyTo(b *testing.B) {
	src := board.MustParse(easy)
	dst := board.New(src.Shape())
	t := symmetry.Random(newRand(1), src.Shape())
	b.ReportAllocs()
	for b.Loop() {
		if err := t.ApplyTo(dst, src); err != nil {
			b.Fatal(err)
		}
	}
}
