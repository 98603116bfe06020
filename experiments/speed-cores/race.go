package speedcores

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/stats"
)

// What is timed.
const (
	single  = "single" // one solver on the caller's goroutine: the base of every ratio
	again   = "again"  // the same, once more in the turn of one worker: the control of the rounds
	batch   = "batch"
	stream  = "stream"
	machine = "machine" // loops that share nothing: what the machine gives to so many at all
)

const (
	// quietShare is the part of the speed promised by the fastest round that loops which share
	// nothing must reach in a quiet round.
	quietShare = 0.95
	// quietEnough is the number of quiet rounds from which the others are left out.
	quietEnough = 5
)

// race times one thread, batch and stream over the same puzzles with 1, 2, … workers, all of
// them in each round, the first one another each time. What is kept of a number of workers
// is the median over the rounds of how many times as fast it was as one thread in the same
// round.
//
// A round is quiet for a number of workers if loops that share nothing, run before and after
// it on one and on so many workers, took about as long as the fastest round says they must:
// other programs left the cores alone. If there are enough of these, only they count.
func race(ctx context.Context, cfg Config, r *lab.Run) error {
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
	counts := workerCounts(runtime.GOMAXPROCS(0))
	var times map[string][][]float64 // by what is timed and place in counts, of each round
	if err := r.Rounds(ctx, func(ctx context.Context) (lab.Control, error) {
		times = map[string][][]float64{}
		for _, what := range []string{single, again, batch, stream, machine} {
			times[what] = make([][]float64, len(counts))
		}
		add := func(what string, k int, begin time.Time) {
			times[what][k] = append(times[what][k], time.Since(begin).Seconds())
		}
		for round := range cfg.Rounds {
			for turn := range counts {
				k := (round + turn) % len(counts)
				runtime.GC()
				loops := time.Now()
				busy(counts[k])
				first := time.Since(loops)
				begin := time.Now()
				solve(s, puzzles, cfg.Limit, results)
				add(single, k, begin)
				begin = time.Now()
				if err := bitboard.Batch(ctx, puzzles, cfg.Limit, counts[k], results); err != nil {
					return lab.Control{}, err
				}
				add(batch, k, begin)
				begin = time.Now()
				for _, err := range bitboard.Stream(ctx, slices.Values(puzzles), cfg.Limit, counts[k]) {
					if err != nil {
						return lab.Control{}, err
					}
				}
				add(stream, k, begin)
				if k == 0 {
					begin = time.Now()
					solve(s, puzzles, cfg.Limit, results)
					add(again, k, begin)
				}
				begin = time.Now().Add(-first)
				busy(counts[k])
				add(machine, k, begin)
			}
			r.Progress(round+1, cfg.Rounds)
		}
		return lab.Control{One: times[again][0], Other: times[single][0]}, nil
	}); err != nil {
		return err
	}
	return keep(r, cfg, counts, times, len(puzzles))
}

// workerCounts returns 1 to 4, then 6, 8, 12, 16, 24, …, and the number of cores.
func workerCounts(cores int) (counts []int) {
	for w := 1; w < cores; {
		counts = append(counts, w)
		switch {
		case w < 4:
			w++
		case w&(w-1) == 0:
			w += w / 2
		default:
			w += w / 3
		}
	}
	return append(counts, cores)
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
		quiet := quietRounds(times[machine], counts, k)
		r.Noisy(quietMetric(workers), float64(len(quiet)), "rounds", cfg.Rounds)
		if len(quiet) < quietEnough {
			quiet = nil
		}
		gains := map[string][2][]float64{
			batch:  {times[single][k], times[batch][k]},
			stream: {times[single][k], times[stream][k]},
		}
		if k > 0 {
			gains[machine] = [2][]float64{times[machine][0], times[machine][k]}
		}
		for _, what := range []string{batch, stream, machine} {
			pair, ok := gains[what]
			if !ok {
				continue
			}
			ratio, err := stats.PairedRatios(rng, pick(pair[0], quiet), pick(pair[1], quiet), cfg.Bootstrap)
			if err != nil {
				return fmt.Errorf("speed-cores: %s on %d workers: %w", what, workers, err)
			}
			name := gainMetric(what, workers)
			r.Noisy(name, ratio.Median, "times one thread", ratio.N)
			r.Noisy(name+".low", ratio.Interval.Low, "times one thread", ratio.N)
			r.Noisy(name+".high", ratio.Interval.High, "times one thread", ratio.N)
		}
	}
	return nil
}

func quietMetric(workers int) string { return fmt.Sprintf("quiet workers=%d", workers) }

func gainMetric(what string, workers int) string { return fmt.Sprintf("%s workers=%d", what, workers) }

// quietRounds returns the rounds in which the loops took about as long as they must, on one
// worker and on counts[k]: by the fastest round on one. Other programs only ever add to that.
func quietRounds(loops [][]float64, counts []int, k int) (quiet []int) {
	must := slices.Min(loops[0]) / quietShare
	for round, seconds := range loops[k] {
		if loops[0][round] <= must && seconds <= must/float64(counts[k]) {
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

// turns is the work of the loops, in pieces small beside what any number of workers has.
const turns = 4096

// sink keeps the loop from being left out.
var sink atomic.Uint64

// busy does equal pieces of work that touch no memory and share nothing.
func busy(workers int) {
	var group sync.WaitGroup
	var next atomic.Int64
	for range workers {
		group.Go(func() {
			x := uint64(1)
			for next.Add(1) <= turns {
				for range 1000 {
					x = x*6364136223846793005 + 1442695040888963407 // a congruential generator: each step needs the one before
				}
			}
			sink.Store(x)
		})
	}
	group.Wait()
}
