package cnn

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn"
	"sudokulab/pkg/learn/layer"
)

// Axis legend of this package: B batch, n side, N = n² cells, C channels.

const kernel = layer.Kernel // width of a convolution

// Activation is what follows a convolution.
type Activation string

// The activations.
const (
	ReLU Activation = "relu"
	None Activation = "none" // as drawn: the network is then linear
)

// Config is everything that determines the network.
type Config struct {
	// Side is the side of the boards it is made for. With FullyConvolutional it is the
	// number of digits that have a plane and an output, and any board of no more digits
	// runs.
	Side               int         `json:"side"`
	Channels           []int       `json:"channels"` // of the convolutions
	Activation         Activation  `json:"activation"`
	FullyConvolutional bool        `json:"fully_convolutional"`
	Start              layer.Start `json:"start"`
}

// Default is the document's network.
func Default() Config {
	return Config{
		Side: 9, Channels: []int{64, 128, 128}, Activation: ReLU,
		Start: layer.Start{Init: layer.FanIn, Seed: 1},
	}
}

// Validate checks the values.
func (c Config) Validate() error {
	var errs []error
	if c.Side < 4 {
		errs = append(errs, fmt.Errorf("cnn: side is %d, want 4 at least", c.Side))
	}
	if len(c.Channels) == 0 {
		errs = append(errs, errors.New("cnn: no convolutions, want one at least"))
	}
	for i, k := range c.Channels {
		if k < 1 {
			errs = append(errs, fmt.Errorf("cnn: convolution %d has %d channels, want 1 at least", i, k))
		}
	}
	if c.Activation != ReLU && c.Activation != None {
		errs = append(errs, fmt.Errorf("cnn: activation %q, want %s or %s", c.Activation, ReLU, None))
	}
	if err := c.Start.Validate(); err != nil {
		errs = append(errs, fmt.Errorf("cnn: %w", err))
	}
	return errors.Join(errs...)
}

// planes is the number of input channels: empty, and each digit.
func (c Config) planes() int { return c.Side + 1 }

// flat is the width of the flattened values that the linear layer reads.
func (c Config) flat() int { return c.Channels[len(c.Channels)-1] * c.Side * c.Side }

// Parameters is the number of values that are learned.
func (c Config) Parameters() int {
	total, in := 0, c.planes()
	for _, out := range c.Channels {
		total += layer.LinearSize(kernel*kernel*in, out)
		in = out
	}
	if c.FullyConvolutional {
		return total + layer.LinearSize(in, c.Side)
	}
	return total + layer.LinearSize(c.flat(), c.Side*c.Side*c.Side)
}

// FLOPs is the number of floating-point operations of a forward pass in its matrix products,
// 2 for each multiplication with its addition, on a batch of boards of a side:
//
//	2·B·(N·Σ 9·Cᵢ·Cᵢ₊₁ + N·C·N·n)          the linear layer reads N·C and writes N·n values
//	2·B·(N·Σ 9·Cᵢ·Cᵢ₊₁ + N·C·n)            with FullyConvolutional, n being Config.Side
func (c Config) FLOPs(side, batch int) int64 {
	cells, in := int64(side)*int64(side), int64(c.planes())
	var perBoard int64
	for _, out := range c.Channels {
		perBoard += cells * kernel * kernel * in * int64(out)
		in = int64(out)
	}
	if c.FullyConvolutional {
		perBoard += cells * in * int64(c.Side)
	} else {
		perBoard += cells * in * cells * int64(side)
	}
	return 2 * int64(batch) * perBoard
}

// Network is the document's convolutional network. It implements [gnn.Network].
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

// Name is "cnn".
func (n *Network) Name() string { return "cnn" }

// Config returns the configuration.
func (n *Network) Config() Config { return n.config }

// Takes says why a board cannot be run. The convolutions would: it is the linear layer that
// fits one size alone, and the planes and outputs that fit a number of digits.
func (n *Network) Takes(s *board.Shape) error {
	c := n.config
	last := c.Channels[len(c.Channels)-1]
	switch {
	case c.FullyConvolutional && s.Side() > c.Side:
		return fmt.Errorf("cnn: %d input planes and %d outputs a cell stand for %d digits, a board of side %d has %d",
			c.planes(), c.Side, c.Side, s.Side(), s.Side())
	case !c.FullyConvolutional && s.Side() != c.Side:
		return fmt.Errorf("cnn: the linear layer reads %d·%d·%d = %d values and writes %d, a board of side %d gives %d and needs %d",
			last, c.Side, c.Side, c.flat(), c.Side*c.Side*c.Side, s.Side(), last*s.Cells(), s.Cells()*s.Side())
	}
	return nil
}

// Logits builds the network: one result, [B, N, n]. The mode changes nothing.
func (n *Network) Logits(scope *model.Scope, boards *graph.Node, s *board.Shape, _ gnn.Mode) []*graph.Node {
	if err := n.Takes(s); err != nil {
		panic(err)
	}
	return []*graph.Node{n.build(scope, boards, s)}
}

// Force builds the network for a board of a shape whether it takes it or not, and returns
// what the layer that does not fit says: nil if all fit.
func (n *Network) Force(backend compute.Backend, s *board.Shape) (err error) {
	store := model.NewStore()
	defer store.Finalize()
	g := graph.NewGraph(backend, "forced")
	defer g.Finalize()
	defer func() {
		if r := recover(); r != nil {
			// The trace of the stack that GoMLX appends is left out.
			err = fmt.Errorf("cnn: %s", strings.SplitN(fmt.Sprint(r), "\n", 2)[0])
		}
	}()
	n.build(store.RootScope(), graph.Parameter(g, "boards", shapes.Make(dtypes.Int32, 1, s.Cells())), s)
	return nil
}

func (n *Network) build(scope *model.Scope, boards *graph.Node, s *board.Shape) *graph.Node {
	c, g := n.config, boards.Graph()
	boards.AssertDims(-1, s.Cells())
	batch, side := boards.Shape().Dimensions[0], s.Side()
	x := graph.Reshape(graph.OneHot(boards, c.planes(), dtypes.Float32), batch, side, side, c.planes())
	for i, out := range c.Channels {
		at := scope.At("convolution-%d", i+1)
		in := x.Shape().Dimensions[3]
		w := c.Start.Variable(at, g, dtypes.Float32, "weights", kernel*kernel*in, kernel, kernel, in, out)
		b := c.Start.Variable(at, g, dtypes.Float32, "biases", kernel*kernel*in, out)
		x = layer.AddBias(layer.Convolve(x, w), b)
		if c.Activation == ReLU {
			x = layer.ReLU(x, nil)
		}
		x.AssertDims(batch, side, side, out)
	}
	last := c.Channels[len(c.Channels)-1]
	if c.FullyConvolutional {
		x = graph.Reshape(x, batch, s.Cells(), last)
		y := c.Start.Linear(scope.At("head"), g, dtypes.Float32, last, c.Side).Apply(x) // [B, N, C.Side]
		return graph.Slice(y, graph.AxisRange(), graph.AxisRange(), graph.AxisRange(0, side))
	}
	linear := c.Start.Linear(scope.At("linear"), g, dtypes.Float32, c.flat(), c.Side*c.Side*c.Side)
	y := linear.Apply(graph.Reshape(x, batch, s.Cells()*last))
	return graph.Reshape(y, batch, s.Cells(), side)
}
