package infer_test

import (
	"fmt"
	"testing"

	"sudokulab/pkg/solver"
)

// BenchmarkSolve answers a batch with an oracle that is wrong in a part of the cells, and sure of it.
// The oracle remembers what it was asked: work-ns is the time outside of it.
func BenchmarkSolve(b *testing.B) {
	puzzles := own(b, "own-minimal", 50)
	for _, noise := range []int{0, 5, 50} {
		for _, e := range entries() {
			b.Run(fmt.Sprintf("method=%s/noise=%d/set=own-minimal", e.Name, noise), func(b *testing.B) {
				r := runner(b, oracle(float64(noise)/100, 0.9, 1), e.Config, nil)
				var boards, nodes, solved int
				var work int64
				b.ReportAllocs()
				for b.Loop() {
					answers, err := r.Solve(b.Context(), puzzles, solver.Limits{})
					if err != nil {
						b.Fatal(err)
					}
					boards, nodes, solved = 0, 0, 0
					for _, a := range answers {
						t := a.Total()
						boards, nodes, work = boards+t.Boards, nodes+int(t.Nodes), work+t.Work.Nanoseconds()
						if !a.Grid.IsZero() {
							solved++
						}
					}
				}
				n := float64(len(puzzles))
				b.ReportMetric(float64(solved)/n, "solved/puzzle")
				b.ReportMetric(float64(boards)/n, "boards/puzzle")
				b.ReportMetric(float64(nodes)/n, "nodes/puzzle")
				b.ReportMetric(float64(work)/n/float64(b.N), "work-ns/puzzle")
			})
		}
	}
}
