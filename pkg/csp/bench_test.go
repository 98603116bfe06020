package csp_test

import (
	"context"
	"testing"

	"sudokulab/pkg/csp"
)

// BenchmarkSolve proves the uniqueness of one board that needs search. trace=off and
// trace=on differ by a hook that does nothing: the first is the price of having traces at
// all, against which the second is the price of using them.
func BenchmarkSolve(b *testing.B) {
	net, domains := sudoku(b, 3, hard)
	for _, q := range queues {
		for _, trace := range []string{"off", "on"} {
			b.Run("queue="+string(q)+"/trace="+trace, func(b *testing.B) {
				cfg := csp.DefaultConfig()
				cfg.Queue = q
				s := newSolver(b, net, cfg)
				if trace == "on" {
					s.SetTrace(csp.Trace{Hook: func(csp.Event) {}})
				}
				b.ReportAllocs()
				var res csp.Result
				for b.Loop() {
					var err error
					if res, err = s.Solve(context.Background(), domains, csp.Limits{Solutions: 2}); err != nil {
						b.Fatal(err)
					}
				}
				nodes := float64(res.Stats.Search.Nodes)
				b.ReportMetric(nodes, "nodes/op")
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/nodes, "ns/node")
				b.ReportMetric(float64(res.Stats.Total().Arcs), "arcs/op")
			})
		}
	}
}

func BenchmarkPropagate(b *testing.B) {
	net, domains := sudoku(b, 3, easy)
	for _, q := range queues {
		b.Run("queue="+string(q), func(b *testing.B) {
			cfg := csp.DefaultConfig()
			cfg.Queue = q
			s := newSolver(b, net, cfg)
			b.ReportAllocs()
			var p csp.PropagationResult
			for b.Loop() {
				var err error
				if p, err = s.Propagate(context.Background(), domains); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(p.Counters.Arcs), "arcs/op")
		})
	}
}

func BenchmarkBuild(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		sudoku(b, 3, easy)
	}
}
