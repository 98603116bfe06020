package literal

import (
	"github.com/gomlx/gomlx/core/graph"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn/layer"
)

// fast computes the same round with three exact savings, see doc.go. Blocks of edges are
// looked at as boards: an edge block [B, N, W] is [B, n, n, W], and a unit's value stands
// along the axis that its cells share.
type fast struct {
	config          Config
	shape           *board.Shape
	message, update mlp
	// Of the first layer of the message: rows of the receiver and of the sender, side by
	// side, so that one product gives both: [H, 2W].
	ends *graph.Node
	// Of the update's layer that reads two states: rows of the old state and of the mean,
	// [H, W] each.
	updateParts [2]*graph.Node
}

func newFast(c Config, s *board.Shape, message, update mlp) *fast {
	f := &fast{config: c, shape: s, message: message, update: update}
	half := func(w *graph.Node, part int) *graph.Node {
		return graph.Slice(w, graph.AxisRange(part*c.Hidden, (part+1)*c.Hidden))
	}
	reads := update.last.W
	if c.Reading != Bare {
		f.ends = graph.Concatenate([]*graph.Node{half(message.first.W, 0), half(message.first.W, 1)}, 1)
		reads = update.first.W
	}
	for part := range f.updateParts {
		f.updateParts[part] = half(reads, part)
	}
	return f
}

func (f *fast) round(h *graph.Node, m masks) *graph.Node {
	var mean *graph.Node // of the messages, [B, V, H]
	if f.config.Reading == Bare {
		mean = f.message.last.Apply(f.bareMeans(h, m))
	} else {
		mean = f.message.last.Apply(f.hiddenMeans(h, m))
	}
	pair := func(a, b *graph.Node) *graph.Node {
		return graph.Add(layer.Product(a, f.updateParts[0]), layer.Product(b, f.updateParts[1]))
	}
	if f.config.Reading == Bare {
		return layer.AddBias(pair(layer.ReLU(h, m.update[0]), layer.ReLU(mean, m.update[1])), f.update.last.B)
	}
	hidden := layer.AddBias(pair(h, mean), f.update.first.B)
	return f.update.last.Apply(layer.ReLU(hidden, m.update[0]))
}

// hiddenMeans gives each node the mean of the hidden layer of its messages, [B, V, W]. The
// linear layer that follows is the same for all messages, so it may act on the mean.
func (f *fast) hiddenMeans(h *graph.Node, m masks) *graph.Node {
	w := f.config.parts()[0]
	both := layer.Product(h, f.ends) // [B, V, 2W]
	side := func(part int) *graph.Node {
		return graph.Slice(both, graph.AxisRange(), graph.AxisRange(), graph.AxisRange(part*w, (part+1)*w))
	}
	to, from := f.split(layer.AddBias(side(0), f.message.first.B)), f.split(side(1))
	return f.means(w, func(block int) *graph.Node {
		kind := block % kinds
		a, b := f.cube(kind, to.cells), f.across(kind, from.units[kind])
		if block >= kinds {
			a, b = f.cube(kind, from.cells), f.across(kind, to.units[kind])
		}
		x := graph.Add(a, b)
		return layer.ReLU(x, f.cubeMask(kind, m.edge[block][0]))
	})
}

// bareMeans gives each node the mean of what the only layer of its messages reads,
// [B, V, 2H]: its own state and its neighbours', after ReLU and dropout.
func (f *fast) bareMeans(h *graph.Node, m masks) *graph.Node {
	hidden := f.config.Hidden
	states := f.split(h)
	part := func(i int) *graph.Node {
		return f.means(hidden, func(block int) *graph.Node {
			kind := block % kinds
			// The receiver's state is part 0, the sender's is part 1. Cells receive in the
			// first half of the blocks.
			x := f.cube(kind, states.cells)
			if (block < kinds) != (i == 0) {
				shape := x.Shape()
				x = graph.BroadcastToShape(f.across(kind, states.units[kind]), shape)
			}
			return layer.ReLU(x, f.cubeMask(kind, m.edge[block][i]))
		})
	}
	return graph.Concatenate([]*graph.Node{part(0), part(1)}, -1)
}

// means makes, of the six blocks of values on edges, the mean of each node's: [B, V, W].
// A cell has one edge in each of the first three blocks; a unit has all of its in one block,
// along the axes of the board that it spans.
func (f *fast) means(width int, block func(int) *graph.Node) *graph.Node {
	n := f.shape.Side()
	var atCells *graph.Node
	for kind := range kinds {
		x := f.flat(block(kind), width) // [B, N, W]
		if atCells == nil {
			atCells = x
		} else {
			atCells = graph.Add(atCells, x)
		}
	}
	out := []*graph.Node{graph.MulScalar(atCells, 1.0/kinds)}
	for kind := range kinds {
		x := graph.ReduceMean(block(kinds+kind), f.spans(kind)...)
		out = append(out, graph.Reshape(x, x.Shape().Dimensions[0], n, width))
	}
	return graph.Concatenate(out, 1)
}

// parted are the values of all nodes by sort of node.
type parted struct {
	cells *graph.Node        // [B, N, W]
	units [kinds]*graph.Node // [B, n, W]
}

// split takes values [B, V, W] apart.
func (f *fast) split(x *graph.Node) (p parted) {
	cells, n := f.shape.Cells(), f.shape.Side()
	cut := func(from, to int) *graph.Node {
		return graph.Slice(x, graph.AxisRange(), graph.AxisRange(from, to))
	}
	p.cells = cut(0, cells)
	for kind := range kinds {
		p.units[kind] = cut(cells+kind*n, cells+(kind+1)*n)
	}
	return p
}

// cubeDims are the axes under which cells are seen next to a kind of unit:
//
//	rows, columns   [B, row, column, W]
//	boxes           [B, band, row in band, stack, column in stack, W]
func (f *fast) cubeDims(kind, batch, width int) []int {
	n, k := f.shape.Side(), f.shape.Box()
	if kind == 2 {
		return []int{batch, k, k, k, k, width}
	}
	return []int{batch, n, n, width}
}

// spans are the axes of the cube along which a unit of the kind lies.
func (f *fast) spans(kind int) []int { return [kinds][]int{{2}, {1}, {2, 4}}[kind] }

// cube shows [B, N, W] as a cube.
func (f *fast) cube(kind int, x *graph.Node) *graph.Node {
	d := x.Shape().Dimensions
	return graph.Reshape(x, f.cubeDims(kind, d[0], d[2])...)
}

func (f *fast) cubeMask(kind int, m *layer.Mask) *layer.Mask {
	if m == nil {
		return nil
	}
	return &layer.Mask{Keep: f.cube(kind, m.Keep), Rate: m.Rate}
}

// flat is the inverse of cube.
func (f *fast) flat(x *graph.Node, width int) *graph.Node {
	return graph.Reshape(x, x.Shape().Dimensions[0], f.shape.Cells(), width)
}

// across shows the units' values [B, n, W] as a cube with axes of length 1 where the unit
// spans, ready to be added to its cells.
func (f *fast) across(kind int, x *graph.Node) *graph.Node {
	d := x.Shape().Dimensions
	dims := f.cubeDims(kind, d[0], d[2])
	for _, axis := range f.spans(kind) {
		dims[axis] = 1
	}
	return graph.Reshape(x, dims...)
}
