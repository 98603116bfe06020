package minigridrules

import (
	"context"
	"errors"
	"fmt"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/stats"
)

// joinTally is what the two rules for joining fillings made of the puzzles of a set.
type joinTally struct {
	puzzles, capped               int
	pairs                         int64 // dependent pairs of boxes of the solutions
	pairsDisjoint, pairsIdentical int64 // of these, joined
	edgesDisjoint, edgesIdentical int64
	compared, both                int64 // pairs of vertices looked at one by one; joined by both rules
	foundDisjoint, foundIdentical int   // puzzles whose solution the method finds
	rejected, nodes               int64 // by the final check; vertices tried
	bounded                       int   // searches that ended at the bound on nodes
	withoutEdge                   int   // puzzles with a pair of boxes that the literal rule leaves without edge
	vertices                      int64
}

// comparedAtMost is the number of pairs of vertices up to which a puzzle's two graphs are compared
// pair by pair.
const comparedAtMost = 300_000

// join holds the literal rule for joining fillings, identical digit sequences on the shared lines,
// against the rule of no repeated digit, on puzzles with one solution. Nothing is pruned before the
// literal rule's configurations are searched: that gives it its best chance. For comparison the
// other rule's graph is pruned and searched as the method would.
func join(ctx context.Context, cfg Config, f minigrid.Fillings, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	var t joinTally
	for i, item := range items {
		o, err := newOracle(item.Board.Shape())
		if err != nil {
			return err
		}
		grids, _, err := o.all(ctx, item.Board, 2)
		if err != nil {
			return err
		}
		if len(grids) != 1 {
			return fmt.Errorf("puzzle %d has %d solutions, want one", item.Index, len(grids))
		}
		disjoint, err := build(ctx, item.Board, cfg.reading(f, minigrid.Disjoint, minigrid.Supported))
		if err != nil {
			return err
		}
		identical, err := build(ctx, item.Board, cfg.reading(f, minigrid.Identical, minigrid.Unpruned))
		if err != nil {
			return err
		}
		if disjoint == nil || identical == nil {
			return fmt.Errorf("puzzle %d: phases 1 and 2 refute a board with a solution", item.Index)
		}
		if disjoint.Capped() || identical.Capped() {
			t.capped++
			continue
		}
		used, err := inSolutions(disjoint.Permutations(), grids)
		if err != nil {
			return fmt.Errorf("puzzle %d: %w", item.Index, err)
		}
		if err := t.see(ctx, cfg, disjoint, identical, used); err != nil {
			return fmt.Errorf("puzzle %d: %w", item.Index, err)
		}
		r.Progress(i+1, len(items))
	}
	t.keep(r, cfg)
	return nil
}

// see adds a puzzle's two graphs.
func (t *joinTally) see(ctx context.Context, cfg Config, disjoint, identical *minigrid.Graph, used [][]bool) error {
	t.puzzles++
	t.edgesDisjoint += disjoint.Edges()
	t.edgesIdentical += identical.Edges()
	p := disjoint.Permutations()
	t.vertices += p.Total()
	empty := false
	small := disjoint.Product() <= comparedAtMost
	for i, pair := range disjoint.Pairs() {
		all, _ := identical.PairEdges(i)
		empty = empty || all == 0
		for a := range p.Count(pair.A) {
			if !small && !used[pair.A][a] {
				continue
			}
			for b := range p.Count(pair.B) {
				solution := used[pair.A][a] && used[pair.B][b]
				if !small && !solution {
					continue
				}
				v, w := minigrid.Vertex{Box: pair.A, Filling: a}, minigrid.Vertex{Box: pair.B, Filling: b}
				d, s := disjoint.Adjacent(v, w), identical.Adjacent(v, w)
				if small {
					t.compared++
				}
				if d && s {
					t.both++
				}
				if solution {
					t.pairs++
					t.pairsDisjoint += stats.Indicator[int64](d)
					t.pairsIdentical += stats.Indicator[int64](s)
				}
			}
		}
	}
	t.withoutEdge += stats.Indicator[int](empty)
	found, _, _, err := extract(ctx, disjoint, 0)
	if err != nil {
		return err
	}
	t.foundDisjoint += stats.Indicator[int](found)
	found, extracted, bounded, err := extract(ctx, identical, cfg.Nodes)
	if err != nil {
		return err
	}
	t.foundIdentical += stats.Indicator[int](found)
	t.bounded += stats.Indicator[int](bounded)
	t.rejected += extracted.Rejected
	t.nodes += extracted.Nodes
	return nil
}

// extract looks for a first solution within a number of nodes.
func extract(ctx context.Context, g *minigrid.Graph, nodes int64) (found bool, done minigrid.ExtractStats, bounded bool, err error) {
	for _, err := range g.Extract(ctx, nodes, &done) {
		if errors.Is(err, minigrid.ErrNodes) {
			return false, done, true, nil
		}
		return err == nil, done, false, err
	}
	return false, done, false, nil
}

func (t *joinTally) keep(r *lab.Run, cfg Config) {
	exact := func(name string, v int64, unit string) { r.Exact(name, float64(v), unit, t.puzzles) }
	exact("puzzles", int64(t.puzzles), "puzzles")
	exact("capped", int64(t.capped), "puzzles")
	exact("vertices", t.vertices, "vertices")
	exact("edges.disjoint", t.edgesDisjoint, "edges")
	exact("edges.identical", t.edgesIdentical, "edges")
	exact("pairs", t.pairs, "pairs")
	exact("pairs.disjoint", t.pairsDisjoint, "pairs")
	exact("pairs.identical", t.pairsIdentical, "pairs")
	exact("compared", t.compared, "pairs")
	exact("both", t.both, "pairs")
	exact("found.disjoint", int64(t.foundDisjoint), "puzzles")
	exact("found.identical", int64(t.foundIdentical), "puzzles")
	exact("without-edge", int64(t.withoutEdge), "puzzles")
	exact("nodes", t.nodes, "nodes")
	exact("rejected", t.rejected, "configurations")
	exact("bounded", int64(t.bounded), "puzzles")
	if t.capped > 0 {
		r.Cap(fmt.Sprintf("%d puzzles outgrew %d vertices or %d bytes", t.capped, cfg.Graph.MaxVertices, cfg.Graph.MaxBytes))
	}
}
