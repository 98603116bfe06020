package layer

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
)

// Init names a distribution of initial values.
type Init string

// The distributions, for a layer of i inputs and o outputs.
const (
	FanIn  Init = "fan-in" // weights and biases uniform in ±1/√i
	He     Init = "he"     // weights normal with standard deviation √(2/i), biases 0
	Glorot Init = "glorot" // weights uniform in ±√(6/(i+o)), biases 0
)

// Start says how the weights of a network start.
type Start struct {
	Init Init   `json:"init"`
	Seed uint64 `json:"seed"`
}

// Validate checks the name.
func (s Start) Validate() error {
	switch s.Init {
	case FanIn, He, Glorot:
		return nil
	}
	return fmt.Errorf("layer: initial values %q, want %s, %s or %s", s.Init, FanIn, He, Glorot)
}

// Linear is x·W + b as nodes of one graph.
//
//	W [inputs, outputs]   b [outputs]
type Linear struct {
	W, B *graph.Node
}

// LinearSize is the number of values of a linear layer.
func LinearSize(inputs, outputs int) int { return inputs*outputs + outputs }

// Linear returns the layer whose variables "weights" and "biases" lie in scope, made now if
// they are not there. They are kept in float32; dtype is the format they are used in. It
// panics if the variables are there with another shape.
func (s Start) Linear(scope *model.Scope, g *graph.Graph, dtype dtypes.DType, inputs, outputs int) Linear {
	return Linear{
		W: s.Variable(scope, g, dtype, "weights", inputs, inputs, outputs),
		B: s.Variable(scope, g, dtype, "biases", inputs, outputs),
	}
}

// Variable returns a variable of a layer with fanIn inputs to each output. One axis makes it
// biases; else the last axis is the outputs.
func (s Start) Variable(scope *model.Scope, g *graph.Graph, dtype dtypes.DType, name string, fanIn int, dims ...int) *graph.Node {
	v := scope.GetVariable(name)
	if v == nil {
		path := model.JoinPath(scope.Scope(), name)
		v = scope.VariableWithValue(name, tensors.FromFlatDataAndDimensions(s.values(path, fanIn, dims), dims...))
	}
	value := v.NodeValue(g)
	value.AssertDims(dims...)
	if dtype != value.DType() {
		value = graph.ConvertDType(value, dtype)
	}
	return value
}

// values draws in plain Go, so that all backends start alike.
func (s Start) values(path string, fanIn int, dims []int) []float32 {
	size := 1
	for _, d := range dims {
		size *= d
	}
	out := make([]float32, size)
	h := fnv.New64a()
	fmt.Fprint(h, path)
	rng := rand.New(rand.NewPCG(s.Seed, h.Sum64()))
	biases := len(dims) == 1
	if biases && s.Init != FanIn {
		return out
	}
	outputs := dims[len(dims)-1]
	uniform := func(limit float64) {
		for i := range out {
			out[i] = float32(limit * (2*rng.Float64() - 1))
		}
	}
	switch s.Init {
	case FanIn:
		uniform(1 / math.Sqrt(float64(fanIn)))
	case Glorot:
		// The kernel of a convolution has its positions in both fans.
		positions := size / outputs / dims[len(dims)-2]
		uniform(math.Sqrt(6 / float64(fanIn+positions*outputs)))
	default: // He
		for i := range out {
			out[i] = float32(rng.NormFloat64() * math.Sqrt(2/float64(fanIn)))
		}
	}
	return out
}

// Apply returns x·W + b: [..., inputs] → [..., outputs].
func (l Linear) Apply(x *graph.Node) *graph.Node {
	return AddBias(Product(x, l.W), l.B)
}

// Product is x·w over the last axis, as one product of matrices: [..., i]·[i, o] → [..., o].
func Product(x, w *graph.Node) *graph.Node {
	dims := x.Shape().Dimensions
	in, out := dims[len(dims)-1], w.Shape().Dimensions[1]
	w.AssertDims(in, out)
	y := graph.Dot(graph.Reshape(x, x.Shape().Size()/in, in), w).Product() // [rows, out]
	return graph.Reshape(y, append(append([]int(nil), dims[:len(dims)-1]...), out)...)
}

// AddBias adds b [o] to each row of x [..., o].
func AddBias(x, b *graph.Node) *graph.Node {
	dims := make([]int, x.Rank())
	for i := range dims {
		dims[i] = 1
	}
	dims[len(dims)-1] = b.Shape().Size()
	return graph.Add(x, graph.Reshape(b, dims...))
}
