package minigridmethods

import (
	"context"

	"sudokulab/pkg/encode"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/solver"
)

// structures counts what each method holds as data: vertices and edges in the words of the graph
// that its structure is. The network and the matrix depend on the side alone, the minigrid
// graph on the puzzle.
func structures(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	if len(items) == 0 {
		return nil
	}
	shape := items[0].Board.Shape()
	net, matrix := encode.Network(shape), encode.ExactCover(shape)
	r.Exact("side", float64(shape.Side()), "cells", 1)
	for _, name := range []string{backtracking, propagating} {
		r.Exact(name+" vertices", float64(net.Variables()), "variables", 1)
		r.Exact(name+" edges", float64(net.Constraints()), "constraints", 1)
		r.Exact(name+" arcs", float64(net.Arcs()), "arcs", 1)
	}
	r.Exact(cover+" items", float64(matrix.Items()), "items", 1)
	r.Exact(cover+" options", float64(matrix.Options()), "options", 1)
	r.Exact(cover+" elements", float64(matrix.Elements()), "elements", 1)
	metrics := map[string][]float64{}
	capped := 0
	for i, item := range items {
		a, err := minigrid.Analyse(ctx, item.Board, cfg.Minigrid, solver.Limits{Solutions: 2})
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if a.Graph == nil || a.Graph.Capped() {
			capped++
			continue
		}
		m := a.Graph.Metrics()
		for name, v := range map[string]int64{"vertices": m.Vertices, "edges": m.Edges, "alive": m.Alive, "alive-edges": m.AliveEdges} {
			metrics[name] = append(metrics[name], float64(v))
		}
		r.Progress(i+1, len(items))
	}
	r.Exact(this+" beyond-limits", float64(capped), "puzzles", len(items))
	for name, values := range metrics {
		if err := spread(r.Exact, this+" "+name, name, values); err != nil {
			return err
		}
	}
	return nil
}
