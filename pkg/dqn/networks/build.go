package networks

import (
	"math"
	"slices"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn/layer"
)

// build builds the layers up to one of them and returns its outputs: boards [B, N] int32 → [B, Out...].
func (n *Documented) build(scope *model.Scope, boards *graph.Node, s *board.Shape, last string) *graph.Node {
	if err := n.Takes(s); err != nil {
		panic(err)
	}
	boards.AssertDims(-1, s.Cells())
	batch := boards.Shape().Dimensions[0]
	outputs := map[string]*graph.Node{}
	for _, l := range n.plan.layers {
		b := builder{Layer: l, start: layer.Start{Init: n.config.Init, Seed: n.config.Seed}, scope: scope.At("%s", l.Name), shape: s}
		for _, name := range l.From {
			b.x = append(b.x, outputs[name])
		}
		y := b.apply(boards)
		if l.Norm {
			y = b.normalise(y)
		}
		if l.Skip != "" {
			y = graph.Add(y, outputs[l.Skip])
		}
		if l.Activation == ReLU {
			y = layer.ReLU(y, nil)
		}
		y.AssertDims(append([]int{batch}, l.Out...)...)
		outputs[l.Name] = y
		if l.Name == last {
			break
		}
	}
	return outputs[last]
}

// builder builds one layer.
type builder struct {
	Layer
	start layer.Start
	scope *model.Scope
	shape *board.Shape
	x     []*graph.Node // of the layers that it reads
}

// apply is the layer without what it has in common with others: [B, In...] → [B, Out...].
func (b builder) apply(boards *graph.Node) *graph.Node {
	n, batch := b.shape.Side(), boards.Shape().Dimensions[0]
	out := append([]int{batch}, b.Out...)
	switch b.Kind {
	case Board:
		if planes := b.Out[2]; planes > 1 {
			return graph.Reshape(graph.OneHot(boards, planes, dtypes.Float32), out...)
		}
		return graph.Reshape(graph.ConvertDType(boards, dtypes.Float32), out...)
	case Convolution:
		return b.convolution(b.x[0])
	case Join:
		wide := make([]*graph.Node, len(b.x))
		for i, x := range b.x {
			wide[i] = spread(x, n)
		}
		return graph.Concatenate(wide, -1)
	case Listed, Flattened:
		return graph.Reshape(b.x[0], out...)
	case Mean:
		return graph.ReduceMean(b.x[0], 1)
	case Dense:
		return b.linear(b.scope, b.In[len(b.In)-1], b.Out[len(b.Out)-1]).Apply(b.x[0])
	case Positions:
		return b.positions(b.x[0])
	case Normalised:
		return b.x[0] // Norm does it
	case Attention:
		return b.attention(b.x[0])
	default: // Duel
		return duel(b.x[0], b.x[1])
	}
}

// variable is one of the layer's, with so many inputs to each output.
func (b builder) variable(name string, fanIn int, dims ...int) *graph.Node {
	return b.start.Variable(b.scope, b.x[0].Graph(), dtypes.Float32, name, fanIn, dims...)
}

func (b builder) linear(scope *model.Scope, inputs, outputs int) layer.Linear {
	return b.start.Linear(scope, b.x[0].Graph(), dtypes.Float32, inputs, outputs)
}

// convolution is [B, n, n, C] → [B, n/stride, n/stride, F].
func (b builder) convolution(x *graph.Node) *graph.Node {
	rows, cols, in, out := b.Filter[0], b.Filter[1], b.In[2], b.Out[2]
	w := b.variable("weights", rows*cols*in, rows, cols, in, out)
	if b.Filter == b.Stride {
		x = layer.Product(tiles(x, rows, cols), graph.Reshape(w, rows*cols*in, out))
	} else {
		x = layer.Convolve(x, w)
	}
	return layer.AddBias(x, b.variable("biases", rows*cols*in, out))
}

// tiles cuts maps into tiles of so many rows and columns: [B, n, n, C] → [B, n/rows, n/cols, rows·cols·C].
func tiles(x *graph.Node, rows, cols int) *graph.Node {
	d := x.Shape().Dimensions
	batch, down, across, channels := d[0], d[1]/rows, d[2]/cols, d[3]
	if rows > 1 { // else a tile's cells lie side by side as they are
		x = graph.Reshape(x, batch, down, rows, across, cols, channels)
		x = graph.TransposeAllAxes(x, 0, 1, 3, 2, 4, 5) // [B, down, across, rows, cols, C]
	}
	return graph.Reshape(x, batch, down, across, rows*cols*channels)
}

// spread lays the numbers of a tile over all its cells: [B, a, b, F] → [B, n, n, F].
func spread(x *graph.Node, n int) *graph.Node {
	d := x.Shape().Dimensions
	if d[1] == n && d[2] == n {
		return x
	}
	x = graph.BroadcastToDims(graph.Reshape(x, d[0], d[1], 1, d[2], 1, d[3]), d[0], d[1], n/d[1], d[2], n/d[2], d[3])
	return graph.Reshape(x, d[0], n, n, d[3])
}

// normalise is layer.Normalise with a factor and an offset for each channel, which begin as 1 and 0. The
// factor is kept as its difference from 1, so that decay of weights pulls towards 1.
func (b builder) normalise(x *graph.Node) *graph.Node {
	zeros := layer.Start{Init: layer.He} // biases are 0
	channels := x.Shape().Dimensions[x.Rank()-1]
	more := zeros.Variable(b.scope, x.Graph(), dtypes.Float32, "factor", channels, channels)
	offset := zeros.Variable(b.scope, x.Graph(), dtypes.Float32, "offset", channels, channels)
	wide := make([]int, x.Rank())
	for i := range wide {
		wide[i] = 1
	}
	wide[len(wide)-1] = channels
	return layer.AddBias(graph.Mul(layer.Normalise(x), graph.Reshape(graph.AddScalar(more, 1), wide...)), offset)
}

// positions adds the learned rows of each cell's row, column and box: [B, N, W] → [B, N, W]. Tables
// start as a linear layer does that reads three planes of n.
func (b builder) positions(x *graph.Node) *graph.Node {
	s, width := b.shape, b.In[1]
	table := func(name string, of func(cell int) int) {
		index := make([]int32, s.Cells())
		for cell := range index {
			index[cell] = int32(of(cell))
		}
		t := b.variable(name, 3*s.Side(), s.Side(), width)
		// A product, whose gradient is one, in place of a gather, whose gradient is a scatter.
		planes := graph.OneHot(graph.Const(x.Graph(), index), s.Side(), dtypes.Float32) // [N, n]
		x = graph.Add(x, graph.ExpandAxes(layer.Product(planes, t), 0))
	}
	table("rows", s.Row)
	table("columns", s.Col)
	table("boxes", s.BoxOf)
	return x
}

// attention is self-attention with several heads, W/heads numbers d each:
//
//	out = W_o · joined over heads of softmax(q·kᵀ/√d)·v        [B, N, W] → [B, N, W]
//
// Keys have no biases: one would add the same to all scores of a query, which the softmax takes away.
func (b builder) attention(x *graph.Node) *graph.Node {
	dims := x.Shape().Dimensions
	batch, cells, width := dims[0], dims[1], dims[2]
	d := width / b.Heads
	split := func(y *graph.Node) *graph.Node { // [B, N, W] → [B, heads, N, d]
		return graph.TransposeAllAxes(graph.Reshape(y, batch, cells, b.Heads, d), 0, 2, 1, 3)
	}
	query := split(graph.MulScalar(b.linear(b.scope.At("query"), width, width).Apply(x), 1/math.Sqrt(float64(d))))
	key := split(layer.Product(x, b.start.Variable(b.scope.At("key"), x.Graph(), dtypes.Float32, "weights", width, width, width)))
	value := split(b.linear(b.scope.At("value"), width, width).Apply(x))
	weights := graph.Softmax(graph.Einsum("bhqd,bhkd->bhqk", query, key), -1) // [B, heads, N, N]
	y := graph.Einsum("bhqk,bhkd->bhqd", weights, value)
	y = graph.Reshape(graph.TransposeAllAxes(y, 0, 2, 1, 3), slices.Clone(dims)...)
	return b.linear(b.scope.At("output"), width, width).Apply(y)
}

// duel is V + A − mean A: value [B, 1] and advantages [B, A] → [B, A].
func duel(value, advantages *graph.Node) *graph.Node {
	mean := graph.ReduceAndKeep(advantages, graph.ReduceMean, -1)
	return graph.Add(advantages, graph.Sub(value, mean))
}
