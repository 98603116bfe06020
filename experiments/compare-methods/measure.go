package comparemethods

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/score"
	"sudokulab/pkg/method"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
	"sudokulab/pkg/tensornet"
)

// outcome is how a puzzle ended.
type outcome int

const (
	solved outcome = iota // a grid that is a solution; or a proof that there is none
	wrong                 // a grid that is none, or a proof that another method contradicts
	capped                // a limit ended it: of time, or of the method's own
	open                  // it has no answer and says so
)

// answer is what a method made of a puzzle.
type answer struct {
	outcome
	proved  bool
	status  solver.Status
	guesses int64
	stats   solver.Stats
	seconds float64
	late    bool // time ended it
}

func onSet(ctx context.Context, cfg Config, f Family, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	return measure(ctx, cfg, f, corpus.Boards(items), r)
}

// measure puts all methods of a family to the puzzles, one method after the other, and keeps what came of it.
func measure(ctx context.Context, cfg Config, f Family, puzzles []board.Board, r *lab.Run) error {
	truths, err := begin(cfg, puzzles, r)
	if err != nil {
		return err
	}
	var ended []string
	for i, m := range f.Methods {
		puzzles := each(puzzles, cfg.Every[m.Name])
		answers, spent, err := answersOf(ctx, cfg, f.Name, m.Name, puzzles)
		if _, refused := errors.AsType[*refusedError](err); refused {
			continue
		}
		if err != nil {
			return fmt.Errorf("compare-methods: %s: %w", m.Name, err)
		}
		if err := truths.judgeAll(ctx, puzzles, answers); err != nil {
			return err
		}
		if n := keep(r, m.Name, answers, spent); n > 0 {
			ended = append(ended, fmt.Sprintf("%s %d", m.Name, n))
		}
		r.Progress(i+1, len(f.Methods))
	}
	if len(ended) > 0 {
		r.Cap(fmt.Sprintf("ended by a limit, and counted as not solved: %v", ended))
	}
	return nil
}

// begin keeps what is known of the puzzles beforehand.
func begin(cfg Config, puzzles []board.Board, r *lab.Run) (truths, error) {
	if len(puzzles) == 0 {
		return truths{}, errors.New("compare-methods: no puzzles")
	}
	r.Count("puzzles", int64(len(puzzles)), "puzzles")
	r.Count("side", int64(puzzles[0].Shape().Side()), "cells")
	return truths{limit: cfg.Cap, known: map[string]solver.Status{}}, nil
}

// each returns every n-th of the puzzles, the first one included; all for 0.
func each(puzzles []board.Board, n int) (out []board.Board) {
	for i := 0; i < len(puzzles); i += max(1, n) {
		out = append(out, puzzles[i])
	}
	return out
}

// refusedError says that a method does not take boards of this shape.
type refusedError struct{ err error }

func (e *refusedError) Error() string { return e.err.Error() }

// spending is what a method took in all.
type spending struct {
	allocated uint64 // bytes, over all puzzles
	held      float64
}

// answersOf opens a method, warms it up on the first puzzle, and has it answer all.
func answersOf(ctx context.Context, cfg Config, family, name string, puzzles []board.Board) (_ []answer, spent spending, err error) {
	if family == rules {
		return byRule(ctx, name, puzzles)
	}
	before := lab.LiveHeap()
	s, err := method.Open(ctx, name, method.Options{})
	if err != nil {
		return nil, spent, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := s.Takes(puzzles[0].Shape()); err != nil {
		return nil, spent, &refusedError{err}
	}
	limits := solver.Limits{Solutions: 2, Time: cfg.Cap}
	if s.Method().Proves == method.Finds { // a second solution is nothing that it could look for
		limits.Solutions = 1
	}
	// Warming up compiles networks, and shows what the method holds; it is not timed.
	if _, err := s.Solve(ctx, puzzles[0], solver.Limits{Solutions: limits.Solutions, Time: 10 * cfg.Cap}); err != nil && !errors.Is(err, tensornet.ErrDepth) {
		return nil, spent, err
	}
	spent.held = max(0, lab.LiveHeap()-before)
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	start := m.TotalAlloc
	answers := make([]answer, len(puzzles))
	if abreast := s.Abreast(); abreast > runtime.GOMAXPROCS(0) {
		err = together(ctx, s, min(abreast, len(puzzles)), limits, puzzles, answers)
	} else {
		for i, b := range puzzles {
			if answers[i], err = one(ctx, s, b, limits); err != nil {
				break
			}
		}
	}
	runtime.ReadMemStats(&m)
	spent.allocated = m.TotalAlloc - start
	return answers, spent, err
}

// one has a puzzle answered, and its answer checked.
func one(ctx context.Context, s *method.Solver, b board.Board, limits solver.Limits) (answer, error) {
	begin := time.Now()
	res, err := s.Solve(ctx, b, limits)
	elapsed := time.Since(begin)
	if errors.Is(err, tensornet.ErrDepth) {
		res, err = solver.Result{Status: solver.Capped}, nil
	}
	if err != nil {
		return answer{}, err
	}
	if ctx.Err() != nil {
		return answer{}, ctx.Err()
	}
	a := answer{
		status: res.Status, seconds: elapsed.Seconds(), late: limits.Time > 0 && elapsed >= limits.Time, stats: res.Stats,
		guesses: guesses(b.Shape().Side(), res),
	}
	switch {
	case !res.Grid.IsZero() && board.CheckSolution(b, res.Grid) != nil:
		a.outcome = wrong
	case !res.Grid.IsZero():
		a.proved = res.Status == solver.Unique || res.Status == solver.Multiple
	case res.Status == solver.Unsat:
		a.proved = true
	case s.Method().Proves == method.Finds && !a.late:
		a.outcome = open
	default:
		a.outcome = capped
	}
	return a, nil
}

// together has the puzzles answered by so many solvers side by side, whose batches they share: each one's time is its share of the whole.
// The limit of time is that of all, since each puzzle waits for the others.
func together(ctx context.Context, s *method.Solver, abreast int, limits solver.Limits, puzzles []board.Board, answers []answer) error {
	var err error
	limits.Time *= time.Duration(len(puzzles))
	next := make(chan int)
	errs := make([]error, abreast)
	var wg sync.WaitGroup
	begin := time.Now()
	for k := range abreast {
		by, failed := s.Fork()
		if failed != nil {
			err = failed
			break
		}
		wg.Go(func() {
			defer func() { errs[k] = errors.Join(errs[k], by.Close()) }()
			for i := range next {
				if errs[k] == nil {
					answers[i], errs[k] = one(ctx, by, puzzles[i], limits)
				}
			}
		})
	}
	for i := range puzzles {
		if err == nil {
			next <- i
		}
	}
	close(next)
	wg.Wait()
	each := time.Since(begin).Seconds() / float64(len(puzzles))
	for i := range answers {
		answers[i].seconds = each
	}
	return errors.Join(err, errors.Join(errs...))
}

// byRule fills puzzles by rules without guesses: a baseline.
func byRule(ctx context.Context, name string, puzzles []board.Board) ([]answer, spending, error) {
	all := score.Baselines()
	rule := all[slices.IndexFunc(all, func(r score.Rule) bool { return r.String() == name })]
	answers := make([]answer, len(puzzles))
	for i, b := range puzzles {
		if ctx.Err() != nil {
			return nil, spending{}, ctx.Err()
		}
		begin := time.Now()
		filled := score.Fill(rule, b)
		answers[i] = answer{outcome: open, status: solver.Capped, seconds: time.Since(begin).Seconds()}
		if board.CheckSolution(b, filled) == nil { // each digit was forced, so there is no other solution
			answers[i].outcome, answers[i].proved, answers[i].status = solved, true, solver.Unique
		}
	}
	return answers, spending{}, nil
}

// guesses returns what a method tried without being forced to: what it counts as guesses; of clause learning its decisions; of a minigrid
// engine nothing where pruning has left one filling in each box; else its nodes.
func guesses(side int, res solver.Result) int64 {
	for _, c := range res.Stats.Counters {
		switch c.Name {
		case engine.CounterGuesses:
			return c.Value
		case engine.CounterSurvivors:
			if c.Value <= int64(side) {
				return 0
			}
		}
	}
	return res.Stats.Nodes + res.Stats.Counter(engine.CounterDecisions)
}

// truths are how many solutions puzzles have, as engines say that are not under measurement: for 9×9 boards bit masks, for others two
// different ones.
type truths struct {
	limit time.Duration
	known map[string]solver.Status // by board
}

// judge holds a proof against the truth, if that can be found.
func (t truths) judge(ctx context.Context, b board.Board, a *answer) error {
	if !a.proved {
		return nil
	}
	i := b.String()
	if _, ok := t.known[i]; !ok {
		by := []solver.Solver{engine.Wide(engine.DefaultWide()), engine.DLX(engine.DefaultDLX())}
		if b.Shape() == board.Standard() {
			by = []solver.Solver{engine.Bitboard(engine.DefaultBitboard())}
		}
		t.known[i] = solver.Capped
		for _, s := range by {
			res, err := s.Solve(ctx, b, solver.Limits{Solutions: 2, Time: t.limit / 4})
			if err != nil {
				return err
			}
			if res.Status != solver.Capped {
				t.known[i] = res.Status
				break
			}
		}
	}
	if truth := t.known[i]; truth != solver.Capped && truth != solver.Cancelled && truth != a.status {
		a.outcome, a.proved = wrong, false
	}
	return ctx.Err()
}

// judgeAll holds each answer against the truth of its puzzle.
func (t truths) judgeAll(ctx context.Context, puzzles []board.Board, answers []answer) error {
	for i := range answers {
		if err := t.judge(ctx, puzzles[i], &answers[i]); err != nil {
			return err
		}
	}
	return nil
}

// counters are the operations that methods count, each in a unit of its own.
var counters = []string{
	engine.CounterArcs, engine.CounterUpdates, engine.CounterTried, engine.CounterStrikes, engine.CounterConflicts,
	infer.CounterCalls, infer.CounterAttempts,
}

// Steps of the curve over time: a puzzle is done within step k if it took at most 10^(k/stepsPerDecade) µs.
const (
	stepsPerDecade = 6
	steps          = 7*stepsPerDecade + 1 // to ten seconds
)

func stepSeconds(k int) float64 { return 1e-6 * math.Pow(10, float64(k)/stepsPerDecade) }

// figureOf names a figure of a method.
func figureOf(method, what string) string { return method + " " + what }

// keep keeps a method's figures and returns how many puzzles a limit ended. Counts are exact unless time ended one of them, or what
// was asked rounds as its processor does.
func keep(r *lab.Run, name string, answers []answer, spent spending) (ended int) {
	count := map[outcome]int{}
	var proved, searched, late int
	var nodes, tried int64
	sums := map[string]int64{}
	var times, won []float64
	for _, a := range answers {
		count[a.outcome]++
		times = append(times, a.seconds)
		if a.late {
			late++
		}
		if a.outcome != solved {
			continue
		}
		won = append(won, a.seconds)
		proved += stats.Indicator[int](a.proved)
		searched += stats.Indicator[int](a.guesses > 0)
		nodes += a.stats.Nodes
		tried += a.guesses
		for _, c := range counters {
			sums[c] += a.stats.Counter(c)
		}
	}
	to := r.Exact
	if m, err := method.ByName(name); late > 0 || err == nil && m.Learned {
		to = r.Noisy
	}
	n := len(answers)
	for _, c := range []struct {
		what string
		n    int
	}{
		{"solved", count[solved]}, {"proved", proved}, {"wrong", count[wrong]}, {"capped", count[capped]}, {"open", count[open]}, {"searched", searched},
	} {
		to(figureOf(name, c.what), float64(c.n), "puzzles", n)
	}
	to(figureOf(name, "nodes"), float64(nodes), "nodes", count[solved])
	to(figureOf(name, "guesses"), float64(tried), "guesses", count[solved])
	for _, c := range counters {
		if sums[c] > 0 {
			to(figureOf(name, c), float64(sums[c]), c, count[solved])
		}
	}
	if quantiles, err := stats.Quantiles(times, 0.5, 0.99); err == nil {
		r.Noisy(figureOf(name, "median"), quantiles[0], "s", n)
		r.Noisy(figureOf(name, "p99"), quantiles[1], "s", n)
	}
	if mean, err := stats.Mean(times); err == nil {
		r.Noisy(figureOf(name, "mean"), mean, "s", n)
	}
	if spent.allocated > 0 {
		r.Noisy(figureOf(name, "allocated"), float64(spent.allocated)/float64(n), "bytes", n)
		r.Noisy(figureOf(name, "held"), spent.held, "bytes", 1)
	}
	slices.Sort(won)
	done := 0
	for k := range steps {
		before := done
		for done < len(won) && won[done] <= stepSeconds(k) {
			done++
		}
		if done > before {
			r.Noisy(withinFigure(name, k), float64(done), "puzzles", n)
		}
	}
	return count[capped]
}

// withinFigure names how many puzzles a method solved within step k.
func withinFigure(method string, k int) string { return fmt.Sprintf("%s within=%d", method, k) }
