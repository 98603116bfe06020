package fused

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn/candidates"
)

// What a candidate knows of the puzzle, in the order of the weights' rows: its digit is given; another
// digit is given in its cell; its cell is empty.
const (
	given = iota
	excluded
	open
	inputs
)

// Kinds of constraints with weights of their own, as in package candidates.
const (
	cellKind = iota
	lineKind
	boxKind
	kinds
)

// Network is a candidate network with its weights, packed for a path. Any number of goroutines may
// share it.
type Network struct {
	config  candidates.Config
	path    Path
	kernels *kernels

	hidden int // H and M rounded up to whole vectors; what is added has weights of 0
	half   int
	told   int // what a candidate tells: half forces and half values, or values alone

	start  []float32     // [inputs, hidden], the first states
	base   []float32     // [inputs, 2·hidden], what the inputs contribute to every step
	tell   matrix        // [hidden, told]
	bias   []float32     // [told]
	heard  [kinds]matrix // [told, 2·hidden]
	update matrix        // [hidden, 2·hidden]
	score  matrix        // [hidden, lanes], of which the first column counts
	offset []float32     // [lanes]
	zero   []float32     // [2·hidden]
}

// ErrNotTaken is wrapped by the error of [Takes].
var ErrNotTaken = errors.New("not a network for the fused step")

// Takes says why a configuration is left to GoMLX; nil if it is not.
func Takes(c candidates.Config) error {
	if err := c.Validate(); err != nil {
		return err
	}
	if c.Compute == candidates.BFloat16 {
		return fmt.Errorf("fused: %w: it computes in %s, want %s", ErrNotTaken, c.Compute, candidates.Float32)
	}
	return nil
}

// New returns a network with the weights of a configuration, by the names of its Shapes, row by
// row. The weights are copied.
func New(c candidates.Config, weights map[string][]float32, p Path) (*Network, error) {
	if err := Takes(c); err != nil {
		return nil, err
	}
	for name, shape := range c.Shapes() {
		size := 1
		for _, d := range shape {
			size *= d
		}
		if len(weights[name]) != size {
			return nil, fmt.Errorf("fused: %d weights %s, want %d", len(weights[name]), name, size)
		}
	}
	k, err := kernelsOf(p)
	if err != nil {
		return nil, err
	}
	n := &Network{config: c, path: p, kernels: k, hidden: round(c.Hidden, 8)}
	n.half = round(c.Channels, 8)
	n.told = 2 * n.half
	if c.Pool != candidates.PoolSoftmax {
		n.told = round(c.Channels, lanes)
	}
	n.pack(weights)
	return n, nil
}

// Config returns the configuration.
func (n *Network) Config() candidates.Config { return n.config }

// Path returns the path.
func (n *Network) Path() Path { return n.path }

// part is a matrix that goes into a larger one.
type part struct {
	weights []float32
	width   int // its columns
	row     int // where it begins
	column  int
	factor  float32 // a power of two, so that nothing is rounded
}

// join lays parts into a matrix [depth, width] of zeros.
func join(depth, width int, parts ...part) []float32 {
	rows := make([]float32, depth*width)
	for _, p := range parts {
		for i, w := range p.weights {
			rows[(p.row+i/p.width)*width+p.column+i%p.width] = w * p.factor
		}
	}
	return rows
}

// pack lays out the weights. Those of the gate are multiplied by −2 and those of the next state by 2, as
// kernels.update takes them.
func (n *Network) pack(weights map[string][]float32) {
	h, m, wide := n.config.Hidden, n.config.Channels, 2*n.hidden
	panels := func(rows []float32, depth, width int) matrix { return pack(rows, depth, width, n.kernels.inPairs) }
	halves := func(name string, depth int) []float32 {
		return join(depth, wide, part{weights["gate"+name], h, 0, 0, -2}, part{weights["next"+name], h, 0, n.hidden, 2})
	}
	n.start = join(inputs, n.hidden, part{weights["start_w"], h, 0, 0, 1})
	for i := range n.start {
		if at := i % n.hidden; at < h {
			n.start[i] = float32(math.Tanh(float64(n.start[i] + weights["start_b"][at])))
		}
	}
	n.base = halves("_input", inputs)
	for i, b := range slices.Repeat(halves("_bias", 1), inputs) {
		n.base[i] += b
	}
	n.update = panels(halves("_state", n.hidden), n.hidden, wide)
	// Where there are forces, values come after them, on both sides of a constraint.
	value := 0
	var tell, bias []part
	if n.config.Pool == candidates.PoolSoftmax {
		value = n.half
		tell, bias = append(tell, part{weights["force_w"], m, 0, 0, 1}), append(bias, part{weights["force_b"], m, 0, 0, 1})
	}
	n.tell = panels(join(n.hidden, n.told, append(tell, part{weights["value_w"], m, 0, value, 1})...), n.hidden, n.told)
	n.bias = join(1, n.told, append(bias, part{weights["value_b"], m, 0, value, 1})...)
	for kind, name := range []string{"_cell", "_line", "_box"} {
		gate, next := weights["gate"+name], weights["next"+name]
		parts := []part{{gate[:m*h], h, 0, 0, -2}, {next[:m*h], h, 0, n.hidden, 2}}
		if value > 0 {
			parts = append(parts, part{gate[m*h:], h, value, 0, -2}, part{next[m*h:], h, value, n.hidden, 2})
		}
		n.heard[kind] = panels(join(n.told, wide, parts...), n.told, wide)
	}
	n.score = panels(join(n.hidden, lanes, part{weights["score_w"], 1, 0, 0, 1}), n.hidden, lanes)
	n.offset = join(1, lanes, part{weights["score_b"], 1, 0, 0, 1})
	n.zero = make([]float32, wide)
}

// FLOPs is the number of floating-point operations in the products of one step on a board of a side, as
// the configuration counts them.
func (n *Network) FLOPs(side int) float64 { return n.config.FLOPs(side) }

// On returns room for one board of a shape.
func (n *Network) On(s *board.Shape) (*Board, error) {
	if !s.Plain() {
		return nil, fmt.Errorf("fused: the network knows rows, columns and boxes only, not the shape %s", s)
	}
	return newBoard(n, s), nil
}

func (n *Network) softmax() bool { return n.config.Pool == candidates.PoolSoftmax }

func (n *Network) mean() bool { return n.config.Pool == candidates.PoolMean }
