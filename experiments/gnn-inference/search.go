package gnninference

import (
	"context"
	"fmt"
	"math/rand/v2"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/method/learned"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
)

// way is an exact search up to the first solution.
type way struct {
	form  infer.Form
	order infer.Order
}

// fixed is the document's reading: the network's digits are put into the board, the least
// confident given up first. Its search is that of the form Cover.
const fixed = "fixed"

func (w way) String() string { return fmt.Sprintf("%s %s", w.form, w.order) }

// ways are the orders of both forms of search.
func ways() (out []way) {
	for _, f := range []infer.Form{infer.Cells, infer.Cover} {
		for _, o := range []infer.Order{infer.Ascending, infer.Shuffled, infer.Confidence} {
			out = append(out, way{f, o})
		}
	}
	return out
}

// searchTally is what a way cost on a set, over several orders a puzzle where these are drawn.
type searchTally struct {
	nodes, guesses, backtracks, found float64
	times                             []float64 // seconds a puzzle, without building the search
	tries                             []float64 // guesses a puzzle
}

// compareSearches runs every way on the puzzles of a set. The network is asked once a puzzle
// and its time kept apart.
func compareSearches(ctx context.Context, cfg Config, s Set, r *lab.Run) error {
	list, err := load(ctx, s, r)
	if err != nil {
		return err
	}
	d, k, err := openNoted(ctx, cfg, r)
	if err != nil {
		return err
	}
	defer d.Close()
	one, err := d.network(ctx, cfg, 1)
	if err != nil {
		return err
	}
	defer one.Close()
	model := newTimed(one)
	tallies := map[string]*searchTally{fixed: {}}
	for _, w := range ways() {
		tallies[w.String()] = &searchTally{}
	}
	started, err := learned.Config(start)
	if err != nil {
		return err
	}
	starter, err := infer.NewRunner(model, started, nil)
	if err != nil {
		return err
	}
	// The exact cover of every shape is built before anything is timed.
	if _, err := starter.Solve(ctx, []board.Board{list[0].board}, solver.Limits{Solutions: 1}); err != nil {
		return err
	}
	var asked []float64
	solved, wrong, attempts, kept, empty := 0, 0, int64(0), int64(0), 0
	for i, p := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		model.forget()
		model.spent = 0
		predicted, err := model.Predict(ctx, []board.Board{p.board})
		if err != nil {
			return err
		}
		asked = append(asked, model.spent)
		for _, w := range ways() {
			if err := cfg.search(ctx, w, p, predicted[0], r.Seed, tallies[w.String()]); err != nil {
				return err
			}
		}
		answers, err := starter.Solve(ctx, []board.Board{p.board}, solver.Limits{Solutions: 1})
		if err != nil {
			return err
		}
		a, t := answers[0], tallies[fixed]
		total := a.Total()
		t.nodes += float64(total.Nodes)
		t.guesses += float64(total.Guesses)
		t.backtracks += float64(total.Backtracks)
		t.times = append(t.times, total.Work.Seconds())
		t.tries = append(t.tries, float64(total.Guesses))
		attempts += int64(total.Attempts)
		kept += int64(total.Kept)
		empty += len(p.board.Cells()) - p.board.Filled()
		switch {
		case a.Grid.IsZero():
		case board.CheckSolution(p.board, a.Grid) != nil || !a.Grid.Equal(p.solution):
			wrong++
		default:
			solved++
			t.found++
		}
		r.Progress(i+1, len(list))
	}
	r.Count("boards", int64(len(list)), "boards")
	r.Count("empty", int64(empty), "cells")
	k.Count("solved "+start, int64(solved), "boards")
	k.Count("wrong "+start, int64(wrong), "boards")
	k.Count("attempts "+start, attempts, "searches")
	k.Count("kept "+start, kept, "cells")
	for name, t := range tallies {
		n := len(list)
		k.Keep("nodes "+name, t.nodes, "nodes", n)
		k.Keep("guesses "+name, t.guesses, "guesses", n)
		if err := keepMean(k, r.Seed, guessesEach(name), t.tries); err != nil {
			return err
		}
		k.Keep("backtracks "+name, t.backtracks, "nodes", n)
		k.Keep("found "+name, t.found, "boards", n)
		if err := keepSum(r, "time "+name, t.times); err != nil {
			return err
		}
	}
	return keepSum(r, "network time", asked)
}

// guessesEach names the mean of the guesses of a way over the puzzles of a set.
func guessesEach(way string) string { return "guesses each " + way }

// keepMean keeps a mean of guesses and, where there are two or more, its interval.
func keepMean(k backend.Keeper, seed uint64, name string, x []float64) error {
	mean, err := stats.Mean(x)
	if err != nil {
		return err
	}
	k.Keep(name, mean, "guesses", len(x))
	if len(x) < 2 {
		return nil
	}
	est, err := stats.Bootstrap(rand.New(rand.NewPCG(seed, 0)), x, stats.Mean, stats.DefaultBootstrap()) //nolint:gosec // a figure is to come out the same each time
	if err == nil {
		lab.KeepInterval(k.Keep, name, "guesses", est.Interval, len(x))
	}
	return err
}

// keepSum keeps the sum of times and their median.
func keepSum(r *lab.Run, name string, seconds []float64) error {
	sum := 0.0
	for _, s := range seconds {
		sum += s
	}
	median, err := stats.Median(seconds)
	if err != nil {
		return err
	}
	r.Noisy(name, sum, "s", len(seconds))
	r.Noisy(name+" median", median, "s", len(seconds))
	return nil
}

// search runs one way on a puzzle. Drawn orders are run several times and count by their mean.
func (c Config) search(ctx context.Context, w way, p puzzle, predicted learn.Prediction, seed uint64, t *searchTally) error {
	runs := 1
	if w.order == infer.Shuffled {
		runs = c.Shuffles
	}
	part := 1 / float64(runs)
	seconds, guesses, found := 0.0, 0.0, 0
	for k := range runs {
		s, err := infer.NewSearch(infer.SearchConfig{Form: w.form, Order: w.order, Seed: seed + uint64(k)})
		if err != nil {
			return err
		}
		res, err := s.Solve(ctx, p.board, predicted, solver.Limits{Solutions: 1})
		if err != nil {
			return err
		}
		if !res.Grid.IsZero() && board.CheckSolution(p.board, res.Grid) == nil {
			found++
		}
		t.nodes += part * float64(res.Stats.Nodes)
		guesses += part * float64(res.Stats.Counter(infer.CounterGuesses))
		t.backtracks += part * float64(res.Stats.Backtracks)
		seconds += part * (res.Stats.Elapsed - res.Setup).Seconds()
	}
	if found == runs {
		t.found++
	}
	t.guesses += guesses
	t.tries = append(t.tries, guesses)
	t.times = append(t.times, seconds)
	return nil
}
