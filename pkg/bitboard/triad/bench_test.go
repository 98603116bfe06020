package triad_test

import (
	"testing"

	"sudokulab/pkg/bitboard/triad"
)

// BenchmarkCount proves the uniqueness of puzzles, and finds two solutions of the same
// puzzles with three givens less.
func BenchmarkCount(b *testing.B) {
	for _, set := range sets {
		puzzles := public(b, set.file, max(1, set.nth/10))
		open := make([]cells, len(puzzles))
		for i, p := range puzzles {
			for cell, less := 0, 0; less < 3; cell++ {
				if p[cell] != 0 {
					p[cell] = 0
					less++
				}
			}
			open[i] = p
		}
		for _, s := range []struct {
			name string
			*triad.Solver
		}{{"triad", triad.New()}, {"triad-portable", triad.NewPortable()}} {
			b.Run("solver="+s.name+"/set="+set.name, func(b *testing.B) { count(b, s.Solver, puzzles, 1) })
			b.Run("solver="+s.name+"/set="+set.name+"-open", func(b *testing.B) { count(b, s.Solver, open, 2) })
		}
	}
}

func count(b *testing.B, s *triad.Solver, puzzles []cells, want int) {
	b.ReportAllocs()
	guesses, i := int64(0), 0
	for b.Loop() {
		if n := s.CountUpTo(&puzzles[i%len(puzzles)], 2); n != want {
			b.Fatalf("%v: %d solutions up to 2, want %d", puzzles[i%len(puzzles)], n, want)
		}
		guesses += s.Guesses()
		i++
	}
	b.ReportMetric(float64(guesses)/float64(i), "guesses/op")
}
