package minigridcores

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"sudokulab/experiments/minigrid-phases/printed"
	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
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

var timed = []string{listing, asListed, joining, allFive, machine}

const (
	// linear is the share of the speed promised by the fastest round at which a round is quiet.
	linear = 0.9
	// quietEnough is the number of quiet rounds from which the others are left out.
	quietEnough = 5
)

// part says what of a run over the boards is timed, phase 2 apart.
type part struct{ printed, whole bool }

// race times passes over the boards with 1, 2, … workers, as many as there are cores, all of them
// in each round, the first one another each time, so that a slow spell of the machine meets all.
// What is kept of a number of workers is the median over the rounds of how many times faster it
// was than one worker in the same round, with its interval.
//
// A round is quiet if loops that share nothing, run before and after each pass, took no longer than
// they must: other programs left the cores alone. If there are enough of these, only they count. The
// control of the rounds is phase 2 on one worker, once more in its turn.
func race(ctx context.Context, cfg Config, reading minigrid.Fillings, boards []board.Board, what part, r *lab.Run) error {
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
	cores := runtime.GOMAXPROCS(0)
	var times map[string][][]float64 // by what is timed and worker − 1, of each round
	if err := r.Rounds(ctx, func(ctx context.Context) (control lab.Control, err error) {
		times = map[string][][]float64{}
		for _, t := range timed {
			times[t] = make([][]float64, cores)
		}
		for round := range cfg.Rounds {
			for k := range cores + 1 {
				w := (round + k) % (cores + 1)
				again := w == cores // the control's turn
				if again {
					w = 0
				}
				runtime.GC()
				spent, err := p.run(ctx, w+1)
				if err != nil {
					return control, err
				}
				if again {
					control.One = append(control.One, spent[listing])
					continue
				}
				for t, seconds := range spent {
					times[t][w] = append(times[t][w], seconds)
				}
			}
			r.Progress(round+1, cfg.Rounds)
		}
		control.Other = times[listing][0]
		return control, nil
	}); err != nil {
		return err
	}
	r.Noisy("cores", float64(cores), "cores", 1)
	rng := rand.New(rand.NewPCG(r.Seed, 0))
	for w := range cores {
		quiet := quietRounds(times[machine], w)
		if w > 0 {
			r.Noisy(fmt.Sprintf("quiet workers=%d", w+1), float64(len(quiet)), "rounds", cfg.Rounds)
		}
		if len(quiet) < quietEnough {
			quiet = nil
		}
		for _, t := range timed {
			if len(times[t][w]) == 0 {
				continue
			}
			if err := keep(r, rng, cfg, t, w, pick(times[t][0], quiet), pick(times[t][w], quiet)); err != nil {
				return err
			}
		}
	}
	return nil
}

// keep keeps the time of one worker, and for more of them how many times faster they were.
func keep(r *lab.Run, rng *rand.Rand, cfg Config, what string, w int, one, more []float64) error {
	if w == 0 {
		median, err := stats.Median(one)
		if err != nil {
			return err
		}
		r.Noisy(what+" time", median, "s a board", len(one))
		return nil
	}
	ratio, err := stats.PairedRatios(rng, one, more, cfg.Bootstrap)
	if err != nil {
		return fmt.Errorf("minigrid-cores: %s on %d workers: %w", what, w+1, err)
	}
	name := fmt.Sprintf("%s workers=%d", what, w+1)
	r.Noisy(name, ratio.Median, "times", ratio.N)
	r.Noisy(name+".low", ratio.Interval.Low, "times", ratio.N)
	r.Noisy(name+".high", ratio.Interval.High, "times", ratio.N)
	return nil
}

// quietRounds returns the rounds in which the loops took about as long as they must, on one worker
// and on w+1: by the fastest round on one. Other programs only ever add to that.
func quietRounds(loops [][]float64, w int) (quiet []int) {
	must := slices.Min(loops[0]) / linear
	for round, seconds := range loops[w] {
		if loops[0][round] <= must && seconds <= must/float64(w+1) {
			quiet = append(quiet, round)
		}
	}
	return quiet
}

// pick returns the values of the rounds named, of all if there are none.
func pick(values []float64, rounds []int) []float64 {
	if rounds == nil {
		return values
	}
	out := make([]float64, len(rounds))
	for i, round := range rounds {
		out[i] = values[round]
	}
	return out
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
			some, err := permute(ctx, b, p.cfg.under(p.reading, workers))
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

// run times everything once and returns seconds a board.
func (p *pass) run(ctx context.Context, workers int) (map[string]float64, error) {
	spent := map[string]float64{}
	each := func(what string, times int, d time.Duration) { spent[what] += d.Seconds() / float64(times) }
	each(machine, 1, busy(workers))
	begin := time.Now()
	if err := p.list(ctx, workers); err != nil {
		return nil, err
	}
	each(listing, p.reps*len(p.boards), time.Since(begin))
	if p.printed {
		begin := time.Now()
		for range p.reps {
			for _, b := range p.boards {
				share(workers, b.Shape().Side(), func(box int) { printed.List(b, box, p.reading == minigrid.Lines) })
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
	each(machine, 1, busy(workers))
	return spent, nil
}

// list runs phases 1 and 2; the first takes no time beside the second, and no cores.
func (p *pass) list(ctx context.Context, workers int) error {
	for range p.reps {
		for _, b := range p.boards {
			if _, err := permute(ctx, b, p.cfg.under(p.reading, workers)); err != nil {
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

// share does n pieces of work on a number of goroutines, each taking the next that is left.
func share(workers, n int, work func(i int)) {
	var group sync.WaitGroup
	var next atomic.Int64
	for range workers {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	group.Wait()
}

// loops is the number of equal pieces of the machine's own test: one that many small numbers
// divide.
const loops = 48

// sink keeps the loop from being left out.
var sink atomic.Uint64

// busy times equal pieces of work that touch no memory and share nothing.
func busy(workers int) time.Duration {
	begin := time.Now()
	share(workers, loops, func(int) {
		x := uint64(1)
		for range 20_000 {
			x = x*6364136223846793005 + 1442695040888963407 // a congruential generator: each step needs the one before
		}
		sink.Store(x)
	})
	return time.Since(begin)
}
