package dlx_test

import (
	"bytes"
	"strings"
	"testing"

	"sudokulab/pkg/dlx"
	"sudokulab/pkg/dlx/classic"
)

// words are enough, and crossed often enough, to keep a search with colors busy.
var words = strings.Fields(`abbe acid aged aide akin alas also ante arid axle bade bake bald bare base beat bile bite
	bled bode bone bore cade cage cane cede cite coda code cola core dale dare date deal dial dire dole done eden
	edge edit else emit epic etna ever evil exam exit face fade fare fate file five gale gate gene gild give`)

// BenchmarkSolve counts all solutions.
func BenchmarkSolve(b *testing.B) {
	for _, bench := range []struct {
		name    string
		problem *dlx.Problem
	}{
		{"queens-10", must(classic.Queens(10))},
		{"langford-8", must(classic.Langford(8))},
		{"pentominoes-3x20", must(classic.Pentominoes(3, 20))},
		{"macmahon-3x8", must(classic.MacMahon(3, 3, 8))},
		{"words-4x4", must(classic.WordRectangles(4, 4, words))},
	} {
		for _, choice := range []dlx.Choice{dlx.MRV, dlx.First} {
			if choice == dlx.First && !strings.HasPrefix(bench.name, "queens") {
				continue // takes minutes
			}
			b.Run("problem="+bench.name+"/choice="+string(choice), func(b *testing.B) {
				s := solver(b, bench.problem, dlx.Config{Choice: choice})
				b.ReportAllocs()
				var c dlx.Counters
				for b.Loop() {
					c = solve(b, s, nil, dlx.Limits{}).Counters
				}
				b.ReportMetric(float64(c.Nodes), "nodes/op")
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(c.Updates), "ns/update")
			})
		}
	}
}

// BenchmarkSolutions enumerates all solutions.
func BenchmarkSolutions(b *testing.B) {
	b.Run("problem=queens-10", func(b *testing.B) {
		s := solver(b, must(classic.Queens(10)), dlx.DefaultConfig())
		b.ReportAllocs()
		n := 0
		for b.Loop() {
			n = len(all(b, s, nil))
		}
		b.ReportMetric(float64(n), "solutions/op")
	})
}

// BenchmarkStopped stops a search early and puts all back.
func BenchmarkStopped(b *testing.B) {
	b.Run("problem=pentominoes-6x10/nodes=10", func(b *testing.B) {
		s := solver(b, must(classic.Pentominoes(6, 10)), dlx.DefaultConfig())
		b.ReportAllocs()
		for b.Loop() {
			solve(b, s, nil, dlx.Limits{Nodes: 10})
		}
	})
}

// BenchmarkRead reads a problem and makes a solver for it.
func BenchmarkRead(b *testing.B) {
	b.Run("problem=pentominoes-6x10", func(b *testing.B) {
		var text bytes.Buffer
		if err := must(classic.Pentominoes(6, 10)).Write(&text); err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		b.SetBytes(int64(text.Len()))
		for b.Loop() {
			solver(b, read(b, text.String()), dlx.DefaultConfig())
		}
	})
}
