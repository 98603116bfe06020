package literal

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn"
	"sudokulab/pkg/learn/layer"
)

// Axis legend of this package: B batch, n side, N = n² cells, V = N+3n nodes, E = 6N
// directed edges, H hidden size, W width that a ReLU acts on.

// Network is the document's network. It implements [gnn.Network].
type Network struct {
	config Config
}

var _ gnn.Network = (*Network)(nil)

// New returns the network of a configuration.
func New(c Config) (*Network, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return &Network{c}, nil
}

// Name is "literal".
func (n *Network) Name() string { return "literal" }

// Config returns the configuration.
func (n *Network) Config() Config { return n.config }

// Takes says why a board cannot be run: its digits are more than the decoder names, or its
// units are not rows, columns and boxes alone. States and messages know no size; the decoder
// does, having one output for each digit. On a board of fewer digits the outputs of digits
// that it has not are left out.
func (n *Network) Takes(s *board.Shape) error {
	if s.Side() > n.config.Side {
		return fmt.Errorf("literal: the decoder ends in %d outputs, one for each digit it was built with, and cannot name the %d digits of a board of side %d: a decoder of side %d has other weights",
			n.config.Side, s.Side(), s.Side(), s.Side())
	}
	if !s.Plain() {
		return fmt.Errorf("literal: board %v has units besides rows, columns and boxes, the graph has nodes for those alone", s)
	}
	return nil
}

// Logits builds the network. The document puts its loss on the last round, so there is one
// result: [B, N, n].
func (n *Network) Logits(scope *model.Scope, boards *graph.Node, s *board.Shape, mode gnn.Mode) []*graph.Node {
	return []*graph.Node{n.stages(scope, boards, s, mode).logits}
}

// stages are the document's stages 2 to 5.
type stages struct {
	features *graph.Node // [B, V, 5]
	encoded  *graph.Node // [B, V, H]
	refined  *graph.Node // [B, V, H], after the rounds
	cells    *graph.Node // [B, N, H], what the decoder reads
	logits   *graph.Node // [B, N, n]
}

func (n *Network) stages(scope *model.Scope, boards *graph.Node, s *board.Shape, mode gnn.Mode) (out stages) {
	if err := n.Takes(s); err != nil {
		panic(err)
	}
	boards.AssertDims(-1, s.Cells())
	c, g, dtype := n.config, boards.Graph(), n.config.Compute.dtype()
	batch, nodes, steps := boards.Shape().Dimensions[0], s.Cells()+kinds*s.Side(), c.Iterations
	if mode.Steps > 0 {
		steps = mode.Steps
	}

	x := graph.ConvertDType(features(boards, s, c.Units), dtype)
	x.AssertDims(batch, nodes, featureCount)
	out.features = x
	h := c.mlp(scope.At("encoder"), g, dtype, featureCount, c.Hidden).apply(x, nil)
	h.AssertDims(batch, nodes, c.Hidden)
	out.encoded = h

	p := c.passing(scope, g, s, batch)
	for range steps {
		if c.Recompute {
			h = h.Checkpoint()
		}
		masks := c.roundMasks(layer.NewMasks(scope, g, c.Dropout, mode.Training, c.Recompute), batch, s)
		next := p.round(h, masks)
		if c.Residual {
			next = graph.Add(h, next)
		}
		if c.Normalise {
			next = layer.Normalise(next)
		}
		h = next
		h.AssertDims(batch, nodes, c.Hidden)
	}
	if c.Recompute {
		h = h.StopCheckpoint()
	}

	cells := graph.Slice(h, graph.AxisRange(), graph.AxisRange(0, s.Cells())) // [B, N, H]
	out.refined, out.cells = h, cells
	mask := layer.NewMasks(scope, g, c.DecoderDropout, mode.Training, false).Draw(batch, s.Cells(), c.width(c.Hidden))
	y := c.mlp(scope.At("decoder"), g, dtype, c.Hidden, c.Side).apply(cells, mask)
	y = graph.ConvertDType(y, dtypes.Float32)
	y.AssertDims(batch, s.Cells(), c.Side)
	if s.Side() < c.Side {
		y = graph.Slice(y, graph.AxisRange(), graph.AxisRange(), graph.AxisRange(0, s.Side()))
	}
	out.logits = y
	return out
}

// Dims are the dimensions of the built stages for one board, without the batch.
type Dims struct {
	Features, Encoded, Refined, Cells, Logits []int
}

// Dims builds the network for one board of a shape and reads off the dimensions of its
// stages.
func (n *Network) Dims(backend compute.Backend, s *board.Shape) (Dims, error) {
	if err := n.Takes(s); err != nil {
		return Dims{}, err
	}
	store := model.NewStore()
	defer store.Finalize()
	g := graph.NewGraph(backend, "dims")
	defer g.Finalize()
	boards := graph.Parameter(g, "boards", shapes.Make(dtypes.Int32, 1, s.Cells()))
	out := n.stages(store.RootScope(), boards, s, gnn.Mode{})
	of := func(x *graph.Node) []int { return slices.Clone(x.Shape().Dimensions[1:]) }
	return Dims{of(out.features), of(out.encoded), of(out.refined), of(out.cells), of(out.logits)}, nil
}

// masks are those of one round.
type masks struct {
	// edge holds a mask for each block of edges and each part of what the ReLU of the
	// message acts on: [B, N, W] each. With a hidden layer there is one part; in the reading
	// Bare there are two, the receiver's state and the sender's.
	edge [blocks][]*layer.Mask
	// update holds a mask [B, V, W] for each part of what the ReLU of the update acts on.
	update []*layer.Mask
}

// parts are the widths of what a ReLU on two states acts on.
func (c Config) parts() []int {
	if c.Reading == Bare {
		return []int{c.Hidden, c.Hidden}
	}
	return []int{c.width(2 * c.Hidden)}
}

// roundMasks draws the masks of a round in one order for both ways of passing, so that
// these can be compared with dropout on.
func (c Config) roundMasks(source *layer.Masks, batch int, s *board.Shape) (m masks) {
	for b := range blocks {
		for _, w := range c.parts() {
			m.edge[b] = append(m.edge[b], source.Draw(batch, s.Cells(), w))
		}
	}
	for _, w := range c.parts() {
		m.update = append(m.update, source.Draw(batch, s.Cells()+kinds*s.Side(), w))
	}
	return m
}

// passing is message passing: one round for all, with the same weights.
type passing interface {
	// round gives the states after a round: h [B, V, H] → [B, V, H].
	round(h *graph.Node, m masks) *graph.Node
}

func (c Config) passing(scope *model.Scope, g *graph.Graph, s *board.Shape, batch int) passing {
	dtype := c.Compute.dtype()
	message := c.mlp(scope.At("message"), g, dtype, 2*c.Hidden, c.Hidden)
	update := c.mlp(scope.At("update"), g, dtype, 2*c.Hidden, c.Hidden)
	if c.Passing == Plain {
		return newPlain(s, g, batch, message, update)
	}
	return newFast(c, s, message, update)
}
