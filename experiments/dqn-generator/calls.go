package dqngenerator

import (
	"context"
	"fmt"
	"math"
	"slices"

	"sudokulab/experiments/dqn-generator/deals"
	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/generate/gallop"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/stats"
)

// lines calls each with the first n lines of the run's seed.
func lines(ctx context.Context, r *lab.Run, n int, each func(*deals.Line) error) error {
	s := bitboard.New()
	for i := range n {
		d, err := deals.Make(ctx, r.Seed, i)
		if err != nil {
			return err
		}
		l := deals.Walk(s, d)
		if err := each(&l); err != nil {
			return err
		}
		r.Progress(i+1, n)
	}
	return nil
}

// metric names a figure of one way at one number of givens.
func metric(givens int, way, figure string) string {
	return fmt.Sprintf("givens=%d %s %s", givens, way, figure)
}

// countCalls removes cells from every grid in every way, down to each number of givens, by the
// record of single steps; [repeatCounted] shows that a counter gives the same. Only grids
// whose order leads to so few givens count, the same ones for all ways.
func countCalls(ctx context.Context, cfg Config, r *lab.Run) error {
	calls := make(map[string][]float64)
	keys := make(map[int][]float64)
	var runs, other int64
	err := lines(ctx, r, cfg.Deals, func(l *deals.Line) error {
		for _, givens := range cfg.Givens {
			k, reached := l.KeysBefore(givens)
			if !reached {
				continue
			}
			keys[givens] = append(keys[givens], float64(k))
			var puzzle board.Board
			for _, w := range cfg.Ways {
				res, err := l.Remove(ctx, w.Remove, givens, nil)
				if err != nil {
					return err
				}
				if puzzle.IsZero() {
					puzzle = res.Puzzle
				}
				runs++
				if !res.Puzzle.Equal(puzzle) || len(res.Keys) != k {
					other++
				}
				name := metric(givens, w.Name, "calls")
				calls[name] = append(calls[name], float64(res.Calls.Total()))
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	r.Count("deals", int64(cfg.Deals), "grids")
	r.Exact("puzzles-other", float64(other), "puzzles", int(runs))
	for givens, k := range keys {
		mean, err := stats.Mean(k)
		if err != nil {
			return err
		}
		r.Exact(fmt.Sprintf("givens=%d reached", givens), float64(len(k)), "grids", cfg.Deals)
		r.Exact(fmt.Sprintf("givens=%d keys.mean", givens), mean, "cells", len(k))
		r.Exact(fmt.Sprintf("givens=%d keys.max", givens), slices.Max(k), "cells", len(k))
	}
	for name, c := range calls {
		if err := distribution(r, name, c, "calls"); err != nil {
			return err
		}
	}
	return nil
}

// distribution keeps mean, median, the 90th percentile and the extremes of exact figures.
func distribution(r *lab.Run, name string, x []float64, unit string) error {
	mean, err := stats.Mean(x)
	if err != nil {
		return err
	}
	q, err := stats.Quantiles(x, 0, 0.5, 0.9, 1)
	if err != nil {
		return err
	}
	r.Exact(name+".mean", mean, unit, len(x))
	for i, part := range []string{"min", "median", "p90", "max"} {
		r.Exact(name+"."+part, q[i], unit, len(x))
	}
	return nil
}

// repeatCounted removes cells from some of the grids with the fast engine as the counter and
// compares puzzle, key cells and calls with those by the record. The way that discards chunks
// leaves the record's line and is measured here alone.
func repeatCounted(ctx context.Context, cfg Config, r *lab.Run) error {
	s := bitboard.New()
	var runs, same, kept, short, tried int64
	var calls []float64
	discard, err := gallop.New(cfg.Discard, deals.Counter(s))
	if err != nil {
		return err
	}
	err = lines(ctx, r, cfg.Counted, func(l *deals.Line) error {
		for _, givens := range cfg.Givens {
			for _, w := range cfg.Ways {
				want, err := l.Remove(ctx, w.Remove, givens, nil)
				if err != nil {
					return err
				}
				counting, err := gallop.New(w.Remove, deals.Counter(s))
				if err != nil {
					return err
				}
				got, err := counting.Remove(ctx, l.Grid, l.Order, givens)
				if err != nil {
					return err
				}
				runs++
				if got.Puzzle.Equal(want.Puzzle) && slices.Equal(got.Keys, want.Keys) && got.Calls == want.Calls {
					same++
				}
			}
		}
		if _, reached := l.KeysBefore(stated); !reached {
			return nil
		}
		res, err := discard.Remove(ctx, l.Grid, l.Order, stated)
		if err != nil {
			return err
		}
		tried++
		kept += int64(res.Discarded)
		calls = append(calls, float64(res.Calls.Total()))
		if !res.Reached {
			short++
		}
		return nil
	})
	if err != nil {
		return err
	}
	r.Exact("same", float64(same), "puzzles", int(runs))
	r.Count("runs", runs, "puzzles")
	r.Exact("discard.tried", float64(tried), "grids", int(tried))
	r.Exact("discard.short", float64(short), "grids", int(tried))
	r.Exact("discard.kept", float64(kept), "cells", int(tried))
	return distribution(r, "discard.calls", calls, "calls")
}

// failedChunks follows every chunk that cannot go, at the document's 27 givens without the drop
// to single cells, so that there are many: which cell the search finds and in how many calls,
// beside the cells that single steps would ask about up to the same one.
func failedChunks(ctx context.Context, cfg Config, r *lab.Run) error {
	search := gallop.DefaultConfig()
	search.ShrinkAfter = 0
	var c chunkCosts
	err := lines(ctx, r, cfg.Deals, func(l *deals.Line) error {
		for _, elimination := range []bool{true, false} {
			search.Elimination = elimination
			c.begin(l, elimination)
			if _, err := l.Remove(ctx, search, stated, c.see); err != nil {
				return err
			}
			c.settle()
		}
		return nil
	})
	if err != nil {
		return err
	}
	keep := func(name string, of chunkCost) {
		n := int(of.chunks)
		if n == 0 {
			return
		}
		r.Exact(name+" chunks", float64(of.chunks), "chunks", n)
		r.Exact(name+" right", float64(of.right), "chunks", n)
		r.Exact(name+" within-bound", float64(of.within), "chunks", n)
		r.Exact(name+" search-calls", float64(of.calls)/float64(n), "calls a chunk", n)
		r.Exact(name+" search-calls-unspared", float64(of.unspared)/float64(n), "calls a chunk", n)
		r.Exact(name+" single-steps", float64(of.steps)/float64(n), "calls a chunk", n)
	}
	for i, of := range c.bySize {
		keep(sizeName(i), of)
	}
	keep("all", c.all)
	return nil
}

// sizeClasses is the number of classes of chunk sizes.
const sizeClasses = 5

// sizeSays names the i-th class of chunk sizes: 2, 3–4, 5–8, 9–16, 17–32.
func sizeSays(i int) string {
	if i == 0 {
		return "2"
	}
	return fmt.Sprintf("%d–%d", 1<<i+1, 2<<i)
}

// sizeName begins the names of the figures of a class.
func sizeName(i int) string { return "size=" + sizeSays(i) }

// chunkCost sums up failed chunks.
type chunkCost struct {
	chunks, right, within, calls, unspared, steps int64
}

type chunkCosts struct {
	bySize [sizeClasses]chunkCost
	all    chunkCost

	line        *deals.Line
	elimination bool
	open        bool // a failed chunk is being searched
	from, size  int
	inside, key int
}

func (c *chunkCosts) begin(l *deals.Line, elimination bool) {
	c.line, c.elimination, c.open = l, elimination, false
}

func (c *chunkCosts) see(s gallop.Step) {
	switch s.Phase {
	case gallop.Search, gallop.Check:
		c.inside++
		if s.Key >= 0 {
			c.key = s.Key
		}
	case gallop.Chunk, gallop.Single:
		c.settle()
		if s.Phase == gallop.Chunk && !s.Unique {
			c.open, c.from, c.size, c.inside, c.key = true, s.From, s.Size, 0, -1
		}
	}
}

// settle counts a failed chunk when the search in it is over. The chunks are the same with and
// without elimination.
func (c *chunkCosts) settle() {
	if !c.open {
		return
	}
	c.open = false
	class, halvings := 0, 0
	for 2<<class < c.size {
		class++
	}
	for 1<<halvings < c.size {
		halvings++
	}
	for _, of := range []*chunkCost{&c.bySize[class], &c.all} {
		if !c.elimination {
			of.unspared += int64(c.inside)
			continue
		}
		of.chunks++
		of.calls += int64(c.inside)
		// Single steps ask about each cell up to the first key cell of the order.
		next, _ := slices.BinarySearch(c.line.Keys, c.from)
		of.steps += int64(c.line.Keys[next] - c.from + 1)
		if c.line.Keys[next] == c.key {
			of.right++
		}
		if c.inside <= halvings {
			of.within++
		}
	}
}

// byKeys groups the grids by the number of key cells met on the way to each number of givens,
// and compares the calls with and without the drop to single cells after ten calls.
func byKeys(ctx context.Context, cfg Config, r *lab.Run) error {
	const width = 4
	type sums struct {
		grids, with, without, gain, third int64
		best                              float64
	}
	groups := map[int]map[int]*sums{} // by givens and first number of key cells of the group
	heavy := map[int]*sums{}          // by givens: dense and more
	whole := map[int]*sums{}          // by givens: all
	drop := gallop.DefaultConfig()
	hold := drop
	hold.ShrinkAfter = 0
	ask, askHold := drop, hold
	ask.Elimination, askHold.Elimination = false, false
	spared, sparedHold := spare{}, spare{}
	density := densities{}
	s := bitboard.New()
	err := lines(ctx, r, cfg.Deals, func(l *deals.Line) error {
		before := math.NaN() // the density at the number of givens before, of this grid
		for _, givens := range cfg.Givens {
			k, reached := l.KeysBefore(givens)
			if !reached {
				continue
			}
			results := make([]gallop.Result, 4)
			for i, c := range []gallop.Config{drop, hold, ask, askHold} {
				var err error
				if results[i], err = l.Remove(ctx, c, givens, nil); err != nil {
					return err
				}
			}
			before = density.add(givens, before, keyShare(s, results[0].Puzzle))
			with, without := results[0].Calls.Total(), results[1].Calls.Total()
			if groups[givens] == nil {
				groups[givens], heavy[givens], whole[givens] = map[int]*sums{}, new(sums), new(sums)
			}
			g := groups[givens][k/width*width]
			if g == nil {
				g = new(sums)
				groups[givens][k/width*width] = g
			}
			into := []*sums{g, whole[givens]}
			if k >= dense {
				into = append(into, heavy[givens])
			}
			for _, s := range into {
				s.grids++
				s.with += int64(with)
				s.without += int64(without)
				saving := 1 - float64(with)/float64(without)
				s.best = max(s.best, saving)
				if with < without {
					s.gain++
				}
				if saving >= statedSaving {
					s.third++
				}
			}
			if givens == stated {
				spared.add(&results[0], &results[2])
				sparedHold.add(&results[1], &results[3])
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	keep := func(name string, s *sums) {
		n := int(s.grids)
		r.Exact(name+" grids", float64(s.grids), "grids", n)
		r.Exact(name+" with", float64(s.with), "calls", n)
		r.Exact(name+" without", float64(s.without), "calls", n)
		r.Exact(name+" gaining", float64(s.gain), "grids", n)
		r.Exact(name+" saving-as-stated", float64(s.third), "grids", n)
		r.Exact(name+" saving.best", s.best, "of calls", n)
	}
	for givens, of := range groups {
		for from, s := range of {
			keep(fmt.Sprintf("givens=%d keys=%d–%d", givens, from, from+width-1), s)
		}
		keep(fmt.Sprintf("givens=%d all", givens), whole[givens])
		if heavy[givens].grids > 0 {
			keep(fmt.Sprintf("givens=%d dense", givens), heavy[givens])
		}
	}
	if err := density.keep(r); err != nil {
		return err
	}
	spared.keep(r, "elimination")
	sparedHold.keep(r, "elimination, no shrink")
	return nil
}

// keyShare returns the share of a puzzle's givens without which it has several solutions.
func keyShare(s *bitboard.Solver, puzzle board.Board) float64 {
	cells := bitboard.Cells(puzzle.Cells())
	givens, keys := 0, 0
	for cell, digit := range cells {
		if digit == 0 {
			continue
		}
		givens++
		cells[cell] = 0
		if s.CountUpTo(&cells, 2) != 1 {
			keys++
		}
		cells[cell] = digit
	}
	return float64(keys) / float64(givens)
}

// densities are the shares of key cells at each number of givens, and how much they rise from the
// number before, grid by grid.
type densities map[int]*struct{ shares, rises []float64 }

// add takes the share of a grid at a number of givens and that at the number before, NaN at the
// first, and returns the share.
func (d densities) add(givens int, before, share float64) float64 {
	if d[givens] == nil {
		d[givens] = new(struct{ shares, rises []float64 })
	}
	d[givens].shares = append(d[givens].shares, share)
	if !math.IsNaN(before) {
		d[givens].rises = append(d[givens].rises, share-before)
	}
	return share
}

func (d densities) keep(r *lab.Run) error {
	for givens, of := range d {
		name := fmt.Sprintf("givens=%d density", givens)
		mean, err := stats.Mean(of.shares)
		if err != nil {
			return err
		}
		r.Exact(name, mean, "of the givens", len(of.shares))
		if len(of.rises) < 2 {
			continue
		}
		rise, err := stats.Mean(of.rises)
		if err != nil {
			return err
		}
		r.Exact(name+"-rise", rise, "of the givens", len(of.rises))
		lab.KeepInterval(r.Exact, name+"-rise", "of the givens", lab.MeanInterval(of.rises, lab.Confidence), len(of.rises))
	}
	return nil
}

// spare compares calls with and without elimination, puzzle by puzzle.
type spare struct {
	grids, other, fewer, more, calls, without, left int64
}

// add takes a puzzle made with and one made without elimination.
func (s *spare) add(with, without *gallop.Result) {
	s.grids++
	d := without.Calls.Total() - with.Calls.Total()
	s.calls += int64(d)
	s.without += int64(without.Calls.Total())
	s.left += int64(without.Calls.Checks)
	switch {
	case d > 0:
		s.fewer++
	case d < 0:
		s.more++
	}
	if !with.Puzzle.Equal(without.Puzzle) || !slices.Equal(with.Keys, without.Keys) {
		s.other++
	}
}

func (s *spare) keep(r *lab.Run, name string) {
	n := int(s.grids)
	r.Exact(name+" grids", float64(s.grids), "grids", n)
	r.Exact(name+" puzzles-other", float64(s.other), "puzzles", n)
	r.Exact(name+" fewer", float64(s.fewer), "grids", n)
	r.Exact(name+" more", float64(s.more), "grids", n)
	r.Exact(name+" spared", float64(s.calls), "calls", n)
	r.Exact(name+" without", float64(s.without), "calls", n)
	r.Exact(name+" checks", float64(s.left), "calls", n)
}
