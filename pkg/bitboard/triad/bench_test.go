package triad_test

import (
	"testing"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/bitboard/triad"
)

type benched interface {
	CountUpTo(puzzle *cells, limit int) int
	Guesses() int64
}

// scalar is the engine without triads.
type scalar struct{ *bitboard.Solver }

func (s scalar) CountUpTo(puzzle *cells, limit int) int {
	return s.Solver.CountUpTo((*bitboard.Cells)(puzzle), limit)
}

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
		run := func(name string, s benched) {
			b.Run("solver="+name+"/set="+set.name, func(b *testing.B) { count(b, s, puzzles, 1) })
			b.Run("solver="+name+"/set="+set.name+"-open", func(b *testing.B) { count(b, s, open, 2) })
		}
		run("triad", triad.New())
		run("triad-portable", triad.NewPortable())
		if triad.Available() {
			run("triad-compiled", triad.NewSolver())
		}
		if e := triad.NewAVX2(); e != nil {
			run("triad-avx2", e)
		}
		run("bitboard-scalar", scalar{bitboard.NewScalar()})
	}
}

func count(b *testing.B, s benched, puzzles []cells, want int) {
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
