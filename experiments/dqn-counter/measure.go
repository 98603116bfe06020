package dqncounter

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"sudokulab/experiments/dqn-generator/deals"
	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/generate/counter"
	"sudokulab/pkg/generate/gallop"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
)

// Kinds of cases.
const (
	treeKind   = "tree"   // by set
	priceKind  = "price"  // by set
	growthKind = "growth" // by side
	wholeCase  = "case"
)

// priceCase is the key of the case of a timed set.
func priceCase(set string) string { return record.Key(priceKind, record.D("set", set)) }

// Names of the two trees that a counter walks.
const (
	fixedTree = "fixed"
	mrvTree   = "mrv"
)

// nodesRatio is how many times the nodes by MRV the median board takes in fixed order.
const nodesRatio = fixedTree + " nodes-ratio"

// boards returns the boards of a case: those of its corpus, or those that the document's
// generator asks about on the way down to its 27 givens, evenly chosen.
func boards(ctx context.Context, cfg Config, r *lab.Run, set string) ([]board.Board, error) {
	var out []board.Board
	if set != askedSet {
		items, err := r.Puzzles(ctx)
		if err != nil {
			return nil, err
		}
		return corpus.Boards(items), nil
	}
	s := bitboard.New()
	for i := range cfg.Asked {
		d, err := deals.Make(ctx, r.Seed, i)
		if err != nil {
			return nil, err
		}
		l := deals.Walk(s, d)
		of, _, err := askedOf(ctx, &l, gallop.DefaultConfig())
		if err != nil {
			return nil, err
		}
		out = append(out, of...)
	}
	if n := len(out); n > cfg.Puzzles {
		chosen := make([]board.Board, cfg.Puzzles)
		for i := range chosen {
			chosen[i] = out[i*n/cfg.Puzzles]
		}
		out = chosen
	}
	return out, nil
}

// askedOf returns the boards that a removal asks its counter about, and what became of the
// grid.
func askedOf(ctx context.Context, l *deals.Line, cfg gallop.Config) ([]board.Board, gallop.Result, error) {
	var out []board.Board
	r, err := gallop.New(cfg, func(b board.Board, limit int) int {
		out = append(out, b.Clone())
		return l.Count(b, limit)
	})
	if err != nil {
		return nil, gallop.Result{}, err
	}
	res, err := r.Remove(ctx, l.Grid, l.Order, deals.StatedGivens)
	return out, res, err
}

// trees counts the nodes of both trees on every board, for a proof of uniqueness.
func trees(ctx context.Context, cfg Config, r *lab.Run, all []board.Board) error {
	fixed, err := counter.New(board.Standard(), counter.Config{Validity: counter.Masks, Blanks: true})
	if err != nil {
		return err
	}
	mrv, err := counter.New(board.Standard(), counter.DefaultConfig())
	if err != nil {
		return err
	}
	nodes := map[string][]float64{}
	cut := map[string][]bool{}
	capped := map[string]int64{}
	var fewer, compared int64
	for i, b := range all {
		var of [2]solver.Result
		for j, c := range []struct {
			tree    string
			counter *counter.Counter
			nodes   int64
		}{{fixedTree, fixed, cfg.Nodes}, {mrvTree, mrv, cfg.MRVNodes}} {
			res, err := c.counter.Solve(ctx, b, solver.Limits{Solutions: 2, Nodes: c.nodes})
			if err != nil {
				return err
			}
			switch res.Status {
			case solver.Cancelled:
				return ctx.Err()
			case solver.Capped:
				capped[c.tree]++
			}
			nodes[c.tree] = append(nodes[c.tree], float64(res.Stats.Nodes))
			cut[c.tree] = append(cut[c.tree], res.Status == solver.Capped)
			of[j] = res
		}
		a, b := of[0], of[1]
		if a.Status != solver.Capped && b.Status != solver.Capped && a.Status != b.Status {
			return fmt.Errorf("board %d: %v in fixed order, %v by MRV", i, a.Status, b.Status)
		}
		if a.Status != solver.Capped || b.Stats.Nodes < a.Stats.Nodes {
			compared++
			if b.Stats.Nodes < a.Stats.Nodes {
				fewer++
			}
		}
		r.Progress(i+1, len(all))
	}
	n := len(all)
	r.Exact("boards", float64(n), "boards", n)
	r.Exact("compared", float64(compared), "boards", n)
	r.Exact("mrv fewer", float64(fewer), "boards", n)
	for tree, x := range nodes {
		mean, err := stats.Mean(x)
		if err != nil {
			return err
		}
		median, err := stats.Median(x)
		if err != nil {
			return err
		}
		r.Exact(tree+" nodes.mean", mean, "nodes", n)
		r.Exact(tree+" nodes.median", median, "nodes", n)
		r.Exact(tree+" nodes.max", slices.Max(x), "nodes", n)
		r.Exact(tree+" capped", float64(capped[tree]), "boards", n)
	}
	if n > 1 {
		if err := lab.KeepCutRatio(r, rand.New(rand.NewPCG(r.Seed, 0)), nodesRatio, "× those by MRV",
			nodes[fixedTree], nodes[mrvTree], cut[fixedTree], cut[mrvTree], stats.DefaultBootstrap()); err != nil {
			return err
		}
	}
	if capped[fixedTree]+capped[mrvTree] > 0 {
		r.Cap(fmt.Sprintf("%d of %d boards reached %d nodes in fixed order, %d reached %d by MRV: their nodes are lower bounds", capped[fixedTree], n, cfg.Nodes, capped[mrvTree], cfg.MRVNodes))
	}
	return nil
}

// price runs every form over the same boards, all in turn in every round, and keeps what the
// steps and checks of each look at. Forms of one tree must have equal nodes and checks.
func price(ctx context.Context, cfg Config, r *lab.Run, all []board.Board) error {
	fixed, err := counter.New(board.Standard(), counter.Config{Validity: counter.Masks, Blanks: true})
	if err != nil {
		return err
	}
	var chosen []board.Board
	for _, b := range all {
		res, err := fixed.Solve(ctx, b, solver.Limits{Solutions: 2, Nodes: cfg.Price})
		if err != nil {
			return err
		}
		if res.Status != solver.Capped && len(chosen) < cfg.Priced {
			chosen = append(chosen, b)
		}
	}
	r.Exact("boards", float64(len(chosen)), "boards", len(all))
	r.Exact("boards.left-out", float64(len(all)-len(chosen)), "boards", len(all))
	if len(chosen) == 0 {
		return nil
	}
	times, err := timeForms(ctx, r, cfg.Forms, chosen, cfg.Rounds)
	if err != nil {
		return err
	}
	for _, p := range pairs() {
		if err := p.keep(r, times); err != nil {
			return err
		}
	}
	return nil
}

// timeForms counts the boards with every form in every round, with the last form twice as the control
// of the rounds, and returns the times of each form, in seconds per board. Exact counters are kept from
// a pass before the rounds, which is not timed.
func timeForms(ctx context.Context, r *lab.Run, forms []counter.Config, chosen []board.Board, rounds int) (map[string][]float64, error) {
	n := len(chosen)
	trees := map[bool]counter.Stats{}
	sides := make([]func(context.Context, int) (float64, error), len(forms))
	for i, f := range forms {
		c, err := counter.New(chosen[0].Shape(), f)
		if err != nil {
			return nil, err
		}
		name := f.String()
		sum, solutions := countAll(c, chosen)
		if first, ok := trees[f.MRV]; !ok {
			trees[f.MRV] = sum
		} else if first.Nodes != sum.Nodes || first.Checks != sum.Checks {
			return nil, fmt.Errorf("%s: %d nodes and %d checks, another form of the same tree %d and %d", name, sum.Nodes, sum.Checks, first.Nodes, first.Checks)
		}
		r.Exact(name+" solutions", float64(solutions), "solutions", n)
		r.Exact(name+" nodes", float64(sum.Nodes), "nodes", n)
		r.Exact(name+" checks", float64(sum.Checks), "checks", n)
		r.Exact(name+" compared", float64(sum.Compared), "cells", n)
		r.Exact(name+" visited", float64(sum.Visited), "cells", n)
		sides[i] = func(context.Context, int) (float64, error) {
			begin := time.Now()
			for range passes(f) {
				countAll(c, chosen)
			}
			return time.Since(begin).Seconds() / float64(n*passes(f)), nil
		}
	}
	all, err := r.Alternate(ctx, rounds, len(sides)-1, sides...)
	if err != nil {
		return nil, err
	}
	times := map[string][]float64{}
	for i, f := range forms {
		times[f.String()] = all[i]
	}
	for name, t := range times {
		if err := lab.KeepMedian(r.Noisy, rand.New(rand.NewPCG(r.Seed, 0)), name+" time", "s", t); err != nil { //nolint:gosec // a figure is to come out the same each time
			return nil, err
		}
	}
	return times, nil
}

// countAll counts the boards' solutions up to two.
func countAll(c *counter.Counter, boards []board.Board) (sum counter.Stats, solutions int) {
	for _, b := range boards {
		solutions += c.CountUpTo(b, 2)
		s := c.Stats()
		sum.Nodes += s.Nodes
		sum.Checks += s.Checks
		sum.Compared += s.Compared
		sum.Visited += s.Visited
	}
	return sum, solutions
}

// passes is how often a round goes through the boards: fast forms more often, so that no round
// is over in less than a scheduler's slice.
func passes(f counter.Config) int {
	switch {
	case f.MRV && f.Validity == counter.Masks:
		return 25
	case f.MRV:
		return 2
	}
	return 1
}

// pair is two forms that differ in one improvement.
type pair struct {
	improvement   string // what the second has and the first lacks
	without, with counter.Config
}

// Names of the improvements.
const (
	byMasks  = "masks"
	byMaps   = "maps"
	byBlanks = "blanks"
)

// pairs are all pairs of forms of the same tree that differ in one improvement.
func pairs() []pair {
	var out []pair
	for _, mrv := range []bool{false, true} {
		for _, blanks := range []bool{false, true} {
			scan := counter.Config{MRV: mrv, Blanks: blanks, Validity: counter.Scan}
			masks, maps := scan, scan
			masks.Validity, maps.Validity = counter.Masks, counter.Maps
			out = append(out, pair{byMasks, scan, masks}, pair{byMaps, scan, maps})
		}
		for _, v := range counter.Validities() {
			out = append(out, pair{byBlanks, counter.Config{MRV: mrv, Validity: v}, counter.Config{MRV: mrv, Validity: v, Blanks: true}})
		}
	}
	return out
}

// metric names the ratio of the pair's times, without to with.
func (p pair) metric() string { return "ratio " + p.without.String() + " to " + p.with.String() }

func (p pair) keep(r *lab.Run, times map[string][]float64) error {
	a, b := times[p.without.String()], times[p.with.String()]
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	return keepRatio(r, p.metric(), a, b)
}

// keepRatio keeps how many times as long one side took as the other, and the ends of the interval.
func keepRatio(r *lab.Run, name string, one, other []float64) error {
	ratio, err := stats.PairedRatios(rand.New(rand.NewPCG(r.Seed, 0)), one, other, stats.DefaultBootstrap())
	if err != nil {
		return err
	}
	const unit = "times as long"
	r.Noisy(name, ratio.Median, unit, ratio.N)
	r.Noisy(name+" low", ratio.Interval.Low, unit, ratio.N)
	r.Noisy(name+" high", ratio.Interval.High, unit, ratio.N)
	return nil
}

// growth times the ways to check on boards of one side with the same share of blanks: how a
// scan and a set grow with the board.
func growth(ctx context.Context, cfg Config, side int, r *lab.Run) error {
	rng := rand.New(rand.NewPCG(r.Seed, uint64(side)))
	var chosen []board.Board
	for range cfg.Boards {
		b, err := generate.FullGrid(ctx, rng, generate.DefaultGrid(side))
		if err != nil {
			return err
		}
		cells := side * side
		for _, cell := range rng.Perm(cells)[:int(cfg.Share*float64(cells))] {
			b.Set(cell, 0)
		}
		chosen = append(chosen, b)
	}
	var forms []counter.Config
	for _, v := range counter.Validities() {
		forms = append(forms, counter.Config{MRV: true, Validity: v, Blanks: true})
	}
	times, err := timeForms(ctx, r, forms, chosen, cfg.Rounds)
	if err != nil {
		return err
	}
	for _, p := range pairs() {
		if err := p.keep(r, times); err != nil {
			return err
		}
	}
	return nil
}

// statedWay is the way that the cases are of: chunks with binary search and elimination. With
// the drop to single cells as well no case of 64 calls past 24 key cells is known (experiment
// dqn-generator).
func statedWay() gallop.Config {
	c := gallop.DefaultConfig()
	c.ShrinkAfter = 0
	return c
}

// whole takes the first cases with the stated blanks, calls and key cells, counts the nodes of
// each in both trees, and times every form on all boards that the hardest case asks about, and
// on those of the median one. The hardest is the one with the most nodes in fixed order: the
// document chose a difficult case. A count that reaches the bound on nodes ends there, so that
// the form's time is a lower bound.
func whole(ctx context.Context, cfg Config, r *lab.Run) error {
	type found struct {
		index  int
		asked  []board.Board
		puzzle board.Board
		nodes  [2]int64
	}
	var cases []found
	_, _, err := deals.Find(ctx, r.Seed, 0, cfg.Hunted, func(l deals.Line) (bool, error) {
		asked, res, err := askedOf(ctx, &l, statedWay())
		if err != nil {
			return false, err
		}
		if res.Calls.Total() == deals.StatedCalls && len(res.Keys) == deals.StatedKeys && res.Givens == deals.StatedGivens {
			cases = append(cases, found{index: l.Index, asked: asked, puzzle: res.Puzzle})
		}
		return len(cases) < cfg.Cases, nil
	})
	if err != nil {
		return err
	}
	r.Count("cases", int64(len(cases)), "cases")
	for i := range cases {
		for j, f := range []counter.Config{{Validity: counter.Masks, Blanks: true}, counter.DefaultConfig()} {
			c, err := counter.New(board.Standard(), f)
			if err != nil {
				return err
			}
			for _, b := range cases[i].asked {
				res, err := c.Solve(ctx, b, solver.Limits{Solutions: 2, Nodes: cfg.CaseNodes})
				if err != nil {
					return err
				}
				cases[i].nodes[j] += res.Stats.Nodes
			}
		}
		r.Progress(i+1, len(cases))
	}
	if len(cases) == 0 {
		return nil
	}
	slices.SortStableFunc(cases, func(a, b found) int { return cmp.Compare(b.nodes[0], a.nodes[0]) })
	for i, c := range cases {
		r.Count(fmt.Sprintf("rank=%d deal", i+1), int64(c.index), "deals before it")
		r.Exact(fmt.Sprintf("rank=%d %s nodes", i+1, fixedTree), float64(c.nodes[0]), "nodes", len(c.asked))
		r.Exact(fmt.Sprintf("rank=%d %s nodes", i+1, mrvTree), float64(c.nodes[1]), "nodes", len(c.asked))
	}
	for _, timed := range []struct {
		name string
		of   found
	}{{hardest, cases[0]}, {middle, cases[len(cases)/2]}} {
		// Without a control: the forms differ by orders of magnitude, and measuring the rounds again would
		// take longer than a profile allows.
		r.Text(timed.name+" puzzle", timed.of.puzzle.String())
		if err := wholeOf(ctx, cfg, r, timed.name, timed.of.asked); err != nil {
			return err
		}
	}
	return nil
}

// Names of the timed cases.
const (
	hardest = "hardest"
	middle  = "median"
)

func wholeOf(ctx context.Context, cfg Config, r *lab.Run, name string, asked []board.Board) error {
	times := map[string][]float64{}
	for round := range cfg.CaseRuns {
		for _, f := range cfg.Case {
			c, err := counter.New(board.Standard(), f)
			if err != nil {
				return err
			}
			var nodes, checks, most, capped int64
			begin := time.Now()
			for range passes(f) {
				nodes, checks, most, capped = 0, 0, 0, 0
				for _, b := range asked {
					res, err := c.Solve(ctx, b, solver.Limits{Solutions: 2, Nodes: cfg.CaseNodes})
					if err != nil {
						return err
					}
					switch res.Status {
					case solver.Cancelled:
						return ctx.Err()
					case solver.Capped:
						capped++
					}
					nodes += res.Stats.Nodes
					checks += c.Stats().Checks
					most = max(most, res.Stats.Nodes)
				}
			}
			form := name + " " + f.String()
			times[f.String()] = append(times[f.String()], time.Since(begin).Seconds()/float64(passes(f)))
			if round > 0 {
				continue
			}
			r.Exact(form+" nodes", float64(nodes), "nodes", len(asked))
			r.Exact(form+" checks", float64(checks), "checks", len(asked))
			r.Exact(form+" nodes.max", float64(most), "nodes", len(asked))
			r.Exact(form+" capped", float64(capped), "calls", len(asked))
			if capped > 0 {
				r.Cap(fmt.Sprintf("%s: %d of %d counts reached %d nodes, the time is a lower bound", form, capped, len(asked), cfg.CaseNodes))
			}
		}
	}
	naive := times[counter.NaiveConfig().String()]
	for form, t := range times {
		median, err := stats.Median(t)
		if err != nil {
			return err
		}
		r.Noisy(name+" "+form+" time", median, "s", len(t))
		if err := keepRatio(r, name+" naive to "+form, naive, t); err != nil {
			return err
		}
	}
	return nil
}
