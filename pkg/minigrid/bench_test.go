package minigrid_test

import (
	"context"
	"testing"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
)

var sets = []struct {
	name, file string
	puzzles    int
}{
	{"hardest1106", "tdoku/puzzles6_forum_hardest_1106", 60},
	{"17clue", "tdoku/puzzles2_17_clue", 60},
	{"magictour", "tdoku/puzzles3_magictour_top1465", 60},
}

// BenchmarkPhase proves the uniqueness of puzzles and reports the time, steps and bytes of one phase,
// and of all of them together as phase=all.
func BenchmarkPhase(b *testing.B) {
	for _, set := range sets {
		puzzles := solvertest.PublicBoards(b, set.file, set.puzzles)
		for _, fill := range []minigrid.Fillings{minigrid.BoxOnly, minigrid.Lines, minigrid.Singles} {
			for phase, name := range []string{"mask", "permute", "connect", "prune", "extract", "all"} {
				b.Run("phase="+name+"/fillings="+string(fill)+"/set="+set.name, func(b *testing.B) {
					benchmarkPhase(b, puzzles, fill, phase)
				})
			}
		}
	}
}

func benchmarkPhase(b *testing.B, puzzles []board.Board, fill minigrid.Fillings, phase int) {
	cfg := minigrid.DefaultConfig()
	cfg.Fillings, cfg.Workers = fill, 1
	var elapsed time.Duration
	var steps, size, vertices, alive int64
	runs := 0
	for b.Loop() {
		steps, size, vertices, alive = 0, 0, 0, 0
		for _, p := range puzzles {
			a, err := minigrid.Analyse(context.Background(), p, cfg, solver.Limits{})
			if err != nil || a.Class != minigrid.WellFormed {
				b.Fatalf("%v: %v, %v", p, a, err)
			}
			for i, cost := range a.Phases {
				if i == phase || phase == len(a.Phases) {
					elapsed += cost.Elapsed
					steps += cost.Steps
					size += cost.Bytes
				}
			}
			vertices += a.Permutations.Total()
			alive += a.Graph.Metrics().Alive
		}
		runs++
	}
	n := float64(len(puzzles))
	b.ReportMetric(float64(elapsed.Nanoseconds())/n/float64(runs), "ns/op")
	b.ReportMetric(float64(steps)/n, "steps/puzzle")
	b.ReportMetric(float64(size)/n, "bytes/puzzle")
	b.ReportMetric(float64(vertices)/n, "vertices/puzzle")
	b.ReportMetric(float64(alive)/n, "alive/puzzle")
}

// BenchmarkSolutions streams the solutions of boards with many.
func BenchmarkSolutions(b *testing.B) {
	for _, tc := range []struct{ name, puzzle string }{
		{"15-givens", many},
		{"12-givens", "................................3....1..5....26......7.....83.....2.......56..49."},
		{"empty", "................................................................................."},
	} {
		b.Run("board="+tc.name, func(b *testing.B) {
			g := build(b, board.MustParse(tc.puzzle), minigrid.DefaultConfig())
			prune(b, g)
			var stats minigrid.ExtractStats
			b.ReportAllocs()
			more := b.Loop()
			for more {
				for _, err := range g.Solutions(context.Background(), &stats) {
					if err != nil {
						b.Fatal(err)
					}
					if more = b.Loop(); !more {
						break
					}
				}
			}
			b.ReportMetric(float64(stats.Solutions)/stats.Elapsed.Seconds(), "solutions/s")
			b.ReportMetric(float64(stats.Nodes)/float64(stats.Solutions), "nodes/op")
		})
	}
}
