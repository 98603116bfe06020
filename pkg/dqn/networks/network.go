package networks

import (
	"fmt"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
)

// Axis legend of this package: B batch, n side, k = √n, N = n² cells in row-major order, A = n³ actions,
// P planes, W width, C and F channels of maps, H hidden width.

// Network is a Q-network: it reads boards and values the actions on them. Action cell·n + digit − 1 puts a
// digit into a cell.
type Network interface {
	// Name is the network's name on the command line and in records.
	Name() string
	// Takes reports, as an error that says why, that the network cannot run on boards of a shape; nil
	// if it can.
	Takes(s *board.Shape) error
	// Values builds the network's graph in a scope, whose variables it makes or finds there. boards is
	// [B, N] int32, 0 for an empty cell. It returns the values of the actions [B, A] float32 after each
	// step that counts for the loss; the last is the answer. Like all graph building it panics on misuse.
	Values(scope *model.Scope, boards *graph.Node, s *board.Shape) []*graph.Node
}

// New returns the network of a configuration.
func New(c Config) (Network, error) {
	switch c.Name {
	case Candidate:
		n, err := newCandidateOf(c)
		if err != nil {
			return nil, err // not a Network that is nil inside
		}
		return n, nil
	default:
		n, err := NewDocumented(c)
		if err != nil {
			return nil, err // not a Network that is nil inside
		}
		return n, nil
	}
}

// Documented is one of the four networks for the agent as the document has it, [DocumentedNames]. Its layers are the project's; the document's
// program has other ones. It implements [Network].
type Documented struct {
	config Config
	plan   *plan
}

var _ Network = (*Documented)(nil)

// NewDocumented returns one of the networks of [DocumentedNames].
func NewDocumented(c Config) (*Documented, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if c.Name == Candidate {
		return nil, fmt.Errorf("networks: network %q is none of those with layers, want one of %q", c.Name, DocumentedNames())
	}
	return &Documented{c, planOf(c)}, nil
}

// planOf returns the layers of a valid configuration of a documented network.
func planOf(c Config) *plan {
	switch c.Name {
	case Conv:
		return newConv(c)
	case UnitConv:
		return newUnitConv(c)
	case ResNet:
		return newResNet(c)
	default:
		return newTransformer(c)
	}
}

// Name is the configuration's.
func (n *Documented) Name() string { return n.config.Name }

// Config returns the configuration.
func (n *Documented) Config() Config { return n.config }

// Takes says why a board cannot be run: it has another side than the network, whose weights name the
// digits and the cells, or units that the network does not know.
func (n *Documented) Takes(s *board.Shape) error {
	switch {
	case s.Side() != n.config.Side:
		return fmt.Errorf("networks: %s of side %d values %d actions, a board of side %d has %d",
			n.config.Name, n.config.Side, n.Actions(), s.Side(), s.Cells()*s.Side())
	case !s.Plain():
		return fmt.Errorf("networks: %s knows rows, columns and boxes only, not the shape %s", n.config.Name, s)
	}
	return nil
}

// Actions is the number of actions that are valued, A.
func (n *Documented) Actions() int { return n.config.Side * n.config.Side * n.config.Side }

// Layers returns the layers in the order in which they are built. The graph is built from this table.
func (n *Documented) Layers() []Layer { return append([]Layer(nil), n.plan.layers...) }

// Parameters is the number of values that are learned.
func (n *Documented) Parameters() int {
	total := 0
	for _, l := range n.plan.layers {
		total += l.Parameters
	}
	return total
}

// FLOPs is the number of floating-point operations of a forward pass in its matrix products on a batch of
// boards, 2 for each multiplication with its addition. A training step takes about three times as much, less
// what the first layer saves, whose input needs no gradient.
func (n *Documented) FLOPs(batch int) int64 {
	var perBoard int64
	for _, l := range n.plan.layers {
		perBoard += l.Multiplications
	}
	return 2 * int64(batch) * perBoard
}

// Values builds the network: one result [B, A].
func (n *Documented) Values(scope *model.Scope, boards *graph.Node, s *board.Shape) []*graph.Node {
	last := n.plan.layers[len(n.plan.layers)-1].Name
	return []*graph.Node{n.build(scope, boards, s, last)}
}

// Features builds the network as far as the maps after its last convolution, after their activation:
// [B, N, F] float32. Of the transformer they are the tokens that the values are read from.
func (n *Documented) Features(scope *model.Scope, boards *graph.Node, s *board.Shape) *graph.Node {
	maps := n.build(scope, boards, s, n.plan.features)
	dims := maps.Shape().Dimensions
	return graph.Reshape(maps, dims[0], s.Cells(), dims[len(dims)-1])
}
