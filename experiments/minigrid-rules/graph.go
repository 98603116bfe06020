package minigridrules

import (
	"context"
	"fmt"
	"slices"
	"sort"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dlx"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/minigrid"
)

// reading returns the configuration with the readings filled in.
func (c Config) reading(f minigrid.Fillings, joins minigrid.Compatibility, p minigrid.Pruning) minigrid.Config {
	cfg := c.Graph
	cfg.Fillings, cfg.Compatibility, cfg.Pruning = f, joins, p
	return cfg
}

// build runs phases 1 to 4. It returns nil if phase 1 or 2 shows that there is no solution.
func build(ctx context.Context, b board.Board, cfg minigrid.Config) (*minigrid.Graph, error) {
	m, err := minigrid.Mask(b)
	if err != nil || m.Conflict() {
		return nil, err
	}
	p, err := minigrid.Permute(ctx, m, cfg)
	if err != nil || p.Impossible() {
		return nil, err
	}
	g, err := minigrid.Connect(ctx, p, cfg)
	if err != nil || g.Capped() {
		return g, err
	}
	err = g.PruneToFixedPoint(ctx)
	return g, err
}

// oracle is the exact yardstick: every solution of a board by exact cover, without package
// minigrid.
type oracle struct{ solver *dlx.Solver }

func newOracle(s *board.Shape) (oracle, error) {
	solver, err := dlx.NewSolver(encode.ExactCover(s), dlx.DefaultConfig())
	return oracle{solver}, err
}

// upToTwo returns the number of solutions, 2 for more.
func (o oracle) upToTwo(ctx context.Context, b board.Board) (int64, error) {
	res, err := o.solver.Solve(ctx, encode.Options(nil, b), dlx.Limits{Solutions: 2})
	if err == nil && res.Stop == dlx.Cancelled {
		err = ctx.Err()
	}
	return res.Solutions, err
}

// all returns the solutions; complete is false if there are more than the limit.
func (o oracle) all(ctx context.Context, b board.Board, limit int64) (grids []board.Board, complete bool, err error) {
	for options, err := range o.solver.Solutions(ctx, encode.Options(nil, b)) {
		if err != nil {
			return nil, false, err
		}
		if int64(len(grids)) == limit {
			return grids, false, nil
		}
		g, err := encode.FromOptions(b.Shape(), options)
		if err != nil {
			return nil, false, err
		}
		if err := board.CheckSolution(b, g); err != nil {
			return nil, false, err
		}
		grids = append(grids, g)
	}
	return grids, true, nil
}

// inSolutions marks the vertices of the given solutions, as [box][filling].
func inSolutions(p *minigrid.Permutations, grids []board.Board) ([][]bool, error) {
	n := p.Masks().Puzzle().Shape().Side()
	used := make([][]bool, n)
	for box := range used {
		used[box] = make([]bool, p.Count(box))
		for _, g := range grids {
			i, ok := find(p, box, g)
			if !ok {
				return nil, fmt.Errorf("box %d of solution %s is not among its fillings", box+1, g)
			}
			used[box][i] = true
		}
	}
	return used, nil
}

// find returns the filling of a box in a full grid. Fillings are listed in lexicographic order.
func find(p *minigrid.Permutations, box int, grid board.Board) (int, bool) {
	want := make([]uint8, 0, len(p.Cells(box)))
	for _, cell := range p.Cells(box) {
		want = append(want, grid.Cells()[cell])
	}
	return sort.Find(p.Count(box), func(i int) int { return slices.Compare(want, p.Filling(box, i)) })
}

// remains is what pruning left of a graph, compared with the solutions.
type remains struct {
	left   int64 // alive vertices
	strays int64 // of these, in no solution
	wrong  int64 // vertices of solutions that were removed
}

func compare(g *minigrid.Graph, used [][]bool) (r remains) {
	for box := range used {
		r.left += int64(g.AliveCount(box))
		kept := int64(0)
		for v := range g.AliveVertices(box) {
			if used[box][v] {
				kept++
			}
		}
		r.strays += int64(g.AliveCount(box)) - kept
		for _, u := range used[box] {
			if u {
				kept--
			}
		}
		r.wrong -= kept
	}
	return r
}
