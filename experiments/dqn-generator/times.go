package dqngenerator

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"sudokulab/experiments/dqn-generator/deals"
	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/generate/counter"
	"sudokulab/pkg/generate/gallop"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
)

// Names of the counters that are timed.
const (
	counterFast  = "bitboard"
	counterFull  = "document's"
	counterNaive = "naive"
)

// counterNames lists them, fastest first.
func counterNames() []string { return []string{counterFast, counterFull, counterNaive} }

// timed are the ways that are timed.
func timed() []way {
	return []way{{oneByOne, gallop.OneByOne()}, {document, gallop.DefaultConfig()}}
}

// times times puzzles of the stated number of givens by one cell at a time and by the document's way, with
// each counter, all in turn in every round, the first of them twice as the control. A count that reaches
// the bound on nodes is answered from the record, so that the puzzle is the same; its time is then a lower
// bound.
func times(ctx context.Context, cfg Config, r *lab.Run) error {
	var taken []*deals.Line
	s := bitboard.New()
	for i := 0; len(taken) < cfg.Timed; i++ {
		d, err := deals.Make(ctx, r.Seed, i)
		if err != nil {
			return err
		}
		l := deals.Walk(s, d)
		if _, reached := l.KeysBefore(stated); reached {
			taken = append(taken, &l)
		}
	}
	var line *deals.Line // under way
	var capped, nodes, most int64
	counts := map[string]gallop.Count{counterFast: deals.Counter(s)}
	for name, c := range cfg.Counters {
		slow, err := counter.New(board.Standard(), c)
		if err != nil {
			return err
		}
		counts[name] = func(b board.Board, limit int) int {
			res, err := slow.Solve(ctx, b, solver.Limits{Solutions: limit, Nodes: cfg.Nodes})
			nodes += res.Stats.Nodes
			if err != nil || res.Status == solver.Capped {
				capped++
				return line.Count(b, limit)
			}
			return res.Solutions
		}
	}
	n := len(taken)
	// pass makes all puzzles one way with a counter and returns the calls that it took.
	pass := func(ctx context.Context, name string, w way) (calls int, err error) {
		remover, err := gallop.New(w.Remove, counts[name])
		if err != nil {
			return 0, err
		}
		capped, nodes, most = 0, 0, 0
		for _, line = range taken {
			before := nodes
			res, err := remover.Remove(ctx, line.Grid, line.Order, stated)
			if err != nil {
				return 0, err
			}
			calls += res.Calls.Total()
			most = max(most, nodes-before)
		}
		return calls, nil
	}
	var keys []string
	var sides []func(context.Context, int) (float64, error)
	for _, name := range counterNames() {
		for _, w := range timed() {
			key := name + " " + w.Name
			calls, err := pass(ctx, name, w) // warms up
			if err != nil {
				return err
			}
			r.Exact(key+" calls", float64(calls)/float64(n), "calls a puzzle", n)
			if name != counterFast {
				r.Exact(key+" nodes", float64(nodes)/float64(n), "nodes a puzzle", n)
				r.Exact(key+" nodes.max", float64(most), "nodes", n)
				r.Exact(key+" capped", float64(capped), "calls", calls)
			}
			if capped > 0 {
				r.Cap(fmt.Sprintf("%s, %s: %d of %d counts reached %d nodes; times are lower bounds", name, w.Name, capped, calls, cfg.Nodes))
			}
			keys = append(keys, key)
			sides = append(sides, func(ctx context.Context, _ int) (float64, error) {
				begin := time.Now()
				for range cfg.Repeat[name] {
					if _, err := pass(ctx, name, w); err != nil {
						return 0, err
					}
				}
				return time.Since(begin).Seconds() / float64(n*cfg.Repeat[name]), nil
			})
		}
	}
	all, err := r.Alternate(ctx, cfg.Rounds, 0, sides...)
	if err != nil {
		return err
	}
	seconds := map[string][]float64{}
	for i, key := range keys {
		seconds[key] = all[i]
	}
	r.Count("puzzles", int64(n), "puzzles")
	for _, name := range counterNames() {
		for _, w := range timed() {
			t := seconds[name+" "+w.Name]
			median, err := stats.Median(t)
			if err != nil {
				return err
			}
			r.Noisy(name+" "+w.Name+" time", median, "s", len(t))
		}
		if _, err := lab.KeepRatio(r, rand.New(rand.NewPCG(r.Seed, 0)), name+" ratio", "of the document's way",
			seconds[name+" "+oneByOne], seconds[name+" "+document], stats.DefaultBootstrap()); err != nil {
			return err
		}
	}
	return nil
}
