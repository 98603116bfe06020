package literal_test

import (
	"fmt"
	"testing"

	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/gnn"
	"sudokulab/pkg/gnn/literal"
)

func BenchmarkLogits(b *testing.B) {
	choice := acceltest.Choose(b)
	const batch = 4
	for _, side := range []int{4, 9} {
		for _, passing := range []literal.Passing{literal.Plain, literal.Fast} {
			for _, training := range []bool{false, true} {
				b.Run(fmt.Sprintf("side=%d/passing=%s/step=%v", side, passing, training), func(b *testing.B) {
					c := literal.Default()
					c.Passing = passing
					s := shapeOf(b, side)
					session := open(b, choice, c, s)
					puzzles, solutions := boards(s, batch, 1)
					run := func() {
						var err error
						if training {
							_, err = session.Step(puzzles, solutions, 1e-3)
						} else {
							_, err = session.Logits(puzzles, gnn.Mode{})
						}
						if err != nil {
							b.Fatal(err)
						}
					}
					run() // compiles
					b.ReportAllocs()
					for b.Loop() {
						run()
					}
					b.ReportMetric(batch*float64(b.N)/b.Elapsed().Seconds(), "boards/s")
				})
			}
		}
	}
}
