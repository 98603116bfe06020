package score_test

import (
	"fmt"
	"testing"

	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/learn/score"
)

var sides = []struct {
	side int
	mix  puzzles.Mix
}{
	{4, puzzles.Mix{{Low: 4, High: 8, Weight: 1}}},
	{9, puzzles.Mix{{Low: 25, High: 40, Weight: 1}}},
	{16, puzzles.Mix{puzzles.Blank(16, 0.40, 0.55)}},
}

// BenchmarkGrid measures right answers.
func BenchmarkGrid(b *testing.B) {
	for _, bench := range sides {
		b.Run(fmt.Sprintf("side=%d", bench.side), func(b *testing.B) {
			set := samples(b, bench.side, 20, bench.mix)
			var m score.Metrics
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				if err := m.Grid(set[i%len(set)], set[i%len(set)].Solution); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}

// BenchmarkFill fills boards by each rule.
func BenchmarkFill(b *testing.B) {
	for _, bench := range sides {
		set := samples(b, bench.side, 20, bench.mix)
		for _, r := range score.Baselines() {
			b.Run(fmt.Sprintf("side=%d/rule=%v", bench.side, r), func(b *testing.B) {
				i, full := 0, 0
				b.ReportAllocs()
				for b.Loop() {
					if score.Fill(r, set[i%len(set)].Board()).Full() {
						full++
					}
					i++
				}
				b.ReportMetric(float64(full)/float64(i), "filled/op")
			})
		}
	}
}
