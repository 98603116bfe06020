package literal

import (
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/learn/layer"
)

// mlp is one drawing: [first →] ReLU → dropout → last. There is no first in the reading
// Bare.
type mlp struct {
	first *layer.Linear
	last  layer.Linear
}

// width is how many values of an MLP with that many inputs its ReLU acts on.
func (c Config) width(inputs int) int {
	if c.Reading == Hidden {
		return c.Hidden
	}
	return inputs // of the hidden layer, or the inputs themselves
}

func (c Config) mlp(scope *model.Scope, g *graph.Graph, dtype dtypes.DType, inputs, outputs int) mlp {
	var m mlp
	width := c.width(inputs)
	if c.Reading != Bare {
		first := c.Start.Linear(scope.At("first"), g, dtype, inputs, width)
		m.first = &first
	}
	m.last = c.Start.Linear(scope.At("last"), g, dtype, width, outputs)
	return m
}

// apply is the MLP as drawn: x [..., inputs] → [..., outputs].
func (m mlp) apply(x *graph.Node, mask *layer.Mask) *graph.Node {
	if m.first != nil {
		x = m.first.Apply(x)
	}
	return m.last.Apply(layer.ReLU(x, mask))
}

// size is the number of values of an MLP.
func (c Config) size(inputs, outputs int) int {
	size := layer.LinearSize(c.width(inputs), outputs)
	if c.Reading != Bare {
		size += layer.LinearSize(inputs, c.width(inputs))
	}
	return size
}

// Parameters is the number of values that are learned. It depends neither on the number of
// rounds nor on the size of the board.
func (c Config) Parameters() int {
	h := c.Hidden
	return c.size(featureCount, h) + 2*c.size(2*h, h) + c.size(h, c.Side)
}

// RoundParameters is the share of one round in Parameters: message and update.
func (c Config) RoundParameters() int { return 2 * c.size(2*c.Hidden, c.Hidden) }
