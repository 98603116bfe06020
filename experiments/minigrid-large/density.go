package minigridlarge

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/stats"
)

// measure is a way to say how sparse a graph is.
type measure struct {
	name, unit, label string
	of                func(vertices, edges, joinable float64) float64
}

// measures are the readings of "sparser in relation to its vertices". Joinable pairs are the
// pairs of vertices from dependent boxes.
var measures = []measure{
	{"dependent", "share", "edges over pairs of vertices from dependent boxes", func(_, e, j float64) float64 { return ratio(e, j) }},
	{"all", "share", "edges over all pairs of vertices", func(v, e, _ float64) float64 { return ratio(e, v*(v-1)/2) }},
	{"per-vertex", "edges a vertex", "edges a vertex", func(v, e, _ float64) float64 { return ratio(e, v) }},
}

// stages are before and after pruning.
var stages = []string{"before", "after"}

func ratio(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}

// densityKey names a figure of a measure at a fill, before or after pruning.
func densityKey(fill int, stage, measure string) string {
	return fmt.Sprintf("%d%% %s %s", fill, stage, measure)
}

// density measures the graphs of boards of one size, each fill a part of the one before. A
// fill at which some graph exceeds the limits is left out, as are those below it: what is left of
// its boards would be the sparser ones.
func density(ctx context.Context, cfg Config, size Size, rng *rand.Rand, r *lab.Run) error {
	side := size.Box * size.Box
	method := cfg.Method
	method.MaxVertices, method.Workers = cfg.DensityVertices, 1
	values := map[string][]float64{}
	tooLarge := 0
	for i := range size.Boards {
		b, err := generate.FullGrid(ctx, rng, generate.DefaultGrid(side))
		if err != nil {
			return err
		}
		order := rng.Perm(len(b.Cells()))
		for j := range cfg.DensityFills {
			fill := cfg.DensityFills[len(cfg.DensityFills)-1-j] // rising in Config
			thin(b, order, givensAt(fill, len(order)))
			fits, err := sparsity(ctx, b, method, func(stage, measure string, v float64) {
				k := densityKey(fill, stage, measure)
				values[k] = append(values[k], v)
			})
			if err != nil {
				return err
			}
			if !fits {
				tooLarge++
				break
			}
		}
		r.Progress(i+1, size.Boards)
	}
	r.Count("side", int64(side), "cells")
	r.Count("dependent boxes", int64(2*(size.Box-1)), "boxes")
	if tooLarge > 0 {
		r.Cap(fmt.Sprintf("%d of %d boards exceed the limits before the lowest fill", tooLarge, size.Boards))
	}
	return keepDensity(cfg, size.Boards, r, values)
}

// resampled is how the intervals of medians are found.
var resampled = stats.BootstrapConfig{Resamples: 1000, Confidence: lab.Confidence, Method: stats.Percentile}

// keepDensity records the median of each measure, with its interval, at the fills that all boards have.
func keepDensity(cfg Config, count int, r *lab.Run, values map[string][]float64) error {
	rng := rand.New(rand.NewPCG(r.Seed, uint64(count)))
	for _, fill := range cfg.DensityFills {
		for _, stage := range stages {
			for _, m := range append(slices.Clip(measures), measure{name: "vertices", unit: "vertices"}) {
				k := densityKey(fill, stage, m.name)
				x := values[k]
				if len(x) < count {
					continue
				}
				mid, err := stats.Median(x)
				if err != nil {
					return err
				}
				r.Exact(k, mid, m.unit, len(x))
				if len(x) < 2 {
					continue
				}
				spread, err := stats.Bootstrap(rng, x, stats.Median, resampled)
				if err != nil {
					return err
				}
				lab.KeepInterval(r.Exact, k, m.unit, spread.Interval, len(x))
			}
		}
	}
	return nil
}

// sparsity passes every measure of a board's graph on, before and after pruning. It reports
// whether the graph fits the limits.
func sparsity(ctx context.Context, b board.Board, method minigrid.Config, keep func(stage, measure string, v float64)) (bool, error) {
	masks, err := minigrid.Mask(b)
	if err != nil {
		return false, err
	}
	perms, err := minigrid.Permute(ctx, masks, method)
	if err != nil || perms.Capped() {
		return false, err
	}
	graph, err := minigrid.Connect(ctx, perms, method)
	if err != nil || graph.Capped() {
		return false, err
	}
	if err := graph.PruneToFixedPoint(ctx); err != nil {
		return false, err
	}
	m := graph.Metrics()
	var alive float64
	for _, p := range graph.Pairs() {
		alive += float64(graph.AliveCount(p.A)) * float64(graph.AliveCount(p.B))
	}
	put := func(stage string, v, e, joinable float64) {
		keep(stage, "vertices", v)
		for _, ms := range measures {
			keep(stage, ms.name, ms.of(v, e, joinable))
		}
	}
	put(stages[0], float64(m.Vertices), float64(m.Edges), float64(graph.Product()))
	put(stages[1], float64(m.Alive), float64(m.AliveEdges), alive)
	return true, nil
}
