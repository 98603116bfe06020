package networks

import (
	"maps"

	"sudokulab/pkg/board"
)

// Sized is a network that says without being built what it holds and what it costs. All networks of this package
// are.
type Sized interface {
	Network
	// Shapes returns the shape of each variable by its name below the scope that Values is given, in a map
	// that is the caller's.
	Shapes() map[string][]int
	// Operations is the number of floating-point operations in the products of a forward pass on boards of a
	// shape, 2 for each multiplication with its addition. A training step takes about three times as many.
	Operations(s *board.Shape, boards int) float64
}

var (
	_ Sized = (*Documented)(nil)
	_ Sized = (*CandidateNetwork)(nil)
)

// Shapes implements [Sized].
func (n *Documented) Shapes() map[string][]int {
	all := map[string][]int{}
	for _, l := range n.plan.layers {
		for name, shape := range l.shapes(n.plan.side) {
			all[l.Name+"/"+name] = shape
		}
	}
	return all
}

// Operations implements [Sized]; the shape is one that the network takes.
func (n *Documented) Operations(_ *board.Shape, boards int) float64 { return float64(n.FLOPs(boards)) }

// Shapes implements [Sized].
func (c *CandidateNetwork) Shapes() map[string][]int { return c.network.Config().Shapes() }

// Operations implements [Sized].
func (c *CandidateNetwork) Operations(s *board.Shape, boards int) float64 {
	of := c.network.Config()
	return float64(boards*of.Steps) * of.FLOPs(s.Side())
}

// shapes are those of the layer's variables, by their names below its own.
func (l Layer) shapes(side int) map[string][]int {
	all := map[string][]int{}
	linear := func(scope string, inputs, outputs int) {
		all[scope+"weights"], all[scope+"biases"] = []int{inputs, outputs}, []int{outputs}
	}
	switch l.Kind {
	case Convolution:
		all["weights"], all["biases"] = []int{l.Filter[0], l.Filter[1], l.In[2], l.Out[2]}, []int{l.Out[2]}
	case Dense:
		linear("", l.In[len(l.In)-1], l.Out[len(l.Out)-1])
	case Positions:
		for _, table := range []string{"rows", "columns", "boxes"} {
			all[table] = []int{side, l.In[1]}
		}
	case Attention:
		for _, part := range []string{"query", "key", "value", "output"} {
			linear(part+"/", l.In[1], l.In[1])
		}
		delete(all, "key/biases") // a softmax takes no notice of them
	}
	if l.Norm {
		channels := l.Out[len(l.Out)-1]
		maps.Copy(all, map[string][]int{"factor": {channels}, "offset": {channels}})
	}
	return all
}
