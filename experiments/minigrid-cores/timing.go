package minigridcores

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"sudokulab/experiments/minigrid-phases/printed"
	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/cores"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
)

// What is timed.
const (
	listing  = "phase2"
	asListed = "printed" // phase 2 as printed, a goroutine for each worker
	joining  = "phase3"
	allFive  = "whole"
	machine  = "machine" // loops that share nothing: what the machine gives to so many at all
)

// part says what of a run over the boards is timed, phase 2 apart.
type part struct{ printed, whole bool }

// timed lists what is timed, phase 2 first, which the control uses.
func (p part) timed() []string {
	out := []string{listing}
	if p.printed {
		out = append(out, asListed)
	}
	if p.whole {
		out = append(out, joining, allFive)
	}
	return append(out, machine)
}

// speedUps times passes over the boards with 1, 2, … workers, as many as there are cores, in
// interleaved rounds. What is kept of a number of workers is the median over the rounds of how many
// times faster it was than one worker in the same round, with its interval: of the quiet rounds if
// there are enough of them. The control of the rounds is phase 2 on one worker.
func speedUps(ctx context.Context, cfg Config, reading minigrid.Fillings, boards []board.Board, what part, r *lab.Run) error {
	if len(boards) == 0 {
		return nil
	}
	p := pass{cfg: cfg, reading: reading, boards: boards, part: what, reps: 1}
	if err := p.describe(ctx, r); err != nil {
		return err
	}
	begin := time.Now()
	if err := p.list(ctx, 1); err != nil { // warm-up
		return err
	}
	p.reps = 1 + int(cfg.Slot/max(time.Since(begin), 1))
	counts := cores.Counts(runtime.GOMAXPROCS(0))
	sides := make([]lab.Side, len(counts))
	for k, workers := range counts {
		sides[k] = func(ctx context.Context, _ int) ([]float64, error) { return p.run(ctx, workers) }
	}
	times, err := r.Interleave(ctx, lab.Interleaving{Rounds: cfg.Rounds, Sides: sides})
	if err != nil {
		return err
	}
	r.Noisy("cores", float64(runtime.GOMAXPROCS(0)), "cores", 1)
	rng := rand.New(rand.NewPCG(r.Seed, 0))
	names := what.timed()
	loops := make([][]float64, len(counts))
	for k := range counts {
		loops[k] = times[k][slices.Index(names, machine)]
	}
	for k, workers := range counts {
		quiet, n := cores.Quiet(loops, counts, k)
		if k > 0 {
			r.Noisy(cores.QuietMetric(workers), float64(n), "rounds", cfg.Rounds)
		}
		for i, name := range names {
			one, more := cores.Pick(times[0][i], quiet), cores.Pick(times[k][i], quiet)
			if err := keep(r, rng, cfg, name, workers, one, more); err != nil {
				return err
			}
		}
	}
	return nil
}

// keep keeps the time of one worker, and for more of them how many times faster they were.
func keep(r *lab.Run, rng *rand.Rand, cfg Config, what string, workers int, one, more []float64) error {
	if workers == 1 {
		median, err := stats.Median(one)
		if err != nil {
			return err
		}
		r.Noisy(what+" time", median, "s a board", len(one))
		return nil
	}
	_, err := lab.KeepRatio(r, rng, cores.GainMetric(what, workers), "times", one, more, cfg.Bootstrap)
	return err
}

// severalWorkers returns the numbers of workers, from two, that a record has figures of.
func severalWorkers(r record.Record) (counts []int) {
	for _, workers := range cores.Counts(max(1, int(r.Value("cores"))))[1:] {
		if _, ok := r.Metric(cores.QuietMetric(workers)); ok {
			counts = append(counts, workers)
		}
	}
	return counts
}

// pass goes over the boards.
type pass struct {
	part

	cfg     Config
	reading minigrid.Fillings
	boards  []board.Board
	reps    int // of phase 2, where it is quickly done
}

// describe keeps what the boards are, and makes sure that any number of workers does the same.
func (p *pass) describe(ctx context.Context, r *lab.Run) error {
	var givens, vertices, steps int64
	for _, b := range p.boards {
		var one *minigrid.Permutations
		for _, workers := range []int{1, 2, 7} {
			some, err := minigrid.PermuteBoard(ctx, b, p.cfg.under(p.reading, workers))
			if err != nil {
				return err
			}
			if one == nil {
				one = some
			}
			if some.Capped() {
				return fmt.Errorf("minigrid-cores: the fillings exceed the limits: %s", b)
			}
			if some.Total() != one.Total() || some.Phase.Steps != one.Phase.Steps {
				return fmt.Errorf("minigrid-cores: %d workers list other fillings than one: %s", workers, b)
			}
		}
		givens += int64(b.Filled())
		vertices += one.Total()
		steps += one.Phase.Steps
	}
	n := len(p.boards)
	r.Exact("boards", float64(n), "boards", n)
	r.Exact("side", float64(p.boards[0].Shape().Side()), "cells", 1)
	r.Exact("givens", float64(givens), "cells", n)
	r.Exact("fillings", float64(vertices), "fillings", n)
	r.Exact("steps", float64(steps), "digits", n)
	return nil
}

// run times everything once and returns seconds per board, in the order of [part.timed].
func (p *pass) run(ctx context.Context, workers int) ([]float64, error) {
	spent := map[string]float64{machine: cores.Busy(workers).Seconds()}
	each := func(what string, times int, d time.Duration) { spent[what] += d.Seconds() / float64(times) }
	begin := time.Now()
	if err := p.list(ctx, workers); err != nil {
		return nil, err
	}
	each(listing, p.reps*len(p.boards), time.Since(begin))
	if p.printed {
		begin := time.Now()
		for range p.reps {
			for _, b := range p.boards {
				cores.Share(workers, b.Shape().Side(), func(box int) { printed.List(b, box, p.reading == minigrid.Lines) })
			}
		}
		each(asListed, p.reps*len(p.boards), time.Since(begin))
	}
	if p.whole {
		for _, b := range p.boards {
			begin := time.Now()
			a, err := minigrid.Analyse(ctx, b, p.cfg.under(p.reading, workers), solver.Limits{Nodes: p.cfg.Nodes})
			each(allFive, len(p.boards), time.Since(begin))
			if err := answered(ctx, b, a, err); err != nil {
				return nil, err
			}
			each(joining, len(p.boards), a.Phases[2].Elapsed)
		}
	}
	each(machine, 1, cores.Busy(workers))
	var out []float64
	for _, what := range p.timed() {
		out = append(out, spent[what])
	}
	return out, nil
}

// list runs phases 1 and 2; the first takes no time next to the second, and no cores.
func (p *pass) list(ctx context.Context, workers int) error {
	for range p.reps {
		for _, b := range p.boards {
			if _, err := minigrid.PermuteBoard(ctx, b, p.cfg.under(p.reading, workers)); err != nil {
				return err
			}
		}
	}
	return nil
}

// answered checks the outcome of all phases; within the bound on nodes there may be no solution.
func answered(ctx context.Context, b board.Board, a *minigrid.Analysis, err error) error {
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	case a.Graph == nil || a.Graph.Capped():
		return fmt.Errorf("minigrid-cores: the graph exceeds the limits: %s", b)
	case a.First.IsZero():
		return nil
	}
	return board.CheckSolution(b, a.First)
}
