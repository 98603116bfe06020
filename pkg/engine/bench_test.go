package engine_test

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
)

// sets are samples of the public sets, small enough that the slowest engine takes seconds.
var sets = []struct {
	name, file string
	puzzles    int
}{
	{"hardest1106", "tdoku/puzzles6_forum_hardest_1106", 60},
	{"17clue", "tdoku/puzzles2_17_clue", 60},
	{"magictour", "tdoku/puzzles3_magictour_top1465", 60},
}

// BenchmarkSolve proves the uniqueness of puzzles.
func BenchmarkSolve(b *testing.B) {
	for _, set := range sets {
		puzzles := solvertest.PublicBoards(b, set.file, set.puzzles)
		for _, name := range []string{"csp", "csp-trail", "csp-degree", "csp-lcv", "csp-fifo-set", "csp-fifo", "csp-lifo", "csp-fc"} {
			b.Run("solver="+name+"/set="+set.name, func(b *testing.B) {
				compare(b, puzzles, opened(b, name))
			})
		}
	}
}

// compare solves the puzzles with the engine and with the plain 9×9 yardstick in turn, puzzle
// by puzzle, and reports the ratio of their times: the median over rounds, and that of the
// sums of each puzzle's best times, which other load on the machine touches least. Run it
// with GOMAXPROCS=1.
func compare(b *testing.B, puzzles []board.Board, e solver.Solver) {
	plain := solvertest.NewPlain9()
	sameTree := e.Name() != "csp-degree" && e.Name() != "csp-lcv" && e.Name() != "csp-fc"
	best := make([][2]float64, len(puzzles))
	for i := range best {
		best[i] = [2]float64{math.Inf(1), math.Inf(1)}
	}
	var ratios []float64
	var nodes, arcs, reductions int64
	for b.Loop() {
		nodes, arcs, reductions = 0, 0, 0
		var round [2]float64
		for i, p := range puzzles {
			var results [2]solver.Result
			for k, s := range []solver.Solver{e, plain} {
				start := time.Now()
				res, err := s.Solve(context.Background(), p, solver.Limits{})
				took := float64(time.Since(start))
				if err != nil || res.Status != solver.Unique {
					b.Fatalf("%s: %v: %v, %v", s.Name(), p, res.Status, err)
				}
				results[k] = res
				round[k] += took
				best[i][k] = min(best[i][k], took)
			}
			st := results[0].Stats
			if sameTree && st.Nodes != results[1].Stats.Nodes {
				b.Fatalf("%v: %d nodes, yardstick %d", p, st.Nodes, results[1].Stats.Nodes)
			}
			nodes += st.Nodes
			arcs += st.Counter(engine.CounterArcs)
			reductions += st.Counter(engine.CounterReductions)
		}
		ratios = append(ratios, round[0]/round[1])
	}
	var sum [2]float64
	for _, t := range best {
		sum[0] += t[0]
		sum[1] += t[1]
	}
	n := float64(len(puzzles))
	slices.Sort(ratios)
	b.ReportMetric(0, "ns/op") // of both solvers together: of no use
	b.ReportMetric(ratios[len(ratios)/2], "ratio-median")
	b.ReportMetric(sum[0]/sum[1], "ratio-best")
	b.ReportMetric(sum[0]/n/1e3, "best-µs/puzzle")
	b.ReportMetric(sum[0]/float64(max(nodes, 1)), "best-ns/node")
	b.ReportMetric(float64(nodes)/n, "nodes/puzzle")
	b.ReportMetric(float64(arcs)/n, "arcs/puzzle")
	b.ReportMetric(float64(reductions)/n, "reductions/puzzle")
}
