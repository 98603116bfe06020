package speedlarge

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
)

// counters are the engines that serve as counters of a generator.
var counters = []string{"wide", "dlx"}

// digging measures a generator: full grids of side 16 from which each given is taken that the
// counter proves to be spare. A counter that gives up on a board keeps its given, so the
// puzzles of different counters differ from there on.
func digging(ctx context.Context, cfg Config, r *lab.Run) error {
	type account struct {
		givens, nodes, times []float64
		calls, capped        int
	}
	accounts := map[string]*account{}
	for _, name := range counters {
		accounts[name] = &account{}
	}
	for i := range cfg.Dug {
		grid, err := generate.FullGrid(ctx, rand.New(rand.NewPCG(r.Seed, uint64(i))), generate.DefaultGrid(cfg.DugSide))
		if err != nil {
			return err
		}
		for _, c := range contestants(cfg, cfg.DugBounds, counters) {
			a := accounts[c.name]
			var failed error
			count := func(b board.Board, limit int) int {
				limits := c.limits
				limits.Solutions = limit
				res, err := c.engine.Solve(ctx, b, limits)
				if err != nil {
					failed = err
				}
				nodes := res.Stats.Nodes
				if c.name == "dlx" {
					nodes = res.Stats.Counter(engine.CounterGuesses)
				}
				a.calls++
				a.nodes = append(a.nodes, float64(nodes))
				if res.Status == solver.Capped {
					a.capped++
					return limit
				}
				return res.Solutions
			}
			begin := time.Now()
			puzzle, _, err := generate.Minimal(ctx, rand.New(rand.NewPCG(r.Seed, uint64(i))), grid.Clone(), generate.PatternNone, count)
			if err != nil {
				return err
			}
			if failed != nil {
				return failed
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			a.times = append(a.times, time.Since(begin).Seconds())
			a.givens = append(a.givens, float64(puzzle.Filled()))
		}
		r.Progress(i+1, cfg.Dug)
	}
	r.Count("puzzles", int64(cfg.Dug), "puzzles")
	for _, name := range counters {
		a := accounts[name]
		for what, values := range map[string][]float64{"givens": a.givens, "guesses": a.nodes} {
			mean, err := stats.Mean(values)
			if err != nil {
				return err
			}
			r.Exact(name+" "+what+".mean", mean, what, len(values))
			r.Exact(name+" "+what+".max", slices.Max(values), what, len(values))
		}
		r.Exact(name+" capped", float64(a.capped), "counts", a.calls)
		median, err := stats.Median(a.times)
		if err != nil {
			return err
		}
		r.Noisy(name+" time.median", median, "s", len(a.times))
	}
	return nil
}
