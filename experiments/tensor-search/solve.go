package tensorsearch

import (
	"context"
	"fmt"
	"slices"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/stats"
	"sudokulab/pkg/tensornet"
	"sudokulab/pkg/tensornet/plain"
)

// toProof is how many solutions are looked for: with one, a second shows that it is not the only one.
const toProof = 2

// answers solves boards and returns their answers in order.
func answers(ctx context.Context, cfg tensornet.Config, boards []board.Board, limit int, r *lab.Run) ([]tensornet.Answer, error) {
	choice, err := open(ctx)
	if err != nil {
		return nil, err
	}
	defer choice.Close()
	cfg.Batch = min(cfg.Batch, max(len(boards), 1))
	n, err := tensornet.New(choice.Backend, board.Standard(), cfg)
	if err != nil {
		return nil, err
	}
	defer n.Close()
	out, done := make([]tensornet.Answer, len(boards)), 0
	for a, err := range n.Solve(ctx, slices.Values(boards), limit) {
		if err != nil {
			return nil, err
		}
		out[a.Index] = a
		done++
		r.Progress(done, len(boards))
	}
	if done != len(boards) {
		return nil, fmt.Errorf("%d answers for %d boards", done, len(boards))
	}
	return out, nil
}

// right reports whether an answer that claims a solution gives one.
func right(puzzle board.Board, a tensornet.Answer) bool {
	return a.Solutions > 0 && !a.Grid.IsZero() && board.CheckSolution(puzzle, a.Grid) == nil
}

// bucket is a range of numbers of guesses that are open at once.
type bucket struct {
	name      string
	low, high int
}

var buckets = []bucket{
	{"0", 0, 0},
	{"1", 1, 1},
	{"2", 2, 2},
	{"3", 3, 3},
	{"4", 4, 4},
	{"5", 5, 5},
	{"6 to 7", 6, 7},
	{"8 to 9", 8, 9},
	{"10 to 63", 10, plain.MaxGuesses},
}

// deepest names the number of puzzles whose stack was so deep.
func (b bucket) deepest() string { return "deepest " + b.name }

// spread keeps how a figure is spread over puzzles.
func spread(r *lab.Run, name, unit string, x []float64) error {
	if len(x) == 0 {
		return nil
	}
	q, err := stats.Quantiles(x, 0.5, 0.9, 0.99, 1)
	if err != nil {
		return err
	}
	mean, err := stats.Mean(x)
	if err != nil {
		return err
	}
	r.Exact(name+" mean", mean, unit, len(x))
	for i, of := range []string{"median", "p90", "p99", "most"} {
		r.Exact(name+" "+of, q[i], unit, len(x))
	}
	return nil
}

// solve has the network solve a set to the proof and compares every answer with package bitboard's count, its
// guesses with package csp's and, for some puzzles, each figure with the plain loops'.
func solve(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	boards := corpus.Boards(items)
	all, err := answers(ctx, cfg.Tensor, boards, toProof, r)
	if err != nil {
		return err
	}
	count := map[string]int64{}
	met := func(name string, holds bool) { count[name] += stats.Indicator[int64](holds) }
	var steps, guesses []float64
	counter := bitboard.New()
	for i, a := range all {
		cells, err := bitboard.FromBoard(boards[i])
		if err != nil {
			return err
		}
		want := counter.CountUpTo(&cells, toProof)
		// A search that went too deep has not answered, whatever it found.
		solved, open := want > 0 && a.End != plain.TooDeep && right(boards[i], a), a.Guesses > 0
		met("puzzles", true)
		met("solvable", want > 0)
		met("solved", solved)
		met("same count", a.End != plain.TooDeep && a.Solutions == want && (want == 0 || solved))
		met("unique", want == 1)
		met("proved unique", want == 1 && solved && a.End == plain.Exhausted && a.Solutions == 1)
		met("too deep", a.End == plain.TooDeep)
		met("left open", want > 0 && open)
		met("left open solved", solved && open)
		for _, b := range buckets {
			met(b.deepest(), b.low <= a.Deepest && a.Deepest <= b.high)
		}
		for _, n := range ladder() {
			met(ended(n), a.End != plain.TooDeep && a.Steps <= n)
		}
		count["guesses"] += int64(a.Guesses)
		steps, guesses = append(steps, float64(a.Steps)), append(guesses, float64(a.Guesses))
	}
	for _, i := range sample(len(boards), cfg.Plain) {
		same, err := asPlain(boards[i], all[i], cfg.Tensor.Rules)
		if err != nil {
			return err
		}
		met("stepped plainly", true)
		met("same as plain", same)
	}
	for _, name := range []string{"puzzles", "solvable", "solved", "same count", "unique", "proved unique", "too deep", "left open", "left open solved", "stepped plainly", "same as plain"} {
		r.Count(name, count[name], "puzzles")
	}
	for _, b := range buckets {
		r.Count(b.deepest(), count[b.deepest()], "puzzles")
	}
	for _, n := range ladder() {
		r.Count(ended(n), count[ended(n)], "puzzles")
	}
	r.Count("guesses", count["guesses"], "guesses")
	if err := spread(r, "steps", "steps", steps); err != nil {
		return err
	}
	if err := spread(r, "guesses", "guesses", guesses); err != nil {
		return err
	}
	var beside []board.Board
	var own int64
	for _, i := range sample(len(boards), cfg.Beside) {
		beside = append(beside, boards[i])
		own += int64(all[i].Guesses)
	}
	r.Count("beside csp", int64(len(beside)), "puzzles")
	r.Count("guesses beside csp", own, "guesses")
	return guessesOfCSP(ctx, cfg.CSP, beside, r)
}

// sample spreads at most so many indices over n.
func sample(n, most int) (out []int) {
	for i := range min(n, most) {
		out = append(out, i*n/min(n, most))
	}
	return out
}

// asPlain reports whether plain loops come to an answer by as many steps and guesses.
func asPlain(puzzle board.Board, a tensornet.Answer, rules plain.Rules) (bool, error) {
	s, err := plain.New(puzzle, plain.Search{Limit: toProof})
	if err != nil {
		return false, err
	}
	for s.Running() {
		s.Step(rules)
	}
	return s.End == a.End && s.Found == a.Solutions && s.Steps == a.Steps && s.Guessed == a.Guesses && s.Deepest == a.Deepest &&
		(s.Found == 0 || slices.Equal(s.Solution, a.Grid.Cells())), nil
}

// guessesOfCSP keeps the values that package csp tries on the same boards, to the same end, and those of them
// that were guesses as the network counts them: the last value that is left for a cell is none.
func guessesOfCSP(ctx context.Context, cfg csp.Config, boards []board.Board, r *lab.Run) error {
	s, err := csp.NewSolver(encode.Network(board.Standard()), cfg)
	if err != nil {
		return err
	}
	var nodes, guesses int64
	s.SetTrace(csp.Trace{Hook: func(e csp.Event) {
		if e.Kind == csp.Try {
			nodes++
			guesses += stats.Indicator[int64](e.Value != e.Before.Max()) // values are tried in rising order
		}
	}})
	for _, b := range boards {
		res, err := s.Solve(ctx, encode.Domains(nil, b), csp.Limits{Solutions: toProof})
		if err != nil {
			return err
		}
		if res.Stop == csp.Cancelled {
			return ctx.Err()
		}
	}
	r.Count("csp nodes", nodes, "values tried")
	r.Count("csp guesses", guesses, "guesses")
	return nil
}

// alone counts, under one set of rules and to the first solution, the puzzles that need no guess and what the
// others take.
func alone(ctx context.Context, cfg Config, rules plain.Rules, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	boards, tensor := corpus.Boards(items), cfg.Tensor
	tensor.Rules = rules
	all, err := answers(ctx, tensor, boards, 1, r)
	if err != nil {
		return err
	}
	var solved, rulesOnly, inPasses, inPassesStack, guesses int64
	var steps []float64
	for i, a := range all {
		ok := right(boards[i], a)
		none := ok && a.Guesses == 0
		passes := a.Steps - 1 // the last step only finds the board solved
		solved += stats.Indicator[int64](ok)
		rulesOnly += stats.Indicator[int64](none)
		inPasses += stats.Indicator[int64](none && passes <= cfg.Passes[0])
		inPassesStack += stats.Indicator[int64](ok && passes <= cfg.Passes[1])
		guesses += int64(a.Guesses)
		steps = append(steps, float64(a.Steps))
	}
	r.Count("puzzles", int64(len(all)), "puzzles")
	r.Count("solved", solved, "puzzles")
	r.Count("rules only", rulesOnly, "puzzles")
	r.Count("rules only in passes", inPasses, "puzzles")
	r.Count("solved in passes", inPassesStack, "puzzles")
	r.Count("guesses", guesses, "guesses")
	return spread(r, "steps", "steps", steps)
}

// doubles counts, in plain loops, the puzzles that the rules settle without doubles, with those in columns
// and boxes, as the public network has them, and with those in rows too.
func doubles(ctx context.Context, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	shape := board.Standard()
	units, n := shape.Units(), shape.Side()
	r.Count("puzzles", int64(len(items)), "puzzles")
	for _, of := range []struct {
		name  string
		units [][]int
	}{{"without", nil}, {"columns and boxes", units[n:]}, {"all units", units}} {
		settled := int64(0)
		for _, item := range items {
			settled += stats.Indicator[int64](settle(item.Board, of.units))
		}
		r.Count(of.name, settled, "puzzles")
	}
	return nil
}

// settle applies the rules with doubles in some units until none strikes, and reports whether each cell has
// one candidate left.
func settle(puzzle board.Board, units [][]int) bool {
	shape := puzzle.Shape()
	x := make([]board.Digits, shape.Cells())
	for cell, given := range puzzle.Cells() {
		if x[cell] = board.AllDigits(shape.Side()); given != 0 {
			x[cell] = board.DigitsOf(int(given))
		}
	}
	for {
		after, contradiction := plain.Rules{Locked: true}.Apply(shape, x)
		for cell, digits := range plain.DoublesIn(units, after) {
			after[cell] &^= digits
		}
		if contradiction || slices.Equal(after, x) {
			return !contradiction && !slices.ContainsFunc(x, func(d board.Digits) bool { return d.Count() != 1 })
		}
		x = after
	}
}
