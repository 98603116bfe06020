package minigridmethods

import (
	"context"
	"fmt"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
)

// wellFormed solves puzzles that have one solution by every method: answers, nodes, time and memory.
func wellFormed(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	if len(items) == 0 {
		return nil
	}
	r.Exact("puzzles", float64(len(items)), "puzzles", len(items))
	for _, m := range methods {
		if err := answers(ctx, cfg, m, items, r); err != nil {
			return err
		}
	}
	if err := times(ctx, cfg, items, r); err != nil {
		return err
	}
	return memory(ctx, cfg, corpus.Boards(items), r)
}

// answers keeps what a method finds and counts. A wrong answer is counted, not an error.
func answers(ctx context.Context, cfg Config, m method, items []corpus.Item, r *lab.Run) error {
	s := m.make(cfg)
	var solved, proved, wrong int
	var nodes, work, guesses, bytes []float64
	for _, item := range items {
		res, err := s.Solve(ctx, item.Board, solver.Limits{Solutions: 2, Nodes: m.bound(cfg)})
		if err != nil {
			return fmt.Errorf("%s: %s: %w", m.name, item.Board, err)
		}
		if res.Status == solver.Cancelled {
			return ctx.Err()
		}
		good := !res.Grid.IsZero() && board.CheckSolution(item.Board, res.Grid) == nil
		switch {
		case res.Status == solver.Unsat, res.Status == solver.Multiple, !res.Grid.IsZero() && !good:
			wrong++
		case res.Status == solver.Unique:
			proved++
			solved++
		case good:
			solved++
		}
		nodes = append(nodes, float64(res.Stats.Nodes))
		work = append(work, float64(res.Stats.Counter(m.work)))
		guesses = append(guesses, float64(res.Stats.Counter(engine.CounterGuesses)))
		bytes = append(bytes, float64(res.Stats.Counter(engine.CounterBytes)))
	}
	n := len(items)
	r.Exact(m.name+" solved", float64(solved), "puzzles", n)
	r.Exact(m.name+" proved", float64(proved), "puzzles", n)
	r.Exact(m.name+" wrong", float64(wrong), "puzzles", n)
	if err := spread(r.Exact, m.name+" nodes", "nodes", nodes); err != nil {
		return err
	}
	if err := spread(r.Exact, m.name+" work", m.counts, work); err != nil {
		return err
	}
	if m.name == cover {
		return spread(r.Exact, m.name+" guesses", "options", guesses)
	}
	if m.name == this {
		return spread(r.Exact, m.name+" bytes", "bytes", bytes)
	}
	return nil
}

// spread keeps the median, the outer deciles and the greatest of values.
func spread(keep func(name string, value float64, unit string, n int), name, unit string, values []float64) error {
	q, err := stats.Quantiles(values, 0.1, 0.5, 0.9, 1)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for i, suffix := range []string{".p10", ".median", ".p90", ".max"} {
		keep(name+suffix, q[i], unit, len(values))
	}
	return nil
}

// times measures the methods in turn, puzzle by puzzle, the first one another each round. A
// puzzle's time is its median over the rounds, the answers before having warmed up. Plain
// backtracking, whose puzzles mostly run into the bound, is timed in the first round only.
func times(ctx context.Context, cfg Config, items []corpus.Item, r *lab.Run) error {
	solvers := make([]solver.Solver, len(methods))
	spent := make([][][]float64, len(methods)) // by method, puzzle, round
	for i, m := range methods {
		solvers[i] = m.make(cfg)
		spent[i] = make([][]float64, len(items))
		if _, err := solvers[i].Solve(ctx, items[0].Board, solver.Limits{Nodes: m.bound(cfg)}); err != nil {
			return err
		}
	}
	for round := range cfg.Rounds {
		for k := range methods {
			i := (round + k) % len(methods)
			m := methods[i]
			if m.name == plain && round > 0 {
				continue
			}
			for j, item := range items {
				begin := time.Now()
				if _, err := solvers[i].Solve(ctx, item.Board, solver.Limits{Solutions: 2, Nodes: m.bound(cfg)}); err != nil {
					return err
				}
				spent[i][j] = append(spent[i][j], time.Since(begin).Seconds())
			}
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		r.Progress(round+1, cfg.Rounds)
	}
	for i, m := range methods {
		var medians []float64
		for _, rounds := range spent[i] {
			median, err := stats.Median(rounds)
			if err != nil {
				return err
			}
			medians = append(medians, median)
		}
		if err := spread(r.Noisy, m.name+" time", "s", medians); err != nil {
			return err
		}
	}
	return nil
}
