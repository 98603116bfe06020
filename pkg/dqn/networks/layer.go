package networks

import (
	"fmt"
	"slices"

	"sudokulab/pkg/learn/layer"
)

// Kind says what a layer does.
type Kind string

// The kinds. Shapes leave the batch out.
const (
	Board       Kind = "board"       // the cells' numbers as planes: → [n, n, P]
	Convolution Kind = "convolution" // [n, n, C] → [n/stride, n/stride, F]
	Join        Kind = "join"        // several maps side by side, each over the cells it was made of: → [n, n, ΣF]
	Listed      Kind = "cells"       // the grid as a list: [n, n, F] → [N, F]
	Flattened   Kind = "flatten"     // everything in one row: [.., F] → [..·F]
	Mean        Kind = "mean"        // over cells: [N, F] → [F]
	Dense       Kind = "dense"       // [.., I] → [.., O]
	Positions   Kind = "positions"   // adds a learned row for each row, column and box: [N, W] → [N, W]
	Normalised  Kind = "normalise"   // each cell's numbers: [N, W] → [N, W]
	Attention   Kind = "attention"   // self-attention of all cells: [N, W] → [N, W]
	Duel        Kind = "duel"        // value [1] and advantages [A] → [A]
)

// The activations.
const (
	ReLU   = "relu"
	Linear = "linear" // none
)

// Layer is a layer of a network as it is built: y = activation(norm(f(x)) + skipped).
type Layer struct {
	Name string   `json:"name"` // the scope of its variables below the network's
	Kind Kind     `json:"kind"`
	From []string `json:"from,omitempty"` // the layers that it reads
	In   []int    `json:"in,omitempty"`   // dimensions of the first of them
	Out  []int    `json:"out"`
	// Filter is a convolution's rows and columns, Stride how far apart its places are. A filter whose stride is 1 has
	// a border of zeros, so that the size stays; any other has the stride of its own size.
	Filter [2]int `json:"filter"`
	Stride [2]int `json:"stride"`
	Heads  int    `json:"heads,omitempty"`
	// Norm tells that the layer's outputs are normalised, with a learned factor and offset for each channel.
	Norm       bool   `json:"norm,omitempty"`
	Skip       string `json:"skip,omitempty"` // the layer whose outputs are added before the activation
	Activation string `json:"activation"`

	Parameters      int   `json:"parameters"`      // values that are learned
	Multiplications int64 `json:"multiplications"` // in matrix products, for one board
}

// plan is a network as a table of layers, each of which reads layers before it.
type plan struct {
	side     int
	layers   []Layer
	features string // the layer of [Documented.Features]
}

// out returns the dimensions of a layer's outputs.
func (p *plan) out(name string) []int {
	i := slices.IndexFunc(p.layers, func(l Layer) bool { return l.Name == name })
	if i < 0 {
		panic(fmt.Sprintf("networks: no layer %q is planned yet", name))
	}
	return p.layers[i].Out
}

// add completes a layer, appends it and returns its name. Its Out has the width alone where a width is to
// be chosen.
func (p *plan) add(l Layer) string {
	if l.Activation == "" {
		l.Activation = Linear
	}
	if len(l.From) > 0 {
		l.In = p.out(l.From[0])
	}
	rows := int64(1) // that the weights act on
	for _, d := range l.In[:max(len(l.In)-1, 0)] {
		rows *= int64(d)
	}
	in := 0 // numbers in each
	if len(l.In) > 0 {
		in = l.In[len(l.In)-1]
	}
	switch l.Kind {
	case Board:
		l.Out = []int{p.side, p.side, l.Out[0]}
	case Convolution:
		o, area := l.Out[0], l.Filter[0]*l.Filter[1]
		l.Out = []int{l.In[0] / l.Stride[0], l.In[1] / l.Stride[1], o}
		l.Parameters = layer.LinearSize(area*in, o)
		l.Multiplications = int64(l.Out[0]) * int64(l.Out[1]) * int64(area) * int64(in) * int64(o)
	case Join:
		total := 0
		for _, name := range l.From {
			total += p.out(name)[2]
		}
		l.Out = []int{p.side, p.side, total}
	case Listed:
		l.Out = []int{l.In[0] * l.In[1], in}
	case Flattened:
		l.Out = []int{int(rows) * in}
	case Mean:
		l.Out = []int{in}
	case Dense:
		o := l.Out[0]
		l.Out = append(slices.Clone(l.In[:len(l.In)-1]), o)
		l.Parameters = layer.LinearSize(in, o)
		l.Multiplications = rows * int64(in) * int64(o)
	case Positions:
		l.Out = l.In
		l.Parameters = 3 * p.side * in
	case Normalised:
		l.Out, l.Norm = l.In, true
	case Attention:
		l.Out = l.In
		l.Parameters = 3*layer.LinearSize(in, in) + in*in // keys have no biases
		l.Multiplications = rows*4*int64(in)*int64(in) + 2*rows*rows*int64(in)
	case Duel:
		l.Out = p.out(l.From[1])
	}
	if l.Norm {
		l.Parameters += 2 * l.Out[len(l.Out)-1]
	}
	p.layers = append(p.layers, l)
	return l.Name
}

// board adds the input.
func (c Config) board(p *plan) string {
	planes := c.Side + 1
	if c.Input == Raw {
		planes = 1
	}
	return p.add(Layer{Name: "board", Kind: Board, Out: []int{planes}})
}

// convolution adds a 3×3 convolution.
func (c Config) convolution(p *plan, name, from, skip string) string {
	return p.add(Layer{
		Name: name, Kind: Convolution, From: []string{from}, Filter: [2]int{layer.Kernel, layer.Kernel}, Stride: [2]int{1, 1},
		Out: []int{c.Width}, Norm: c.LayerNorm, Skip: skip, Activation: ReLU,
	})
}
