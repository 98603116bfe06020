package candidate

import (
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn"
	"sudokulab/pkg/learn/candidates"
)

// Axis legend of this package: B batch, R row, C column, D digit (n each), N = n² cells, H hidden.

// The network's configuration is that of package learn/candidates.
type (
	// Config decides the network's weights and graph.
	Config = candidates.Config
	// Pool says how a constraint gathers what its n candidates tell it.
	Pool = candidates.Pool
	// Format is a number format.
	Format = candidates.Format
)

// The values of Pool and Format.
const (
	PoolSoftmax = candidates.PoolSoftmax
	PoolMean    = candidates.PoolMean
	PoolSum     = candidates.PoolSum
	Float32     = candidates.Float32
	BFloat16    = candidates.BFloat16
)

// Default is the configuration of the weights that are embedded.
func Default() Config { return candidates.Default() }

// Network is the candidate network as one of those that pass messages over a board. It
// implements gnn.Network.
type Network struct{ *candidates.Network }

// New returns the network of a configuration.
func New(c Config) (*Network, error) {
	n, err := candidates.New(c)
	if err != nil {
		return nil, err
	}
	return &Network{n}, nil
}

// Name is "candidate".
func (n *Network) Name() string { return "candidate" }

// Logits builds the steps and the scores after each of them.
func (n *Network) Logits(scope *model.Scope, boards *Node, s *board.Shape, mode gnn.Mode) []*Node {
	steps := mode.Steps
	if steps == 0 {
		steps = n.Config().Steps
	}
	b := n.On(scope, boards, s)
	logits := make([]*Node, steps)
	b.Steps(b.Start(), steps, func(i int, state *Node) { logits[i] = b.Score(state) })
	return logits
}

// enter returns the states with which a segment begins: the first one, with noise, where a
// board is fresh, and the carried one elsewhere. fresh is [B], noise [B, H], the states
// [B·n³, H].
func enter(b *candidates.Batch, fresh, noise, carried *Node) *Node {
	batch, h := noise.Shape().Dimensions[0], noise.Shape().Dimensions[1]
	first := Add(Reshape(b.Start(), batch, -1, h), ExpandAxes(noise, 1)) // [B, n³, H]
	mask := Reshape(fresh, batch, 1, 1)
	state := Add(Mul(first, mask), Mul(Reshape(carried, batch, -1, h), OneMinus(mask)))
	return Reshape(state, -1, h)
}
