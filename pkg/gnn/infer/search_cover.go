package infer

import (
	"context"
	"math"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dlx"
	"sudokulab/pkg/encode"
)

// coverSearch builds the exact cover of what a partial grid leaves open. Dancing links try the
// options of an item in the order in which the problem was given them, so the order of the
// options is the order of the guesses; the choice of item looks at numbers of options only,
// equals by the item's number, and is the same for every order.
//
// Items and options that the givens have decided are left out, which a search over the whole
// problem would cover before its first node: nodes, guesses and backtracks are the same, and
// the problem is a third of the size.
type coverSearch struct {
	shape *board.Shape
	whole *dlx.Problem // of the empty board, for names
	item  []int32      // item of whole → item; what it holds for a decided one is not read
}

// run searches for the first limit solutions with at most so many nodes.
func (c *coverSearch) run(ctx context.Context, root *partial, rank []int32, limit, nodes int64, start time.Time, out *searched) error {
	if root.open == 0 {
		out.setup = time.Since(start)
		out.found, out.complete, out.first = 1, true, root.Board
		return nil
	}
	s, err := c.build(root, rank)
	if err != nil {
		return err
	}
	out.setup = time.Since(start)
	if nodes < math.MaxInt64 {
		nodes++ // the root is a node of dlx
	} else {
		nodes = 0
	}
	res, err := s.Solve(ctx, nil, dlx.Limits{Solutions: limit, Nodes: nodes})
	if err != nil {
		return err
	}
	out.found, out.complete, out.cancelled = res.Solutions, res.Stop == dlx.Exhausted, res.Stop == dlx.Cancelled
	out.nodes, out.guesses = max(0, res.Counters.Nodes-1), res.Counters.Branches
	out.backtracks, out.depth = res.Counters.Backtracks, res.Counters.MaxDepth
	if res.First != nil {
		out.first = root.Board
		n := root.Shape().Side()
		for _, o := range res.First {
			out.first.Set(int(rank[o])/n, int(rank[o])%n+1)
		}
	}
	return nil
}

// build returns a solver for the exact cover of the open cells, with the ranked candidates as
// its options in that order.
func (c *coverSearch) build(root *partial, rank []int32) (*dlx.Solver, error) {
	shape := root.Shape()
	cells, n := shape.Cells(), shape.Side()
	if c.shape != shape {
		c.shape, c.whole = shape, encode.ExactCover(shape)
		c.item = make([]int32, c.whole.Items())
	}
	var b dlx.Builder
	add := func(item int) { c.item[item] = int32(b.Primary(c.whole.ItemName(item))) }
	for cell, d := range root.Cells() {
		if d == 0 {
			add(cell)
		}
	}
	for u := range shape.Units() {
		for d := range n {
			if !root.used[u].Has(d + 1) {
				add(cells + u*n + d)
			}
		}
	}
	elements := make([]dlx.Element, 0, 6)
	for _, o := range rank {
		cell, d := int(o)/n, int(o)%n
		elements = append(elements[:0], dlx.Element{Item: int(c.item[cell])})
		for _, u := range shape.UnitsOf(cell) {
			elements = append(elements, dlx.Element{Item: int(c.item[cells+u*n+d])})
		}
		b.Option(elements...)
	}
	p, err := b.Build()
	if err != nil {
		return nil, err
	}
	return dlx.NewSolver(p, dlx.DefaultConfig())
}
