package layer_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/learn/layer"
)

func normals(rng *rand.Rand, dims ...int) *tensors.Tensor {
	size := 1
	for _, d := range dims {
		size *= d
	}
	out := make([]float32, size)
	for i := range out {
		out[i] = float32(rng.NormFloat64())
	}
	return tensors.FromFlatDataAndDimensions(out, dims...)
}

// TestConvolve compares values and gradients with the library's convolution, with sizes that
// are all different.
func TestConvolve(t *testing.T) {
	choice := acceltest.Choose(t)
	run := func(f func(x, w *graph.Node) *graph.Node) [][]float32 {
		t.Helper()
		exec, err := graph.NewExec(choice.Backend, func(in []*graph.Node) []*graph.Node {
			y := f(in[0], in[1])
			loss := graph.ReduceAllSum(graph.Mul(y, in[2])) // a gradient that differs from place to place
			return append([]*graph.Node{y}, graph.Gradient(loss, in[0], in[1])...)
		})
		if err != nil {
			t.Fatal(err)
		}
		defer exec.Finalize()
		rng := rand.New(rand.NewPCG(1, 2))
		results, err := exec.Call(normals(rng, 2, 6, 7, 3), normals(rng, 3, 3, 3, 5), normals(rng, 2, 6, 7, 5))
		if err != nil {
			t.Fatal(err)
		}
		var out [][]float32
		for _, r := range results {
			out = append(out, tensors.MustCopyFlatData[float32](r))
		}
		return out
	}
	got := run(layer.Convolve)
	want := run(func(x, w *graph.Node) *graph.Node { return graph.Convolve(x, w).PadSame().Done() })
	for i, name := range []string{"values", "gradient of x", "gradient of the weights"} {
		for j := range want[i] {
			if math.Abs(float64(got[i][j]-want[i][j])) > 1e-4 {
				t.Fatalf("%s: [%d] is %g, want %g", name, j, got[i][j], want[i][j])
			}
		}
	}
}

// BenchmarkConvolve is the second convolution of the document's network, with gradients.
func BenchmarkConvolve(b *testing.B) {
	choice := acceltest.Choose(b)
	for name, convolve := range map[string]func(x, w *graph.Node) *graph.Node{
		"im2col":  layer.Convolve,
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
