// Package cspspeed compares the engines of the csp family with a plain bitmask MAC that knows
// only 9×9 Sudoku: what generality and a textbook queue cost. It decides no claim.
package cspspeed

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"sudokulab/pkg/engine"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/method"
	"sudokulab/pkg/record"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
	"sudokulab/pkg/stats"
)

var (
	sets    = []string{"own-minimal", "17clue", "magictour", "forum-1106"}
	engines = []string{"csp", "csp-trail", "csp-fifo"}
)

const yardstick = "plain9"

// Config is everything that affects a figure of this experiment.
type Config struct {
	Engines []string      `json:"engines"`
	Limits  solver.Limits `json:"limits"`
	Puzzles int           `json:"puzzles"` // a set
	Rounds  int           `json:"rounds"`
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "csp-speed",
		Title:    "What a general constraint engine costs",
		Question: "How many times slower is AC-3 + MAC on a general constraint network than a plain bitmask MAC written for 9×9 alone?",
		Plan:     plan,
		Tables:   tables,
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{Engines: engines, Limits: solver.Limits{Solutions: 2}, Puzzles: 10, Rounds: 5}
	switch p {
	case lab.Smoke:
		cfg.Puzzles, cfg.Rounds = 5, 2
	case lab.Full:
		cfg.Puzzles, cfg.Rounds = 500, 21
	}
	pl := lab.Plan{Config: cfg, Seed: 20}
	for _, id := range sets {
		pl.Cases = append(pl.Cases, lab.Case{
			Dims: []record.Dim{record.D("set", id)}, Corpus: id, Limit: cfg.Puzzles, Timed: true,
			Run: func(ctx context.Context, r *lab.Run) error { return measure(ctx, cfg, r) },
		})
	}
	return pl
}

// measure runs all engines over the set in turn, round by round, the yardstick twice as the control
// of the rounds. A pass of each before them warms up and validates; it is not timed.
func measure(ctx context.Context, cfg Config, r *lab.Run) error {
	puzzles, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	all := []solver.Solver{solvertest.NewPlain9()}
	for _, name := range cfg.Engines {
		s, err := method.Open(ctx, name, method.Options{})
		if err != nil {
			return err
		}
		all = append(all, s)
	}
	nodes := make([]int64, len(all))
	arcs := make([]int64, len(all))
	unique := make([]int, len(all))
	pass := func(ctx context.Context, s solver.Solver, each func(solver.Result)) error {
		for _, p := range puzzles {
			res, err := s.Solve(ctx, p.Board, cfg.Limits)
			if err != nil {
				return err
			}
			switch res.Status {
			case solver.Cancelled:
				return ctx.Err()
			case solver.Unique:
				each(res)
			default:
				return fmt.Errorf("%s: puzzle %d: %s, want unique", s.Name(), p.Index, res.Status)
			}
		}
		return nil
	}
	sides := make([]func(context.Context, int) (float64, error), len(all))
	for i, s := range all {
		if err := pass(ctx, s, func(res solver.Result) {
			unique[i]++
			nodes[i] += res.Stats.Nodes
			arcs[i] += res.Stats.Counter(engine.CounterArcs)
		}); err != nil {
			return err
		}
		sides[i] = func(ctx context.Context, _ int) (float64, error) {
			begin := time.Now()
			err := pass(ctx, s, func(solver.Result) {})
			return time.Since(begin).Seconds(), err
		}
	}
	times, err := r.Alternate(ctx, cfg.Rounds, 0, sides...)
	if err != nil {
		return err
	}
	n := len(puzzles)
	rng := rand.New(rand.NewPCG(r.Seed, 0))
	r.Exact("puzzles", float64(n), "puzzles", n)
	for i, s := range all {
		name := s.Name() + " "
		r.Exact(name+"unique", float64(unique[i]), "puzzles", n)
		r.Exact(name+"nodes", float64(nodes[i]), "nodes", n)
		if arcs[i] > 0 {
			r.Exact(name+"arcs", float64(arcs[i]), "arcs", n)
		}
		median, err := stats.Median(times[i])
		if err != nil {
			return err
		}
		r.Noisy(name+"rate", float64(n)/median, "puzzles/s", len(times[i]))
		if i == 0 {
			continue
		}
		if _, err := lab.KeepRatio(r, rng, name+"ratio", "of the yardstick's time", times[i], times[0], stats.DefaultBootstrap()); err != nil {
			return err
		}
	}
	return nil
}
