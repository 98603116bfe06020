package minigridphases

import (
	"context"
	"fmt"
	"math/bits"

	"sudokulab/experiments/minigrid-phases/printed"
	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
)

// graphs weighs what the method keeps of each puzzle of a set against the terms of section 5.2,
// and counts the comparisons of phase 3 against the product of the numbers of fillings: those
// of the library, and those of the printed loops where these are short enough.
func graphs(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	var c graphCounts
	for i, it := range items {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := c.add(ctx, cfg, it.Board); err != nil {
			return fmt.Errorf("puzzle %d: %w", it.Index, err)
		}
		r.Progress(i+1, len(items))
	}
	return c.keep(r, len(items))
}

// terms are those of the formula of section 5.2 for a puzzle with one solution, in bytes as they
// are kept, one for a digit, and in the bits that the formula counts.
type terms struct {
	side     int
	fillings float64 // Σ|P_k|
}

func (t terms) board() float64  { return float64(t.side * t.side) }
func (t terms) stored() float64 { return t.fillings * float64(t.side) }

// largest is the formula; with one solution the third term equals the first.
func (t terms) largest() float64 { return max(t.board(), t.stored()) }

// digit returns the bits of a digit, ⌈log₂(n+1)⌉.
func (t terms) digit() float64 { return float64(bits.Len(uint(t.side))) }

type graphCounts struct {
	built, bounds                   int
	side                            int
	vertices, formula, formulaBits  []float64
	peak                            []float64 // of a graph that exceeds the limits: its fillings
	within                          int       // formula between n² log n and n³ log n, in bits
	total                           []float64 // of graphs built, as the library keeps them
	kept, edges                     []float64 // the same, and the list of edges, as multiples of the formula
	sum                             minigrid.Bytes
	product, steps                  float64
	comparedShare                   []float64
	beyond                          int
	looped, same                    int
	loopedProduct, pairs, positions float64
	loopedSteps, loopedEdges        float64
	edgesAbove                      int // puzzles whose list of edges exceeds the formula
	worstRatio                      float64
	worst                           string
}

func (c *graphCounts) add(ctx context.Context, cfg Config, b board.Board) error {
	method := cfg.under(minigrid.Lines)
	p, err := minigrid.PermuteBoard(ctx, b, method)
	if err != nil {
		return err
	}
	t := terms{side: b.Shape().Side()}
	for box := range t.side {
		size, exact := p.Size(box)
		if !exact {
			c.bounds++
		}
		t.fillings += float64(size)
	}
	c.side = t.side
	c.vertices = append(c.vertices, t.fillings)
	c.formula = append(c.formula, t.largest())
	c.formulaBits = append(c.formulaBits, t.largest()*t.digit())
	if order := t.board() * t.digit(); t.largest() <= order*float64(t.side)/t.digit() {
		c.within++ // never under the first order: the board is one of the terms
	}
	var g *minigrid.Graph
	if !p.Capped() {
		if g, err = minigrid.Connect(ctx, p, method); err != nil {
			return err
		}
	}
	if g == nil || g.Capped() {
		c.peak = append(c.peak, t.stored())
		return nil
	}
	c.built++
	size := g.Bytes()
	c.peak = append(c.peak, float64(size.Total()))
	c.total = append(c.total, float64(size.Total()))
	c.kept = append(c.kept, float64(size.Total())/t.largest())
	ratio := float64(size.EdgeList) / t.largest()
	c.edges = append(c.edges, ratio)
	if ratio > 1 {
		c.edgesAbove++
	}
	if ratio > c.worstRatio {
		c.worstRatio = ratio
		c.worst = fmt.Sprintf("%s\nfillings %d bytes, edges as a list %d bytes", b, size.Fillings, size.EdgeList)
	}
	c.sum.Masks += size.Masks
	c.sum.Fillings += size.Fillings
	c.sum.Classes += size.Classes
	c.sum.Trees += size.Trees
	c.sum.Adjacency += size.Adjacency
	c.sum.Alive += size.Alive
	c.sum.EdgeList += size.EdgeList

	bound := float64(g.Product()) * float64(t.side)
	c.product += float64(g.Product())
	c.steps += float64(g.Connect.Steps)
	c.comparedShare = append(c.comparedShare, float64(g.Connect.Steps)/bound)
	if float64(g.Connect.Steps) > bound {
		c.beyond++
	}
	if g.Product() <= cfg.MaxPrinted {
		return c.loop(ctx, b, g)
	}
	return nil
}

// loop runs the printed loops and compares their edges with those of the graph: as many for
// every pair, and every one of them in the graph.
func (c *graphCounts) loop(ctx context.Context, b board.Board, g *minigrid.Graph) error {
	p := printed.ListAll(b, true)
	for box := range p.Boxes {
		if err := equal(g.Permutations(), box, &p.Boxes[box]); err != nil {
			return err
		}
	}
	same := true
	compared, err := p.Connect(ctx, func(i int, edges []printed.Edge) error {
		pair := g.Pairs()[i]
		all, _ := g.PairEdges(i)
		same = same && all == int64(len(edges))
		for _, e := range edges {
			same = same && g.Adjacent(minigrid.Vertex{Box: pair.A, Filling: int(e.A)}, minigrid.Vertex{Box: pair.B, Filling: int(e.B)})
		}
		return nil
	})
	if err != nil {
		return err
	}
	c.looped++
	if same {
		c.same++
	}
	c.loopedProduct += float64(g.Product())
	c.loopedSteps += float64(g.Connect.Steps)
	c.pairs += float64(compared.Pairs)
	c.positions += float64(compared.Positions)
	c.loopedEdges += float64(compared.Edges)
	return nil
}

func (c *graphCounts) keep(r *lab.Run, n int) error {
	r.Exact("puzzles", float64(n), "puzzles", n)
	if n == 0 {
		return nil
	}
	t := terms{side: c.side}
	r.Exact("side", float64(c.side), "cells", n)
	r.Exact("built", float64(c.built), "puzzles", n)
	r.Exact("at-least", float64(c.bounds), "boxes", n)
	r.Exact("order2", t.board()*t.digit(), "bits", 1)
	r.Exact("order3", t.board()*t.digit()*float64(c.side), "bits", 1)
	r.Exact("within", float64(c.within), "puzzles", n)
	r.Exact("edges-above", float64(c.edgesAbove), "puzzles", c.built)
	for name, v := range map[string]int64{
		"masks": c.sum.Masks, "fillings": c.sum.Fillings, "classes": c.sum.Classes, "trees": c.sum.Trees,
		"adjacency": c.sum.Adjacency, "alive": c.sum.Alive, "edge-list": c.sum.EdgeList,
	} {
		r.Exact("bytes "+name, float64(v), "B", c.built)
	}
	for _, s := range []struct {
		name, unit string
		x          []float64
	}{
		{"vertices", "fillings", c.vertices},
		{"formula", "B", c.formula},
		{"formula-bits", "bits", c.formulaBits},
		{"peak", "B", c.peak},
		{"total", "B", c.total},
		{"total ratio", "× formula", c.kept},
		{"edges ratio", "× formula", c.edges},
		{"compared", "of the product times n", c.comparedShare},
	} {
		if err := spread(r.Exact, ends, s.name, s.unit, s.x); err != nil {
			return err
		}
	}
	if c.worst != "" {
		r.Text("most edges", c.worst)
	}
	r.Exact("product", c.product, "pairs of fillings", c.built)
	r.Exact("steps", c.steps, "comparisons of a unit", c.built)
	r.Exact("beyond", float64(c.beyond), "puzzles", c.built)
	r.Exact("looped", float64(c.looped), "puzzles", c.built)
	r.Exact("looped same", float64(c.same), "puzzles", c.looped)
	r.Exact("looped product", c.loopedProduct, "pairs of fillings", c.looped)
	r.Exact("looped steps", c.loopedSteps, "comparisons of a unit", c.looped)
	r.Exact("looped pairs", c.pairs, "pairs of fillings", c.looped)
	r.Exact("looped positions", c.positions, "positions", c.looped)
	r.Exact("looped edges", c.loopedEdges, "edges", c.looped)
	if c.built < n {
		r.Cap(fmt.Sprintf("%d of %d graphs exceed the limits; of these only the fillings are weighed, which they have at least", n-c.built, n))
	}
	return nil
}
