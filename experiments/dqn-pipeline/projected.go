package dqnpipeline

import (
	"context"
	"fmt"
	"slices"

	"sudokulab/pkg/lab"
)

// projected follows a trainer apart from the cores, and the workers, by a clock that counts tests of
// removals instead of seconds: how long it would wait at numbers of cores that are not here, and
// without whatever else a machine does. Puzzles cost what their own tests cost.
func projected(ctx context.Context, cfg Config, r *lab.Run) error {
	s, err := cfg.supply(ctx, r.Seed, cfg.Lookahead, 0, cfg.Givens)
	if err != nil {
		return err
	}
	defer s.Close()
	puzzles, err := s.Batch(ctx, cfg.Projected*cfg.Batch)
	if err != nil {
		return err
	}
	costs := make([]int64, len(puzzles))
	var all int64
	for i, p := range puzzles {
		costs[i] = int64(p.Stats.RemovalTests)
		all += costs[i]
	}
	r.Exact("steps", float64(cfg.Projected), "steps", 1)
	r.Exact("tests", float64(all), "calls", len(puzzles))
	r.Exact("tests.max", float64(slices.Max(costs)), "calls", len(puzzles))
	waiting := func(metric string, cores, lookahead int, load float64) {
		step := int64(float64(all) / float64(cfg.Projected) / (load * float64(cores)))
		waited, elapsed := follow(costs, cores, lookahead, cfg.Batch, cfg.Warm, step)
		r.Exact(metric, float64(waited)/float64(elapsed), "of the time", cfg.Projected-cfg.Warm)
	}
	for _, cores := range cfg.Cores {
		for _, load := range cfg.ProjectedLoads {
			waiting(projectedMetric(cores, load), cores, cfg.Lookahead, load)
		}
		for _, lookahead := range cfg.Lookaheads {
			waiting(aheadMetric(cores, lookahead), cores, lookahead, cfg.QueueLoad)
		}
	}
	return nil
}

func aheadMetric(cores, lookahead int) string {
	return fmt.Sprintf("lookahead=%d cores=%d", lookahead, cores)
}

func projectedMetric(cores int, load float64) string {
	return fmt.Sprintf("cores=%d load=%g", cores, load)
}

// follow returns how long a trainer waits, and how long it takes in all, after the steps that warm
// up. Item i is begun by the worker that is free first, once item i − lookahead has been handed out.
func follow(costs []int64, workers, lookahead, batch, warm int, step int64) (waited, elapsed int64) {
	free := make([]int64, workers) // when each worker is
	out := make([]int64, len(costs))
	var clock, asked, began int64
	for i, cost := range costs {
		w := 0
		for k, at := range free {
			if at < free[w] {
				w = k
			}
		}
		begin := free[w]
		if i >= lookahead {
			begin = max(begin, out[i-lookahead])
		}
		free[w] = begin + cost
		clock = max(clock, free[w])
		out[i] = clock
		if (i+1)%batch > 0 {
			continue
		}
		switch done := (i + 1) / batch; {
		case done == warm:
			began = clock + step
		case done > warm:
			waited += clock - asked
		}
		clock += step
		asked = clock
	}
	return waited, clock - began
}
