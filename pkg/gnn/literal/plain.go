package literal

import (
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn/layer"
)

// plain passes messages along the edge list, step by step as the document draws it.
type plain struct {
	graph           *Bipartite
	message, update mlp
	to, from        *graph.Node // see indices
}

func newPlain(s *board.Shape, g *graph.Graph, batch int, message, update mlp) *plain {
	p := &plain{graph: NewBipartite(s), message: message, update: update}
	p.to, p.from = p.indices(g, batch, p.graph.To), p.indices(g, batch, p.graph.From)
	return p
}

func (p *plain) round(h *graph.Node, m masks) *graph.Node {
	g := h.Graph()
	dims := h.Shape().Dimensions
	batch, nodes, hidden, edges := dims[0], dims[1], dims[2], p.graph.Directed()
	flat := graph.Reshape(h, batch*nodes, hidden)
	ends := func(index *graph.Node) *graph.Node {
		return graph.Reshape(graph.Gather(flat, index), batch, edges, hidden)
	}

	// Step 1: the message along (i, j) goes to i. Which end comes first is a matter of how
	// the rows of the weights are numbered.
	pair := graph.Concatenate([]*graph.Node{ends(p.to), ends(p.from)}, -1) // [B, E, 2H]
	perBlock := make([]*layer.Mask, blocks)
	for b := range blocks {
		perBlock[b] = layer.Join(m.edge[b], -1)
	}
	messages := p.message.apply(pair, layer.Join(perBlock, 1)) // [B, E, H]
	messages.AssertDims(batch, edges, hidden)

	// Step 2: the mean of what comes in.
	sum := graph.Scatter(p.to, graph.Reshape(messages, batch*edges, hidden), flat.Shape(), false, false)
	inverse := make([]float32, nodes)
	for v, d := range p.graph.InDegrees() {
		inverse[v] = 1 / float32(d)
	}
	scale := graph.ConvertDType(graph.ConstTensor(g, tensors.FromFlatDataAndDimensions(inverse, 1, nodes, 1)), h.DType())
	mean := graph.Mul(graph.Reshape(sum, batch, nodes, hidden), scale) // [B, V, H]

	// Step 3.
	return p.update.apply(graph.Concatenate([]*graph.Node{h, mean}, -1), layer.Join(m.update, -1))
}

// indices are the rows of [B·V, H] that the ends of the edges of each board are: [B·E, 1].
func (p *plain) indices(g *graph.Graph, batch int, ends []int32) *graph.Node {
	out := make([]int32, 0, batch*len(ends))
	for b := range batch {
		for _, v := range ends {
			out = append(out, int32(b*p.graph.Nodes())+v)
		}
	}
	return graph.ConstTensor(g, tensors.FromFlatDataAndDimensions(out, len(out), 1))
}
