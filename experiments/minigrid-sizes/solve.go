package minigridsizes

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dlx"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
	"sudokulab/pkg/symmetry"
)

// solveSet solves the puzzles of a set with one reading of phase 2, to the second solution.
func solveSet(ctx context.Context, cfg Config, f minigrid.Fillings, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	puzzles := make([]board.Board, len(items))
	for i, p := range items {
		puzzles[i] = p.Board
	}
	cfg.Graph.Fillings = f
	cfg.Solutions = 2
	return solve(ctx, cfg, puzzles, r)
}

// solvePartial solves random parts of full grids, which have one or many solutions, and counts
// these. The grids are images of one pattern: regular, so that their parts leave much open.
func solvePartial(ctx context.Context, cfg Config, size Partial, kept int, r *lab.Run) error {
	shape, err := board.ShapeOf(size.Box)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(r.Seed, uint64(1000*shape.Side()+kept)))
	pattern := generate.PatternGrid(shape)
	boards := make([]board.Board, size.Boards)
	for i := range boards {
		boards[i] = symmetry.Random(rng, shape).MustApply(pattern)
		for _, cell := range rng.Perm(shape.Cells())[shape.Cells()*kept/100:] {
			boards[i].Set(cell, 0)
		}
	}
	cfg.Graph.Fillings = minigrid.Lines
	return solve(ctx, cfg, boards, r)
}

// tally is what the runs of one case came to.
type tally struct {
	solved     int // answered as the exact engine answers
	open       int // of these, with more fillings than boxes, so that phases 3 to 5 decided
	wrong      int // answered otherwise, or with a board that is no solution
	unchecked  int // answered, but the exact engine reached its limit
	byStatus   map[solver.Status]int
	noFillings int // ended by the limits on fillings
	noGraph    int // … on the graph
	noNodes    int // … on the search of phase 5
	solutions  int64
	vertices   []float64
	alive      []float64
	edges      int64
	bytes      int64
	nodes      int64
}

// solve runs all phases on each board and compares the answers with an exact cover solver's.
func solve(ctx context.Context, cfg Config, boards []board.Board, r *lab.Run) error {
	t := tally{byStatus: map[solver.Status]int{}}
	var side int
	begin := time.Now()
	for i, b := range boards {
		if err := t.one(ctx, cfg, b); err != nil {
			return fmt.Errorf("board %d: %w", i, err)
		}
		side = b.Shape().Side()
		r.Progress(i+1, len(boards))
	}
	return t.keep(r, cfg, side, len(boards), time.Since(begin))
}

// one solves one board.
func (t *tally) one(ctx context.Context, cfg Config, b board.Board) error {
	a, err := minigrid.Analyse(ctx, b, cfg.Graph, solver.Limits{Solutions: cfg.Solutions, Nodes: cfg.Nodes})
	if err != nil {
		return err
	}
	if a.Graph != nil && !a.Graph.Capped() {
		m := a.Graph.Metrics()
		t.vertices = append(t.vertices, float64(m.Vertices))
		t.alive = append(t.alive, float64(m.Alive))
		t.edges = max(t.edges, m.Edges)
		t.bytes = max(t.bytes, a.Graph.Bytes().Total())
		t.nodes = max(t.nodes, a.Extract.Nodes)
	}
	switch {
	case a.Status == solver.Cancelled:
		return ctx.Err()
	case a.Status != solver.Capped:
	case a.Permutations.Capped():
		t.noFillings++
		return nil
	case a.Graph.Capped():
		t.noGraph++
		return nil
	default:
		t.noNodes++
		return nil
	}
	t.byStatus[a.Status]++
	t.solutions += a.Solutions
	search, err := dlx.NewSolver(encode.ExactCover(b.Shape()), dlx.DefaultConfig())
	if err != nil {
		return err
	}
	exact, err := search.Solve(ctx, encode.Options(nil, b), dlx.Limits{Solutions: int64(cfg.Solutions), Nodes: cfg.Exact})
	if err != nil {
		return err
	}
	switch {
	case exact.Stop == dlx.Cancelled:
		return ctx.Err()
	case a.Solutions > 0 && board.CheckSolution(b, a.First) != nil:
		t.wrong++
	case exact.Stop == dlx.NodeLimit && exact.Solutions <= a.Solutions:
		t.unchecked++
	case exact.Solutions == a.Solutions:
		t.solved++
		if a.Graph != nil && a.Graph.Permutations().Total() > int64(b.Shape().Side()) {
			t.open++
		}
	default:
		t.wrong++
	}
	return nil
}

// keep writes the tally into the record.
func (t *tally) keep(r *lab.Run, cfg Config, side, n int, elapsed time.Duration) error {
	exact := func(name string, v int64, unit string) { r.Exact(name, float64(v), unit, n) }
	exact("side", int64(side), "cells")
	exact("boards", int64(n), "boards")
	exact("solved", int64(t.solved), "boards")
	exact("solved.open", int64(t.open), "boards")
	exact("wrong", int64(t.wrong), "boards")
	exact("unchecked", int64(t.unchecked), "boards")
	exact("unique", int64(t.byStatus[solver.Unique]), "boards")
	exact("multiple", int64(t.byStatus[solver.Multiple]+t.byStatus[solver.Found]), "boards")
	exact("unsolvable", int64(t.byStatus[solver.Unsat]), "boards")
	exact("capped.fillings", int64(t.noFillings), "boards")
	exact("capped.graph", int64(t.noGraph), "boards")
	exact("capped.nodes", int64(t.noNodes), "boards")
	exact("solutions", t.solutions, "solutions")
	if m := len(t.vertices); m > 0 {
		for name, x := range map[string][]float64{"vertices": t.vertices, "alive": t.alive} {
			median, err := stats.Median(x)
			if err != nil {
				return err
			}
			r.Exact(name+".median", median, "vertices", m)
			r.Exact(name+".max", slices.Max(x), "vertices", m)
		}
		r.Exact("edges.max", float64(t.edges), "edges", m)
		r.Exact("bytes.max", float64(t.bytes), "bytes", m)
		r.Exact("nodes.max", float64(t.nodes), "nodes", m)
	}
	r.Noisy("time", elapsed.Seconds(), "s", n) // while other cases run: an order of magnitude
	if capped := t.noFillings + t.noGraph + t.noNodes; capped > 0 {
		r.Cap(fmt.Sprintf("%d of %d boards not answered: %d for their fillings (at most %d, and %d bytes), %d for their graph (the same bytes), %d for %d nodes of phase 5",
			capped, n, t.noFillings, cfg.Graph.MaxVertices, cfg.Graph.MaxBytes, t.noGraph, t.noNodes, cfg.Nodes))
	}
	return nil
}
