package wide_test

import (
	"maps"
	"slices"
	"testing"

	"sudokulab/pkg/bitboard/wide"
	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
)

// BenchmarkCount proves uniqueness on embedded sets.
func BenchmarkCount(b *testing.B) {
	store := corpus.FromEnv("")
	for _, set := range []string{"own-minimal", "own-16x16", "own-16x16-search", "own-25x25"} {
		items, err := store.Load(b.Context(), set, 100)
		if err != nil {
			b.Fatal(err)
		}
		all := configs()
		for _, name := range slices.Sorted(maps.Keys(all)) {
			cfg := all[name]
			if name == "bare" || name == "restarts" {
				continue
			}
			b.Run("solver=wide/config="+name+"/set="+set, func(b *testing.B) {
				s := newSolver(b, items[0].Board.Shape(), cfg)
				b.ReportAllocs()
				guesses := int64(0)
				for b.Loop() {
					guesses = 0
					for _, p := range items {
						if n, err := s.CountUpTo(p.Board, 2); err != nil || n != 1 {
							b.Fatalf("%v: %d solutions, %v", p.Board, n, err)
						}
						guesses += s.Counters().Guesses
					}
				}
				n := float64(len(items))
				b.ReportMetric(float64(guesses)/n, "guesses/puzzle")
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/puzzle")
			})
		}
	}
}

// BenchmarkNew makes the tables of a shape.
func BenchmarkNew(b *testing.B) {
	for _, k := range []int{3, 4, 5, 6} {
		shape, err := board.ShapeOf(k)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("solver=wide/shape="+shape.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				newSolver(b, shape, wide.DefaultConfig())
			}
		})
	}
}
