package minigridphases

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dlx"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
)

// Classes of boards by their solutions, as metrics name them.
const (
	noneClass    = "none"
	oneClass     = "one"
	severalClass = "several"
)

// extractSet runs phase 5 to its end on each puzzle of a set whose pruned graph is not empty.
func extractSet(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	by := map[string]*extraction{}
	var earlier, capped int
	for i, it := range items {
		if err := ctx.Err(); err != nil {
			return err
		}
		want := int64(1)
		if it.Count >= 0 {
			want = int64(it.Count)
		}
		g, err := pruned(ctx, cfg, it.Board)
		switch {
		case errors.Is(err, minigrid.ErrCapped):
			capped++
			continue
		case err != nil:
			return err
		case g == nil && want > 0:
			return fmt.Errorf("minigrid-phases: puzzle %d: found unsolvable, want %d solutions: %s", it.Index, want, it.Board)
		case g == nil:
			earlier++
			continue
		}
		if err := extract(ctx, by, it.Board, g, want); err != nil {
			return fmt.Errorf("puzzle %d: %w", it.Index, err)
		}
		r.Progress(i+1, len(items))
	}
	r.Exact("puzzles", float64(len(items)), "puzzles", len(items))
	r.Exact("earlier", float64(earlier), "puzzles", len(items))
	if capped > 0 {
		r.Cap(fmt.Sprintf("%d of %d graphs exceed the limits", capped, len(items)))
	}
	keepExtractions(r, by)
	return nil
}

// extractSpoiled runs phase 5 on boards without solution, made from the puzzles of a set, as far
// as the phases before leave it something to do.
func extractSpoiled(ctx context.Context, cfg Config, r *lab.Run) error {
	boards, err := spoilSet(ctx, cfg, r)
	if err != nil {
		return err
	}
	by := map[string]*extraction{}
	earlier := 0
	for i, b := range boards {
		g, err := pruned(ctx, cfg, b)
		if err != nil {
			return err
		}
		if g == nil {
			earlier++
			continue
		}
		if err := extract(ctx, by, b, g, 0); err != nil {
			return err
		}
		r.Progress(i+1, len(boards))
	}
	r.Exact("puzzles", float64(len(boards)), "puzzles", len(boards))
	r.Exact("earlier", float64(earlier), "puzzles", len(boards))
	keepExtractions(r, by)
	return nil
}

// extractMany runs phase 5 on boards with very many solutions: puzzles that givens are taken
// from, one after another, until exact cover counts enough.
func extractMany(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	by := map[string]*extraction{}
	made := 0
	for i, it := range items {
		rng := rand.New(rand.NewPCG(r.Seed, uint64(it.Index)))
		b, want, err := ambiguous(ctx, rng, it.Board, cfg.ManyLow, cfg.ManyHigh)
		if err != nil {
			return err
		}
		if want < cfg.ManyLow {
			continue
		}
		g, err := pruned(ctx, cfg, b)
		if err != nil {
			return err
		}
		made++
		if err := extract(ctx, by, b, g, want); err != nil {
			return err
		}
		r.Progress(i+1, len(items))
	}
	r.Exact("puzzles", float64(made), "puzzles", len(items))
	r.Exact("earlier", 0, "puzzles", made)
	keepExtractions(r, by)
	return nil
}

// ambiguous empties givens in random order, leaving those whose loss makes too many solutions,
// until there are enough. It returns the exact number.
func ambiguous(ctx context.Context, rng *rand.Rand, puzzle board.Board, low, high int64) (board.Board, int64, error) {
	s, err := dlx.NewSolver(encode.ExactCover(puzzle.Shape()), dlx.DefaultConfig())
	if err != nil {
		return board.Board{}, 0, err
	}
	b := puzzle.Clone()
	count := int64(1)
	for _, cell := range rng.Perm(b.Shape().Cells()) {
		d := b.At(cell)
		if d == 0 || count >= low {
			continue
		}
		b.Set(cell, 0)
		res, err := s.Solve(ctx, encode.Options(nil, b), dlx.Limits{Solutions: high + 1})
		if err != nil {
			return board.Board{}, 0, err
		}
		if err := ctx.Err(); err != nil {
			return board.Board{}, 0, err
		}
		if res.Solutions > high {
			b.Set(cell, d)
			continue
		}
		count = res.Solutions
	}
	return b, count, nil
}

// pruned returns the pruned graph of a board, nil if the phases before extraction show it to be
// unsolvable, and an error that wraps minigrid.ErrCapped if it exceeds the limits.
func pruned(ctx context.Context, cfg Config, b board.Board) (*minigrid.Graph, error) {
	method := cfg.under(minigrid.Lines)
	p, err := minigrid.PermuteBoard(ctx, b, method)
	if err != nil {
		return nil, err
	}
	if p.Impossible() || p.Masks().Conflict() {
		return nil, nil
	}
	g, err := minigrid.Connect(ctx, p, method)
	if err != nil {
		return nil, err
	}
	if err := g.PruneToFixedPoint(ctx); err != nil {
		return nil, err
	}
	if g.ClassOf() == minigrid.Unsolvable {
		return nil, nil
	}
	return g, nil
}

// extraction sums what phase 5 took of boards of one class.
type extraction struct {
	boards, nodes, deadEnds, solutions int64
	bound                              int64 // Σ S·n²
	beyond                             int64 // boards with more vertices tried than S·n²
	dominated                          int64 // boards with more dead ends than other vertices tried
	worst                              int64 // vertices tried beyond S·n² at most
	worstNodes                         int64
	counterexample                     string
}

// extract enumerates the solutions of a board, checks them and their number, and records the
// search.
func extract(ctx context.Context, by map[string]*extraction, b board.Board, g *minigrid.Graph, want int64) error {
	var stats minigrid.ExtractStats
	for solution, err := range g.Solutions(ctx, &stats) {
		if err != nil {
			return err
		}
		if err := board.CheckSolution(b, solution); err != nil {
			return err
		}
	}
	if stats.Solutions != want {
		return fmt.Errorf("minigrid-phases: %d solutions, want %d: %s", stats.Solutions, want, b)
	}
	class := severalClass
	switch want {
	case 0:
		class = noneClass
	case 1:
		class = oneClass
	}
	e := by[class]
	if e == nil {
		e = &extraction{}
		by[class] = e
	}
	bound := want * int64(b.Shape().Cells())
	e.boards++
	e.nodes += stats.Nodes
	e.deadEnds += stats.DeadEnds
	e.solutions += want
	e.bound += bound
	if stats.Nodes > bound {
		e.beyond++
	}
	if 2*stats.DeadEnds > stats.Nodes {
		e.dominated++
	}
	e.worstNodes = max(e.worstNodes, stats.Nodes)
	if over := stats.Nodes - bound; over > e.worst {
		e.worst = over
		e.counterexample = fmt.Sprintf("%s\nsolutions %d, vertices tried %d, dead ends among them %d", b, want, stats.Nodes, stats.DeadEnds)
	}
	return nil
}

func keepExtractions(r *lab.Run, by map[string]*extraction) {
	for class, e := range by {
		n := int(e.boards)
		keep := func(name string, v int64, unit string) { r.Exact(class+" "+name, float64(v), unit, n) }
		keep("boards", e.boards, "boards")
		keep("solutions", e.solutions, "solutions")
		keep("nodes", e.nodes, "vertices tried")
		keep("nodes.max", e.worstNodes, "vertices tried")
		keep("dead-ends", e.deadEnds, "vertices tried")
		keep("bound", e.bound, "cells")
		keep("beyond", e.beyond, "boards")
		keep("dominated", e.dominated, "boards")
		if e.counterexample != "" {
			r.Text(class+" counterexample", e.counterexample)
		}
	}
}
