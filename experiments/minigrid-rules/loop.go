package minigridrules

import (
	"context"
	"fmt"
	"slices"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
)

// triedAtMost bounds the vertices that the naive search for solutions tries, a puzzle.
const triedAtMost = 100_000

// loopTally is what the paper's loops over single fillings came to on the puzzles of a set.
type loopTally struct {
	puzzles, large     int
	products, allPairs int64 // comparisons with dependent pairs only, and with all, of every puzzle
	steps              naiveSteps
	share              float64 // greatest, of visits to the bound
	same               int     // puzzles on which the library's graph is the naive one
	searched, equal    int     // puzzles searched with both kinds of pairs; equal and exact answers
}

// loops runs the paper's own loops, with the pairs of boxes that it leaves out and without.
func loops(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	var t loopTally
	for i, item := range items {
		if err := t.see(ctx, cfg, item.Board); err != nil {
			return fmt.Errorf("puzzle %d: %w", item.Index, err)
		}
		r.Progress(i+1, len(items))
	}
	exact := func(name string, v int64, unit string) { r.Exact(name, float64(v), unit, t.puzzles) }
	exact("puzzles", int64(t.puzzles), "puzzles")
	exact("large", int64(t.large), "puzzles")
	exact("products", t.products, "comparisons")
	exact("products.all", t.allPairs, "comparisons")
	exact("compared", t.steps.compared, "comparisons")
	exact("others", t.steps.others, "comparisons")
	exact("others.fail", t.steps.othersFail, "comparisons")
	exact("edges", t.steps.joined, "edges")
	exact("passes", t.steps.passes, "passes")
	exact("vertex-looks", t.steps.vertexLooks, "vertices")
	exact("edge-looks", t.steps.edgeLooks, "edges")
	r.Exact("visits.max", t.share, "of the bound", t.puzzles)
	exact("same-graph", int64(t.same), "puzzles")
	exact("searched", int64(t.searched), "puzzles")
	exact("equal-answers", int64(t.equal), "puzzles")
	return nil
}

func (t *loopTally) see(ctx context.Context, cfg Config, b board.Board) error {
	g, err := build(ctx, b, cfg.reading(minigrid.Lines, minigrid.Disjoint, minigrid.Supported))
	if err != nil {
		return err
	}
	if g == nil || g.Capped() {
		return fmt.Errorf("no graph of %s", b)
	}
	total := g.Permutations().Total()
	t.products += g.Product()
	own := int64(0)
	for box := range b.Shape().Side() {
		own += int64(g.Permutations().Count(box)) * int64(g.Permutations().Count(box))
	}
	t.allPairs += (total*total - own) / 2
	if total > int64(cfg.LoopSize) {
		t.large++
		return nil
	}
	t.puzzles++
	n := newNaive(b)
	if err := n.connect(ctx); err != nil {
		return err
	}
	if err := n.prune(ctx); err != nil {
		return err
	}
	t.steps.add(n.steps)
	bound := float64(total) * float64(total+n.steps.joined)
	t.share = max(t.share, float64(n.steps.vertexLooks+n.steps.edgeLooks)/bound)
	if n.steps.joined == g.Edges() && n.steps.passes == int64(g.Rounds()) && sameLeft(g, n) {
		t.same++
	}
	return t.answers(ctx, b, n)
}

// answers counts the solutions with and without the pairs of boxes that are left out.
func (t *loopTally) answers(ctx context.Context, b board.Board, n *naive) error {
	o, err := newOracle(b.Shape())
	if err != nil {
		return err
	}
	want, err := o.upToTwo(ctx, b)
	if err != nil {
		return err
	}
	with, done := n.solutions(true, 2, triedAtMost)
	without, doneToo := n.solutions(false, 2, triedAtMost)
	if done && doneToo {
		t.searched++
		if with == without && int64(with) == want {
			t.equal++
		}
	}
	return nil
}

// sameLeft reports whether the library's graph has the same fillings left.
func sameLeft(g *minigrid.Graph, n *naive) bool {
	for box, left := range n.left() {
		i := 0
		for v := range g.AliveVertices(box) {
			if i == len(left) || !slices.Equal(g.Permutations().Filling(box, v), n.filling(left[i])) {
				return false
			}
			i++
		}
		if i != len(left) {
			return false
		}
	}
	return true
}

func (s *naiveSteps) add(o naiveSteps) {
	s.compared += o.compared
	s.others += o.others
	s.othersFail += o.othersFail
	s.joined += o.joined
	s.passes += o.passes
	s.vertexLooks += o.vertexLooks
	s.edgeLooks += o.edgeLooks
}
