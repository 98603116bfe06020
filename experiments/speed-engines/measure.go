package speedengines

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/method"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
	"sudokulab/pkg/tensornet"
)

// runner is an engine on its way over a set.
type runner struct {
	name   string
	solver solver.Solver
	limits solver.Limits
	// together, if there are any, are solvers of the same method, one for each puzzle, that share batches.
	together []*method.Solver
	refuses  bool
	settled  []bool
	times    [][]float64 // by puzzle, of each round
	spent    time.Duration
	// Of the first round:
	guesses, nodes int64 // of the settled puzzles
	unguessed      int   // of the settled puzzles, those without a guess
}

// measure runs all engines over the set in turn, round by round. The first round also
// counts and checks: grids against the puzzle, and what an engine has proved against what
// the others have.
func measure(ctx context.Context, cfg Config, set Set, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	size := cfg.of(set.Side)
	var all []*runner
	var shared []*method.Solver
	defer func() {
		for _, s := range shared {
			_ = s.Close() // what it answered stands
		}
	}()
	for _, e := range engines() {
		s, limits, err := bounded(ctx, cfg, e, size)
		if err != nil {
			return err
		}
		by := &runner{
			name: e.Name, solver: s, limits: limits, settled: make([]bool, len(items)), times: make([][]float64, len(items)),
		}
		if opened, ok := s.(*method.Solver); ok {
			shared = append(shared, opened)
			for e.Name == inBatch && len(by.together) < len(items) {
				f, err := opened.Fork()
				if err != nil {
					return err
				}
				by.together, shared = append(by.together, f), append(shared, f)
			}
		}
		all = append(all, by)
	}
	proved := make([]verdict, len(items))
	// What works on batches comes when the others are done: its megabytes would push what they need out of
	// the caches, and they take microseconds.
	single, batches := all, []*runner{}
	for len(single) > 0 && len(single[len(single)-1].together) > 0 {
		batches, single = append(batches, single[len(single)-1]), single[:len(single)-1]
	}
	for i, turns := range [][]*runner{single, batches} {
		for round := range cfg.Rounds {
			for _, e := range turns {
				// The network of a batch is compiled in the first round, so there is always another.
				if e.refuses || e.spent > cfg.Budget && (len(e.together) == 0 || round > 1) {
					continue
				}
				if err := e.round(ctx, round, items, proved); err != nil {
					return err
				}
			}
			r.Progress(i*cfg.Rounds+round+1, 2*cfg.Rounds)
		}
	}
	keepSet(r, items, proved)
	var capped []string
	for _, e := range all {
		if err := e.keep(r, len(items)); err != nil {
			return err
		}
		if n := e.open(); n > 0 && !e.refuses {
			capped = append(capped, fmt.Sprintf("%s %d", e.name, n))
		}
	}
	if len(capped) > 0 {
		r.Cap("a limit of nodes, clauses or fillings ended puzzles: " + strings.Join(capped, ", "))
	}
	return nil
}

// verdict is what is known of a puzzle, and from whom.
type verdict struct {
	status solver.Status // Capped if nothing is
	by     string
}

// round goes over the puzzles once.
func (e *runner) round(ctx context.Context, round int, items []corpus.Item, proved []verdict) error {
	answers := e.answers(ctx, items)
	for i, item := range items {
		res, elapsed, err := answers(i)
		if errors.Is(err, tensornet.ErrDepth) {
			res, err = solver.Result{Status: solver.Capped}, nil
		}
		if err != nil {
			if i == 0 && round == 0 && item.Board.Shape().Side() != 9 { // every engine takes 9×9
				e.refuses = true
				return nil
			}
			return fmt.Errorf("speed-engines: %s: puzzle %d: %w", e.name, item.Index, err)
		}
		if res.Status == solver.Cancelled {
			return ctx.Err()
		}
		e.spent += elapsed
		e.times[i] = append(e.times[i], elapsed.Seconds())
		if round > 0 {
			continue
		}
		if err := e.count(i, item, res, proved); err != nil {
			return err
		}
	}
	return nil
}

// answers returns what gives the answer to a puzzle and the time that it took: now, or at once with the
// others, a share of whose time is each one's.
func (e *runner) answers(ctx context.Context, items []corpus.Item) func(i int) (solver.Result, time.Duration, error) {
	if len(e.together) == 0 {
		return func(i int) (solver.Result, time.Duration, error) {
			begin := time.Now()
			res, err := e.solver.Solve(ctx, items[i].Board, e.limits)
			return res, time.Since(begin), err
		}
	}
	results, errs := make([]solver.Result, len(items)), make([]error, len(items))
	var wg sync.WaitGroup
	begin := time.Now()
	for i := range items {
		wg.Go(func() { results[i], errs[i] = e.together[i].Solve(ctx, items[i].Board, e.limits) })
	}
	wg.Wait()
	each := time.Since(begin) / time.Duration(max(1, len(items)))
	return func(i int) (solver.Result, time.Duration, error) { return results[i], each, errs[i] }
}

// count takes the outcome of a puzzle in.
func (e *runner) count(i int, item corpus.Item, res solver.Result, proved []verdict) error {
	if !res.Grid.IsZero() {
		if err := board.CheckSolution(item.Board, res.Grid); err != nil {
			return fmt.Errorf("speed-engines: %s: puzzle %d: %w", e.name, item.Index, err)
		}
	}
	if res.Status == solver.Capped {
		return nil
	}
	if known := &proved[i]; known.by == "" {
		*known = verdict{res.Status, e.name}
	} else if known.status != res.Status {
		return fmt.Errorf("speed-engines: puzzle %d: %s by %s, %s by %s", item.Index, known.status, known.by, res.Status, e.name)
	}
	e.settled[i] = true
	e.nodes += res.Stats.Nodes
	g := guesses(item.Board.Shape().Side(), res)
	e.guesses += g
	if g == 0 {
		e.unguessed++
	}
	return nil
}

// guesses returns what an engine tried without being forced to. Exact cover and bitboard
// count it; the search of csp makes a node only where propagation leaves a choice; a minigrid
// engine tries fillings even where pruning has left one in each box, so these are not
// guesses; clause learning decides.
func guesses(side int, res solver.Result) int64 {
	has := func(name string) (int64, bool) {
		i := slices.IndexFunc(res.Stats.Counters, func(c solver.Counter) bool { return c.Name == name })
		if i < 0 {
			return 0, false
		}
		return res.Stats.Counters[i].Value, true
	}
	if g, ok := has(engine.CounterGuesses); ok {
		return g
	}
	if left, ok := has(engine.CounterSurvivors); ok && left <= int64(side) {
		return 0
	}
	return res.Stats.Nodes + res.Stats.Counter(engine.CounterDecisions)
}

func (e *runner) open() (n int) {
	for _, settled := range e.settled {
		if !settled {
			n++
		}
	}
	return n
}

func keepSet(r *lab.Run, items []corpus.Item, proved []verdict) {
	n := len(items)
	count := map[solver.Status]int{}
	for _, v := range proved {
		count[v.status]++
	}
	r.Count("puzzles", int64(n), "puzzles")
	for name, status := range map[string]solver.Status{"none": solver.Unsat, "one": solver.Unique, "several": solver.Multiple, "open": solver.Capped} {
		r.Exact(name, float64(count[status]), "puzzles", n)
	}
	side := 0
	if n > 0 {
		side = items[0].Board.Shape().Side()
	}
	r.Exact("side", float64(side), "cells", 1)
}

// Steps of the curve over time: a puzzle is done within step k if it took at most
// 10^(k/stepsPerDecade) µs.
const (
	stepsPerDecade = 6
	steps          = 7*stepsPerDecade + 1 // to ten seconds
)

func stepSeconds(k int) float64 { return 1e-6 * math.Pow(10, float64(k)/stepsPerDecade) }

func withinMetric(engine string, k int) string { return fmt.Sprintf("%s within=%d", engine, k) }

// keep keeps an engine's figures. The time of a puzzle is the median of its rounds, the first
// one left out where there are more: it warms up. Of the curve over time the steps are kept
// at which it rises.
func (e *runner) keep(r *lab.Run, n int) error {
	if e.refuses || n == 0 {
		return nil
	}
	r.Exact(e.name+" settled", float64(n-e.open()), "puzzles", n)
	r.Exact(e.name+" guesses", float64(e.guesses), "guesses", n-e.open())
	r.Exact(e.name+" nodes", float64(e.nodes), "nodes", n-e.open())
	r.Exact(e.name+" unguessed", float64(e.unguessed), "puzzles", n-e.open())
	var times []float64
	for i, rounds := range e.times {
		if !e.settled[i] {
			continue
		}
		if len(rounds) > 1 {
			rounds = rounds[1:]
		}
		t, err := stats.Median(rounds)
		if err != nil {
			return err
		}
		times = append(times, t)
	}
	if len(times) == 0 {
		return nil
	}
	median, err := stats.Median(times)
	if err != nil {
		return err
	}
	mean, err := stats.Mean(times)
	if err != nil {
		return err
	}
	r.Noisy(e.name+" median", median, "s", len(times))
	r.Noisy(e.name+" mean", mean, "s", len(times))
	slices.Sort(times)
	done := 0
	for k := range steps {
		before := done
		for done < len(times) && times[done] <= stepSeconds(k) {
			done++
		}
		if done > before {
			r.Noisy(withinMetric(e.name, k), float64(done), "puzzles", len(times))
		}
	}
	return nil
}
