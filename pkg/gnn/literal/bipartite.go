package literal

import "sudokulab/pkg/board"

// Bipartite is the document's graph of a board: a node for each cell, then one for each
// row, column and box, and an edge between a cell and each of its three units.
//
//	node          0 … N−1   N … N+n−1   N+n … N+2n−1   N+2n … N+3n−1
//	stands for    cells     rows        columns        boxes
//
// Messages go both ways, so the list holds each edge in both directions: 6N directed edges
// for 3N undirected ones. They come in six blocks of N, a block holding one edge for each
// cell in row-major order:
//
//	block    0           1              2           3           4              5
//	edges    row→cell    column→cell    box→cell    cell→row    cell→column    cell→box
//
// Package encode holds constraint networks and exact covers, not this graph: there cells
// are joined to cells.
type Bipartite struct {
	Cells, Units int     // nodes of each sort
	From, To     []int32 // of each directed edge
}

// Directions of a block.
const (
	kinds  = 3 // of units: rows, columns, boxes
	blocks = 2 * kinds
)

// NewBipartite builds the graph of a plain shape.
func NewBipartite(s *board.Shape) *Bipartite {
	n, cells := s.Side(), s.Cells()
	b := &Bipartite{Cells: cells, Units: kinds * n}
	for _, outward := range []bool{false, true} {
		for kind := range kinds {
			for cell := range cells {
				unit := [kinds]int{s.Row(cell), s.Col(cell), s.BoxOf(cell)}[kind]
				from, to := int32(cells+kind*n+unit), int32(cell)
				if outward {
					from, to = to, from
				}
				b.From, b.To = append(b.From, from), append(b.To, to)
			}
		}
	}
	return b
}

// Nodes is the number of nodes.
func (b *Bipartite) Nodes() int { return b.Cells + b.Units }

// Directed is the number of directed edges: the rows of an edge list for message passing.
func (b *Bipartite) Directed() int { return len(b.From) }

// Undirected is the number of pairs of a cell and a unit.
func (b *Bipartite) Undirected() int {
	pairs := map[[2]int32]bool{}
	for i := range b.From {
		pairs[[2]int32{min(b.From[i], b.To[i]), max(b.From[i], b.To[i])}] = true
	}
	return len(pairs)
}

// InDegrees returns the number of messages that each node receives.
func (b *Bipartite) InDegrees() []int {
	d := make([]int, b.Nodes())
	for _, to := range b.To {
		d[to]++
	}
	return d
}
