package puzzles_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/learn/puzzles"
)

// BenchmarkStream takes samples from a stream with one worker.
func BenchmarkStream(b *testing.B) {
	for _, bench := range []struct {
		side  int
		mix   puzzles.Mix
		hard  float64
		climb int
	}{
		{4, puzzles.Mix{{Low: 4, High: 10, Weight: 1}}, 0, 0},
		{9, puzzles.Mix{{Low: 30, High: 45, Weight: 1}}, 0, 0},
		{9, puzzles.Mix{{Low: 17, High: 45, Weight: 1}}, 0, 0},
		{9, puzzles.Mix{{Low: 17, High: 22, Weight: 1}}, 0, 0},
		{9, puzzles.Mix{{Low: 17, High: 45, Weight: 1}}, 1, 0},
		{9, puzzles.Mix{{Low: 17, High: 45, Weight: 1}}, 1, 10},
		{9, puzzles.Mix{{Low: 17, High: 45, Weight: 1}}, 1, 100},
		{16, puzzles.Mix{puzzles.Blank(16, 0.40, 0.58)}, 0, 0},
		{16, puzzles.Mix{puzzles.Blank(16, 0.625, 0.635)}, 0, 0},
		{25, puzzles.Mix{puzzles.Blank(25, 0.30, 0.40)}, 0, 0},
		{25, puzzles.Mix{puzzles.Blank(25, 0.40, 0.48)}, 0, 0},
	} {
		name := fmt.Sprintf("side=%d/givens=%d-%d/hard=%v/climb=%d", bench.side, bench.mix[0].Low, bench.mix[0].High, bench.hard, bench.climb)
		b.Run(name, func(b *testing.B) {
			cfg := quick(bench.side, 1)
			cfg.Givens, cfg.Hard, cfg.Climb = bench.mix, bench.hard, bench.climb
			s := open(b, cfg, 1)
			var givens, guesses, n float64
			b.ReportAllocs()
			for b.Loop() {
				x, err := s.Next(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				givens += float64(x.Givens)
				guesses += float64(x.Guesses)
				n++
			}
			b.ReportMetric(n/b.Elapsed().Seconds(), "samples/s")
			b.ReportMetric(givens/n, "givens/op")
			b.ReportMetric(guesses/n, "guesses/op")
		})
	}
}

// BenchmarkAugment applies every kind to a batch of 128.
func BenchmarkAugment(b *testing.B) {
	for _, side := range []int{4, 9, 16} {
		b.Run(fmt.Sprintf("side=%d", side), func(b *testing.B) {
			batch := take(b, open(b, quick(side, 1), 0), 128)
			rng := rand.New(rand.NewPCG(1, 1))
			b.ReportAllocs()
			for b.Loop() {
				puzzles.Augment{Digits: 1, Geometry: 1, Lines: 1}.Apply(rng, batch)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/128, "ns/sample")
		})
	}
}

// BenchmarkFinite hands out samples of a finite data set in batches of 128.
func BenchmarkFinite(b *testing.B) {
	f, err := puzzles.FiniteOf(take(b, open(b, quick(9, 1), 0), 2000), puzzles.DefaultAugment(), 1)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := f.Batch(b.Context(), 128); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/128, "ns/sample")
}

// BenchmarkHeldOut makes held-out puzzles with one worker, sixteen boards and more for each.
func BenchmarkHeldOut(b *testing.B) {
	for _, set := range puzzles.TestSets() {
		b.Run("set="+set.Name, func(b *testing.B) {
			n := 0
			for b.Loop() {
				n += 2
				if _, err := puzzles.HeldOut(b.Context(), set, 2, 1); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(n), "ms/puzzle")
		})
	}
}
