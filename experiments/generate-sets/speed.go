package generatesets

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/stats"
	"sudokulab/pkg/symmetry"
)

// speed times the methods in turn, on one goroutine.
func speed(ctx context.Context, cfg Config, r *lab.Run) error {
	_, sides, err := ours(ctx, cfg, cfg.Methods, r.Seed)
	if err != nil {
		return err
	}
	times, err := r.Alternate(ctx, cfg.Rounds, 0, sides...)
	if err != nil {
		return err
	}
	for i, m := range cfg.Methods {
		median, err := stats.Median(times[i])
		if err != nil {
			return err
		}
		r.Noisy("method="+m.Name+".rate", float64(cfg.Timed)/median, "puzzles/s", cfg.Rounds)
		if i == 0 {
			continue
		}
		ratio, err := stats.PairedRatios(rand.New(rand.NewPCG(r.Seed, uint64(i))), times[i], times[0], stats.DefaultBootstrap())
		if err != nil {
			return err
		}
		r.Noisy("method="+m.Name+".ratio", ratio.Median, "of the first method's time", ratio.N)
	}
	r.Exact("puzzles", float64(cfg.Timed), "puzzles a round", cfg.Rounds)
	return nil
}

// ours returns makers of the methods, warmed up, and what times a round of each: the same puzzles
// whenever the round is asked for.
func ours(ctx context.Context, cfg Config, methods []method, seed uint64) (makers []*maker, sides []func(context.Context, int) (float64, error), err error) {
	for _, m := range methods {
		k, err := newMaker(m, seed, true)
		if err != nil {
			return nil, nil, err
		}
		side := func(ctx context.Context, round int) (float64, error) {
			return k.seconds(ctx, (round+1)*cfg.Timed, cfg.Timed)
		}
		if _, err := side(ctx, -1); err != nil {
			return nil, nil, err
		}
		makers, sides = append(makers, k), append(sides, side)
	}
	return makers, sides, nil
}

// seconds makes puzzles from an index on and returns the time that it took.
func (k *maker) seconds(ctx context.Context, from, puzzles int) (float64, error) {
	var p generate.Puzzle9
	begin := time.Now()
	for i := range puzzles {
		if err := k.puzzle(ctx, from+i, &p); err != nil {
			return 0, err
		}
	}
	return time.Since(begin).Seconds(), nil
}

// besidePeer times a program of others and the first two methods in turn. The puzzles that the peer
// makes before the rounds, to warm up, are looked at: how many have one solution, how many are minimal, and
// how many givens they have.
func besidePeer(ctx context.Context, cfg Config, other peer, r *lab.Run) error {
	makers, sides, err := ours(ctx, cfg, cfg.Methods[:2], r.Seed)
	if err != nil {
		return err
	}
	peer := func(ctx context.Context, seed int) ([]board.Board, float64, error) {
		out, err := r.Peer(ctx, append([]string{strconv.Itoa(cfg.Timed), strconv.Itoa(seed)}, other.Args...)...).Output()
		if err != nil {
			return nil, 0, err
		}
		puzzles, seconds, err := readPeer(out)
		if err == nil && len(puzzles) != cfg.Timed {
			err = fmt.Errorf("the peer makes %d puzzles of %d", len(puzzles), cfg.Timed)
		}
		return puzzles, seconds, err
	}
	puzzles, _, err := peer(ctx, 1)
	if err != nil {
		return err
	}
	if err := inspect(puzzles, r); err != nil {
		return err
	}
	times, err := r.Alternate(ctx, cfg.Rounds, 0, append(sides, func(ctx context.Context, round int) (float64, error) {
		_, seconds, err := peer(ctx, round+2)
		return seconds, err
	})...)
	if err != nil {
		return err
	}
	theirs := times[len(makers)]
	median, err := stats.Median(theirs)
	if err != nil {
		return err
	}
	r.Noisy("peer rate", float64(cfg.Timed)/median, "puzzles/s", cfg.Rounds)
	for i, k := range makers {
		median, err := stats.Median(times[i])
		if err != nil {
			return err
		}
		r.Noisy("method="+k.method.Name+".rate", float64(cfg.Timed)/median, "puzzles/s", cfg.Rounds)
		ratio, err := stats.PairedRatios(rand.New(rand.NewPCG(r.Seed, uint64(i))), theirs, times[i], stats.DefaultBootstrap())
		if err != nil {
			return err
		}
		r.Noisy("method="+k.method.Name+".ratio", ratio.Median, "times as fast as the peer", ratio.N)
		r.Noisy("method="+k.method.Name+".ratio.low", ratio.Interval.Low, "times as fast as the peer", ratio.N)
		r.Noisy("method="+k.method.Name+".ratio.high", ratio.Interval.High, "times as fast as the peer", ratio.N)
	}
	return nil
}

// readPeer reads puzzles, a line each, and the time from the line "# seconds S" behind them.
func readPeer(out []byte) (puzzles []board.Board, seconds float64, err error) {
	for line := range bytes.Lines(out) {
		line = bytes.TrimSpace(line)
		if after, ok := bytes.CutPrefix(line, []byte("# seconds ")); ok {
			seconds, err = strconv.ParseFloat(string(after), 64)
			if err == nil && seconds <= 0 {
				err = fmt.Errorf("the peer took %s s, want more than 0", after)
			}
			return puzzles, seconds, err
		}
		if len(line) < 81 {
			continue
		}
		b, err := board.Parse(string(line[:81]))
		if err != nil {
			return nil, 0, err
		}
		puzzles = append(puzzles, b)
	}
	return nil, 0, fmt.Errorf("the peer does not say how long it took after %d puzzles", len(puzzles))
}

// inspect counts what a set of puzzles promises.
func inspect(puzzles []board.Board, r *lab.Run) error {
	f := engine.NewCounter9()
	seen, err := symmetry.NewSeen(symmetry.DefaultLimits())
	if err != nil {
		return err
	}
	givens, unique, minimal, twins := 0, 0, 0, 0
	for _, b := range puzzles {
		givens += b.Filled()
		cells := [81]uint8(b.Cells())
		n, first := f.Count(&cells, 2)
		if n == 1 {
			unique++
			solution := *first
			if isMinimal(f, cells, &solution) {
				minimal++
			}
		}
		fresh, err := seen.Add(b)
		if err != nil {
			return err
		}
		if !fresh {
			twins++
		}
	}
	n := len(puzzles)
	// The peer's random numbers may not depend on its seed alone, so none of this is exact.
	r.Noisy("peer givens", float64(givens)/float64(n), "givens", n)
	r.Noisy("peer unique", float64(unique), "puzzles", n)
	r.Noisy("peer minimal", float64(minimal), "puzzles", n)
	r.Noisy("peer twins", float64(twins), "puzzles of a class met before", n)
	return nil
}

func isMinimal(f *engine.Counter9, puzzle [81]uint8, solution *[81]uint8) bool {
	for c, d := range puzzle {
		if d == 0 {
			continue
		}
		puzzle[c] = 0
		if _, found := f.Another(&puzzle, solution); !found {
			return false
		}
		puzzle[c] = d
	}
	return true
}
