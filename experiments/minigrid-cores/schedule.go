package minigridcores

import (
	"context"
	"fmt"
	"slices"

	"sudokulab/experiments/minigrid-phases/printed"
	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/stats"
)

// speedup returns how many times faster a number of workers is than one if each box is one
// piece of work and nothing else costs anything: boxes go, the largest first, to the worker who
// is free first. That rule is within 4/3 of the best there is (R. L. Graham, "Bounds on
// multiprocessing timing anomalies", SIAM Journal on Applied Mathematics 17 (1969) 416–429,
// doi:10.1137/0117039), and no rule is better than the sum over the largest box.
func speedup(steps []int64, workers int) float64 {
	order := slices.Sorted(slices.Values(steps))
	slices.Reverse(order)
	loads := make([]int64, workers)
	var sum int64
	for _, s := range order {
		first := 0
		for w, load := range loads {
			if load < loads[first] {
				first = w
			}
		}
		loads[first] += s
		sum += s
	}
	if sum == 0 {
		return 1
	}
	return float64(sum) / float64(slices.Max(loads))
}

// stepsOf returns the digits tried in each box in phase 2.
func stepsOf(ctx context.Context, cfg Config, reading minigrid.Fillings, b board.Board) ([]int64, error) {
	n := b.Shape().Side()
	steps := make([]int64, n)
	if reading == minigrid.BoxOnly {
		for box := range steps {
			steps[box] = triedIn(printed.EmptyIn(b, box))
		}
		return steps, nil
	}
	p, err := minigrid.PermuteBoard(ctx, b, cfg.under(reading, 0))
	if err != nil {
		return nil, err
	}
	for box := range steps {
		if !p.Listed(box) {
			return nil, fmt.Errorf("minigrid-cores: box %d has more fillings than the limits allow: %s", box+1, b)
		}
		steps[box] = p.Steps(box)
	}
	return steps, nil
}

// triedIn returns the digits tried in a box of e empty cells by the box alone: e in the first
// cell, and for each of them those of a box with one less. A digit that the box holds does not count.
func triedIn(e int) int64 {
	if e == 0 {
		return 0
	}
	return int64(e) * (1 + triedIn(e-1))
}

// under returns the method with a reading and a number of workers.
func (c Config) under(reading minigrid.Fillings, workers int) minigrid.Config {
	c.Method.Fillings, c.Method.Workers = reading, workers
	return c.Method
}

// projectSet schedules phase 2 of the puzzles of a set on numbers of cores that need not be
// there.
func projectSet(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	for _, reading := range readings {
		if len(items) > 0 && items[0].Board.Shape().Side() > 9 && reading == minigrid.BoxOnly {
			continue // 16! fillings are too many to list
		}
		if err := project(ctx, cfg, reading, corpus.Boards(items), r); err != nil {
			return err
		}
	}
	return nil
}

func project(ctx context.Context, cfg Config, reading minigrid.Fillings, boards []board.Board, r *lab.Run) error {
	by := make([][]float64, len(cfg.Cores))
	var largest []float64
	for i, b := range boards {
		if err := ctx.Err(); err != nil {
			return err
		}
		steps, err := stepsOf(ctx, cfg, reading, b)
		if err != nil {
			return err
		}
		for k, cores := range cfg.Cores {
			by[k] = append(by[k], speedup(steps, cores))
		}
		largest = append(largest, speedup(steps, len(steps)))
		r.Progress(i+1, len(boards))
	}
	if len(boards) == 0 {
		return nil
	}
	p := string(reading) + " "
	r.Exact(p+"puzzles", float64(len(boards)), "puzzles", len(boards))
	keep := func(name string, x []float64) error {
		q, err := stats.Quantiles(x, 0, 0.5, 1)
		if err != nil {
			return err
		}
		for i, suffix := range []string{".min", ".median", ".max"} {
			r.Exact(p+name+suffix, q[i], "times", len(x))
		}
		return nil
	}
	for k, cores := range cfg.Cores {
		if err := keep(fmt.Sprintf("cores=%d", cores), by[k]); err != nil {
			return err
		}
	}
	return keep("limit", largest)
}
