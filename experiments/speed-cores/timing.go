package speedcores

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/cores"
	"sudokulab/pkg/stats"
)

// What is timed.
const (
	single  = "single" // one solver on the caller's goroutine: the base of every ratio
	batch   = "batch"
	stream  = "stream"
	machine = "machine" // loops that share nothing: what the machine gives to so many at all
)

// timed lists what is timed in each turn. The control uses the first.
var timed = []string{single, batch, stream, machine}

// speedUps times one thread, batch and stream over the same puzzles with 1, 2, … workers in interleaved
// rounds. What is kept of a number of workers is the median over the rounds of how many times as
// fast it was as one thread in the same turn: of the quiet rounds if there are enough of them. The
// loops run before and after what they are held beside.
func speedUps(ctx context.Context, cfg Config, r *lab.Run) error {
	base, err := puzzlesOf(ctx, r)
	if err != nil {
		return err
	}
	s := bitboard.New()
	begin := time.Now()
	want := alone(s, base, cfg.Limit)
	repeat := 1 + int(cfg.Slot/max(time.Since(begin), time.Microsecond))
	if err := same(ctx, cfg, base, want); err != nil {
		return err
	}
	keepCounts(r, want)

	puzzles := slices.Repeat(base, repeat)
	results := make([]bitboard.Result, len(puzzles))
	counts := cores.Counts(runtime.GOMAXPROCS(0))
	sides := make([]lab.Side, len(counts))
	for k, workers := range counts {
		sides[k] = func(ctx context.Context, _ int) ([]float64, error) {
			loops := cores.Busy(workers)
			begin := time.Now()
			solve(s, puzzles, cfg.Limit, results)
			one := time.Since(begin)
			begin = time.Now()
			if err := bitboard.Batch(ctx, puzzles, cfg.Limit, workers, results); err != nil {
				return nil, err
			}
			batched := time.Since(begin)
			begin = time.Now()
			for _, err := range bitboard.Stream(ctx, slices.Values(puzzles), cfg.Limit, workers) {
				if err != nil {
					return nil, err
				}
			}
			streamed := time.Since(begin)
			loops += cores.Busy(workers)
			return []float64{one.Seconds(), batched.Seconds(), streamed.Seconds(), loops.Seconds()}, nil
		}
	}
	readings, err := r.Interleave(ctx, lab.Interleaving{Rounds: cfg.Rounds, Sides: sides})
	if err != nil {
		return err
	}
	times := map[string][][]float64{} // by what is timed and place in counts, of each round
	for i, what := range timed {
		for k := range counts {
			times[what] = append(times[what], readings[k][i])
		}
	}
	return keep(r, cfg, counts, times, len(puzzles))
}

func puzzlesOf(ctx context.Context, r *lab.Run) ([]bitboard.Cells, error) {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]bitboard.Cells, len(items))
	for i, item := range items {
		if out[i], err = bitboard.FromBoard(item.Board); err != nil {
			return nil, fmt.Errorf("speed-cores: puzzle %d: %w", item.Index, err)
		}
	}
	if len(out) == 0 {
		return nil, errors.New("speed-cores: no puzzles")
	}
	return out, nil
}

// alone is what one thread finds of the puzzles.
func alone(s *bitboard.Solver, puzzles []bitboard.Cells, limit int) []bitboard.Result {
	out := make([]bitboard.Result, len(puzzles))
	solve(s, puzzles, limit, out)
	return out
}

// solve is the base of the comparison, a plain loop that hands out what a batch does: its
// rate is the rate of one thread.
func solve(s *bitboard.Solver, puzzles []bitboard.Cells, limit int, results []bitboard.Result) {
	for i := range puzzles {
		r := &results[i]
		r.Solutions = s.CountUpTo(&puzzles[i], limit)
		r.Guesses = s.Guesses()
		r.First = *s.First()
	}
}

// same makes sure that batch and stream find what one thread finds, in the same order,
// whatever the number of workers.
func same(ctx context.Context, cfg Config, puzzles []bitboard.Cells, want []bitboard.Result) error {
	for _, workers := range []int{1, 2, 7} {
		got := make([]bitboard.Result, len(puzzles))
		if err := bitboard.Batch(ctx, puzzles, cfg.Limit, workers, got); err != nil {
			return err
		}
		if !slices.Equal(got, want) {
			return fmt.Errorf("speed-cores: a batch on %d workers differs from one thread", workers)
		}
		var inOrder []bitboard.Result
		for res, err := range bitboard.Stream(ctx, slices.Values(puzzles), cfg.Limit, workers) {
			if err != nil {
				return err
			}
			inOrder = append(inOrder, res)
		}
		if !slices.Equal(inOrder, want) {
			return fmt.Errorf("speed-cores: a stream on %d workers differs from one thread", workers)
		}
	}
	return nil
}

func keepCounts(r *lab.Run, results []bitboard.Result) {
	var guesses, solutions int64
	for i := range results {
		guesses += results[i].Guesses
		solutions += int64(results[i].Solutions)
	}
	n := len(results)
	r.Exact("puzzles", float64(n), "puzzles", n)
	r.Exact("guesses", float64(guesses), "guesses", n)
	r.Exact("solutions", float64(solutions), "solutions, each puzzle's up to the limit", n)
}

// keep keeps the rate of one thread and, for each number of workers, how many times as fast
// they were.
func keep(r *lab.Run, cfg Config, counts []int, times map[string][][]float64, n int) error {
	rate, err := stats.Median(slices.Concat(times[single]...))
	if err != nil {
		return err
	}
	r.Noisy("rate", float64(n)/rate, "puzzles/s on one thread", cfg.Rounds*len(counts))
	r.Noisy("cores", float64(counts[len(counts)-1]), "cores", 1)
	rng := rand.New(rand.NewPCG(r.Seed, 0))
	for k, workers := range counts {
		quiet, n := cores.Quiet(times[machine], counts, k)
		r.Noisy(cores.QuietMetric(workers), float64(n), "rounds", cfg.Rounds)
		gain := func(what string, one, more []float64) error {
			_, err := lab.KeepRatio(r, rng, cores.GainMetric(what, workers), "times one thread", cores.Pick(one, quiet), cores.Pick(more, quiet), cfg.Bootstrap)
			return err
		}
		for _, what := range []string{batch, stream} {
			if err := gain(what, times[single][k], times[what][k]); err != nil {
				return err
			}
		}
		if k == 0 {
			continue
		}
		if err := gain(machine, times[machine][0], times[machine][k]); err != nil {
			return err
		}
	}
	return nil
}
