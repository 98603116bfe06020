package layer

import (
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
)

// Masks draws the masks of dropout at one rate, one after the other.
type Masks struct {
	rate  float64
	state *graph.Node // of the random numbers; nil if nothing is ever dropped
}

// Mask says what dropout keeps.
type Mask struct {
	Keep *graph.Node // bool
	Rate float64     // of what is dropped
}

// NewMasks returns a source of masks, which takes its randomness from the store's generator
// at the time of building. Outside of training, or at rate 0, it draws none. With recompute
// the masks belong to the checkpointed block that uses them.
func NewMasks(scope *model.Scope, g *graph.Graph, rate float64, training, recompute bool) *Masks {
	m := &Masks{rate: rate}
	if !training || rate == 0 {
		return m
	}
	store := scope.Store()
	path := model.JoinPath(model.RootScopePath, model.RNGStateVariableName)
	v := store.GetVariable(path)
	if v == nil || !v.HasValue() {
		if err := store.ResetRNGState(); err != nil {
			panic(err)
		}
		v = store.GetVariable(path)
	}
	next, own := graph.RNGStateSplit(v.NodeValue(g))
	v.SetNodeValue(next)
	if recompute {
		own = own.Checkpoint()
	}
	m.state = own
	return m
}

// Draw returns the next mask, of the given shape, or nil if nothing is dropped.
func (m *Masks) Draw(dims ...int) *Mask {
	if m.state == nil {
		return nil
	}
	var u *graph.Node
	m.state, u = graph.RandomUniform(m.state, shapes.Make(dtypes.Float32, dims...))
	return &Mask{Keep: graph.GreaterOrEqual(u, graph.Scalar(u.Graph(), dtypes.Float32, m.rate)), Rate: m.rate}
}

// ReLU is max(x, 0) and then dropout, as one selection. What is kept is scaled by 1/(1−rate).
// Where x is 0 the slope is 0.
func ReLU(x *graph.Node, mask *Mask) *graph.Node {
	zero := graph.ScalarZero(x.Graph(), x.DType())
	chosen := graph.GreaterThan(x, zero)
	if mask == nil {
		return graph.Where(chosen, x, zero)
	}
	mask.Keep.AssertDims(x.Shape().Dimensions...)
	y := graph.Where(graph.LogicalAnd(chosen, mask.Keep), x, zero)
	return graph.MulScalar(y, 1/(1-mask.Rate))
}

// Join puts masks side by side along an axis. Masks of nothing make a mask of nothing.
func Join(masks []*Mask, axis int) *Mask {
	if len(masks) == 0 || masks[0] == nil {
		return nil
	}
	keep := make([]*graph.Node, len(masks))
	for i, m := range masks {
		keep[i] = m.Keep
	}
	return &Mask{Keep: graph.Concatenate(keep, axis), Rate: masks[0].Rate}
}
