package tensornet

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/dtypes/bfloat16"
	"github.com/gomlx/compute/dtypes/float16"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/core/tensors/images"
)

// This file holds all arithmetic of the literal form: no other of its files calls an operation of
// package graph that computes. They are those that the document names:
//
//	convolve                        Conv2d with a fixed kernel, without a bias
//	relu                            ReLU, the greater of a number and 0
//	multiply                        mul
//	add, sub                        of two tensors, which the document says reduce to Conv2d
//	maxPool, unpool                 MaxPool2d and MaxUnpool2d
//
// What the document reduces to Conv2d and ReLU is written so: clamp, min, max (atMostOne, equals). Binary
// operations repeat an axis of length 1 along the other's. Besides there is what moves numbers and
// computes none: reshape, repeat.

// Observer sees each result of an operation under construction, with the operation's name and the
// result's, "rule: quantity", and returns what stands for it from there on: x itself, or x rounded to
// a lower precision.
type observer func(op, name string, x *graph.Node) *graph.Node

// layers builds the operations of one graph. Its constants are nodes of that graph.
type layers struct {
	n, k    int
	rule    string // names what is built
	observe observer
	unpool  unpooling
	reduced bool                   // add and sub are convolutions
	numbers map[int]*graph.Node    // scalars
	kernels map[string]*graph.Node // [out, in, height, width]
}

func (l *layers) result(op, name string, x *graph.Node) *graph.Node {
	if l.observe == nil {
		return x
	}
	return l.observe(op, l.rule+": "+name, x)
}

// number returns a constant. They are listed in [numbersOf].
func (l *layers) number(v int) *graph.Node {
	node, ok := l.numbers[v]
	if !ok {
		panic(fmt.Sprintf("tensornet: the number %d is not among the constants", v))
	}
	return node
}

// convolve slides a kernel over x [B, in, height, width] without padding:
//
//	y[b, o, i, j] = Σ kernel[o, c, p, q] · x[b, c, i·down + p, j·right + q]
func (l *layers) convolve(name string, x *graph.Node, kernel string, down, right int) *graph.Node {
	w, ok := l.kernels[kernel]
	if !ok {
		panic(fmt.Sprintf("tensornet: there is no kernel %q", kernel))
	}
	y := graph.Convolve(x, w).ChannelsAxis(images.ChannelsFirst).StridePerAxis(down, right).NoPadding().Done()
	return l.result("convolve", name, y)
}

func (l *layers) relu(name string, x *graph.Node) *graph.Node {
	return l.result("relu", name, graph.Max(x, l.number(0)))
}

func (l *layers) multiply(name string, x, y *graph.Node) *graph.Node {
	return l.result("multiply", name, graph.Mul(x, y))
}

func (l *layers) add(name string, x, y *graph.Node) *graph.Node {
	if l.reduced {
		return l.stacked(name, x, y, "sum")
	}
	return l.result("add", name, graph.Add(x, y))
}

func (l *layers) sub(name string, x, y *graph.Node) *graph.Node {
	if l.reduced {
		return l.stacked(name, x, y, "difference")
	}
	return l.result("sub", name, graph.Sub(x, y))
}

// stacked is add or sub as the document reduces them: one convolution whose two channels are x and y.
//
//	sum         1  1
//	difference  1 -1     [1, 2, 1, 1]
func (l *layers) stacked(name string, x, y *graph.Node, kernel string) *graph.Node {
	dims := commonDims(x, y)
	flat := func(x *graph.Node) *graph.Node { return reshape(graph.BroadcastToDims(x, dims...), dims[0], 1, 1, -1) }
	return reshape(l.convolve(name, graph.Concatenate([]*graph.Node{flat(x), flat(y)}, 1), kernel, 1, 1), dims...)
}

// commonDims are the dimensions of a binary operation's result: axes of length 1 repeat along the other's. One
// of the two at most is a scalar.
func commonDims(x, y *graph.Node) []int {
	if x.IsScalar() {
		return y.Shape().Dimensions
	}
	dims := slices.Clone(x.Shape().Dimensions)
	for axis, dim := range y.Shape().Dimensions {
		dims[axis] = max(dims[axis], dim)
	}
	return dims
}

// plus, less and from are add and sub with a number: x + v, x − v and v − x.
func (l *layers) plus(name string, x *graph.Node, v int) *graph.Node {
	return l.add(name, x, l.number(v))
}

func (l *layers) less(name string, x *graph.Node, v int) *graph.Node {
	return l.sub(name, x, l.number(v))
}

func (l *layers) from(name string, v int, x *graph.Node) *graph.Node {
	return l.sub(name, l.number(v), x)
}

// maxPool is the greatest number of each window of height×width, which do not overlap, of x
// [B, C, H, W].
func (l *layers) maxPool(name string, x *graph.Node, height, width int) *graph.Node {
	return l.result("max-pool", name, pooled(x, height, width))
}

func pooled(x *graph.Node, height, width int) *graph.Node {
	return graph.MaxPool(x).ChannelsAxis(images.ChannelsFirst).WindowPerAxis(height, width).StridePerAxis(height, width).NoPadding().Done()
}

// unpoolReal puts each number of y back to where in its window of x the greatest number was, the first of
// several in row-major order; all else is 0. It is the gradient of max-pool, the one way to the
// backend's operation; taking it from the table of gradients leaves out the rest of a backward pass,
// which would want a loss and a floating-point type.
func (l *layers) unpoolReal(name string, y, x *graph.Node, height, width int) *graph.Node {
	pool := pooled(x, height, width) // the same node as that of maxPool, or dead code
	back := graph.VJPRegistration[graph.NodeTypeReduceWindow](pool, []*graph.Node{y}, shapes.Shape{})
	return l.result("unpool", name, back[0])
}

// Combinations of them, for x and y of integers.

// not is 1 − x, for x of 0 and 1.
func (l *layers) not(name string, x *graph.Node) *graph.Node { return l.from(name, 1, x) }

// isZero is 1 where x is 0, and 0 where it is more: relu(1 − x), for x ≥ 0.
func (l *layers) isZero(name string, x *graph.Node) *graph.Node {
	return l.relu(name, l.from(name, 1, x))
}

// atMostOne is the lesser of x and 1: 1 − relu(1 − x), for x ≥ 0.
func (l *layers) atMostOne(name string, x *graph.Node) *graph.Node {
	return l.from(name, 1, l.isZero(name, x))
}

// equals is 1 where x is v, else 0: relu(1 − relu(x − v) − relu(v − x)).
func (l *layers) equals(name string, x *graph.Node, v int) *graph.Node {
	over := l.relu(name, l.less(name, x, v))
	under := l.relu(name, l.from(name, v, x))
	return l.relu(name, l.sub(name, l.from(name, 1, over), under))
}

// lerp is a where s is 0, and b where s is 1: a + (b − a)·s.
func (l *layers) lerp(name string, a, b, s *graph.Node) *graph.Node {
	return l.add(name, a, l.multiply(name, l.sub(name, b, a), s))
}

// What moves numbers.

func reshape(x *graph.Node, dims ...int) *graph.Node { return graph.Reshape(x, dims...) }

// repeat puts so many copies of x one after the other along an axis. A binary operation repeats axes of length
// 1 by itself, as it does the last axis here; copying whole runs of numbers is several times faster on the
// Go backend.
func repeat(x *graph.Node, axis, times int) *graph.Node {
	return graph.Concatenate(slices.Repeat([]*graph.Node{x}, times), axis)
}

// like gives x the shape of y, which has as many elements.
func like(x, y *graph.Node) *graph.Node { return graph.Reshape(x, y.Shape().Dimensions...) }

// Numbers on the host, in any of the types.

// numberTypes are the types that the literal form can be computed in.
var numberTypes = []dtypes.DType{
	dtypes.Int8, dtypes.Int16, dtypes.Int32, dtypes.BFloat16, dtypes.Float16, dtypes.Float32, dtypes.Float64,
}

// tensorOf makes a tensor of integers.
func tensorOf(t dtypes.DType, values []int, dims ...int) *tensors.Tensor {
	out := tensors.FromShape(shapes.Make(t, dims...))
	out.MustMutableFlatData(func(flat any) {
		for i, v := range values {
			setNumber(flat, i, v)
		}
	})
	return out
}

// setNumber writes element i of a tensor's data, which is one of [numberTypes].
func setNumber(flat any, i, v int) {
	switch flat := flat.(type) {
	case []int8:
		flat[i] = int8(v)
	case []int16:
		flat[i] = int16(v)
	case []int32:
		flat[i] = int32(v)
	case []bfloat16.BFloat16:
		flat[i] = bfloat16.FromFloat32(float32(v))
	case []float16.Float16:
		flat[i] = float16.FromFloat32(float32(v))
	case []float32:
		flat[i] = float32(v)
	case []float64:
		flat[i] = float64(v)
	default:
		panic(fmt.Sprintf("tensornet: numbers of type %T", flat))
	}
}

// numberAt reads element i of a tensor's data.
func numberAt(flat any, i int) int {
	switch flat := flat.(type) {
	case []int8:
		return int(flat[i])
	case []int16:
		return int(flat[i])
	case []int32:
		return int(flat[i])
	case []bfloat16.BFloat16:
		return int(flat[i].Float32())
	case []float16.Float16:
		return int(flat[i].Float32())
	case []float32:
		return int(flat[i])
	case []float64:
		return int(flat[i])
	default:
		panic(fmt.Sprintf("tensornet: numbers of type %T", flat))
	}
}
