package layer

import "github.com/gomlx/gomlx/core/graph"

// Kernel is the width of a convolution.
const Kernel = 3

// Convolve is the convolution with a border of zeros that keeps the size, by im2col:
// x [B, n, n, C], weights [3, 3, C, O] → [B, n, n, O].
func Convolve(x, weights *graph.Node) *graph.Node {
	d := x.Shape().Dimensions
	batch, rows, cols, in := d[0], d[1], d[2], d[3]
	weights.AssertDims(Kernel, Kernel, in, -1)
	out := weights.Shape().Dimensions[3]
	const border = Kernel / 2
	around := graph.PadAxis{Start: border, End: border}
	padded := graph.Pad(x, graph.ScalarZero(x.Graph(), x.DType()), graph.PadAxis{}, around, around, graph.PadAxis{})
	var window []*graph.Node
	for r := range Kernel {
		for c := range Kernel {
			window = append(window, graph.Slice(padded, graph.AxisRange(), graph.AxisRange(r, r+rows), graph.AxisRange(c, c+cols)))
		}
	}
	patches := graph.Concatenate(window, -1) // [B, n, n, 9C]
	y := Product(patches, graph.Reshape(weights, Kernel*Kernel*in, out))
	y.AssertDims(batch, rows, cols, out)
	return y
}
