package gnnstructure

import (
	"math/rand/v2"
	"slices"

	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/lab"
)

// countGraph counts nodes, edges and degrees of the built graph.
func countGraph(r *lab.Run, side int) error {
	s, err := board.ShapeOfSide(side)
	if err != nil {
		return err
	}
	g := literal.NewBipartite(s)
	degrees := g.InDegrees()
	r.Count("cells", int64(g.Cells), "nodes")
	r.Count("units", int64(g.Units), "nodes")
	r.Count("nodes", int64(g.Nodes()), "nodes")
	r.Count("edges.undirected", int64(g.Undirected()), "edges")
	r.Count("edges.directed", int64(g.Directed()), "edges")
	r.Count("cell-degree.min", int64(slices.Min(degrees[:g.Cells])), "units")
	r.Count("cell-degree.max", int64(slices.Max(degrees[:g.Cells])), "units")
	r.Count("unit-degree.min", int64(slices.Min(degrees[g.Cells:])), "cells")
	r.Count("unit-degree.max", int64(slices.Max(degrees[g.Cells:])), "cells")
	return nil
}

// partial returns boards that keep a random share of a relabelled full grid, and the grids.
func partial(s *board.Shape, count int, rng *rand.Rand) (puzzles, solutions []board.Board) {
	grid := generate.PatternGrid(s)
	for range count {
		relabel, keep := rng.Perm(s.Side()), rng.Float64()
		puzzle, solution := board.New(s), board.New(s)
		for cell := range s.Cells() {
			d := relabel[grid.At(cell)-1] + 1
			solution.Set(cell, d)
			if rng.Float64() < keep {
				puzzle.Set(cell, d)
			}
		}
		puzzles, solutions = append(puzzles, puzzle), append(solutions, solution)
	}
	return puzzles, solutions
}

// lookAtFeatures compares the features of every cell with what the document defines, worked
// out from rows and columns without the board's tables.
func lookAtFeatures(cfg Config, r *lab.Run) error {
	s := board.Standard()
	const n, k, width = 9, 3, 5
	right, looked, units := 0, 0, 0
	least, most := float32(0), float32(0)
	rows := 0
	puzzles, _ := partial(s, cfg.Boards, rand.New(rand.NewPCG(r.Seed, 1)))
	for _, b := range puzzles {
		x := literal.Features(b, cfg.Network.Units)
		rows = len(x) / width
		least, most = min(least, slices.Min(x)), max(most, slices.Max(x))
		for row := range n {
			for col := range n {
				v := b.At(row*n + col)
				want := []float32{float32(v) / n, 0, float32(row) / n, float32(col) / n, float32(row/k*k+col/k) / n}
				if v != 0 {
					want[1] = 1
				}
				looked++
				if slices.Equal(x[(row*n+col)*width:][:width], want) {
					right++
				}
			}
		}
		for _, v := range x[n*n*width:] {
			if v != 0 {
				units++
			}
		}
	}
	r.Count("rows", int64(rows), "nodes")
	r.Count("columns", width, "features")
	r.Exact("cells", float64(looked), "cells", len(puzzles))
	r.Exact("cells.right", float64(right), "cells", len(puzzles))
	r.Exact("least", float64(least), "of 1", looked)
	r.Exact("greatest", float64(most), "of 1", looked)
	r.Exact("units.nonzero", float64(units), "features", len(puzzles))
	return nil
}
