package cnn_test

import (
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"sudokulab/pkg/gnn/cnn"
)

// BenchmarkConvolve is the second convolution of the document's network, with gradients.
func BenchmarkConvolve(b *testing.B) {
	choice := backend(b)
	for name, convolve := range map[string]func(x, w *graph.Node) *graph.Node{
		"im2col":  cnn.Convolve,
		"library": func(x, w *graph.Node) *graph.Node { return graph.Convolve(x, w).PadSame().Done() },
	} {
		b.Run("way="+name, func(b *testing.B) {
			exec, err := graph.NewExec(choice.Backend, func(in []*graph.Node) []*graph.Node {
				return graph.Gradient(graph.ReduceAllSum(graph.Square(convolve(in[0], in[1]))), in[0], in[1])
			})
			if err != nil {
				b.Fatal(err)
			}
			defer exec.Finalize()
			rng := rand.New(rand.NewPCG(1, 2))
			const batch = 8
			x, w := normals(rng, batch, 9, 9, 64), normals(rng, 3, 3, 64, 128)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := exec.Call(x, w); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(batch*float64(b.N)/b.Elapsed().Seconds(), "boards/s")
		})
	}
}
