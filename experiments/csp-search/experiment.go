// Package cspsearch takes the search of the CSP document apart: look-ahead, variable order
// and value order are switched one by one on the same puzzles, the time inside AC-3 is
// measured, and what forward checking strikes is compared with what AC-3 strikes at every
// node. It decides C03, C12 and C22.
package cspsearch

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// searched are the sets whose puzzles AC-3 leaves open; levels are the document's own kinds
// of puzzle.
var (
	searched = []string{"own-minimal", "17clue", "magictour", "forum-1106"}
	levels   = []string{"own-easy", "own-medium", "own-hard", "own-minimal"}
)

// variant is one way to search.
type variant struct {
	Name   string     `json:"name"`
	Solver csp.Config `json:"solver"`
}

// base is the variant that the others are compared with: the document's own.
const base = "mac+mrv"

// variants switches one thing at a time, from the document's own algorithm.
func variants() []variant {
	v := func(name string, change func(*csp.Config)) variant {
		c := csp.DocumentConfig()
		c.Queue = csp.Events // the same domains as fifo at every node, and so the same nodes
		change(&c)
		return variant{name, c}
	}
	return []variant{
		v(base, func(*csp.Config) {}),
		v("mac+first", func(c *csp.Config) { c.VariableOrder = csp.First }),
		v("fc+mrv", func(c *csp.Config) { c.Propagation = csp.ForwardChecking }),
		v("fc+first", func(c *csp.Config) { c.Propagation, c.VariableOrder = csp.ForwardChecking, csp.First }),
		v("none+mrv", func(c *csp.Config) { c.Propagation = csp.Plain }),
		v("none+first", func(c *csp.Config) { c.Propagation, c.VariableOrder = csp.Plain, csp.First }),
		v("mac+mrv+descending", func(c *csp.Config) { c.ValueOrder = csp.Descending }),
		v("mac+mrv+lcv", func(c *csp.Config) { c.ValueOrder = csp.LeastConstraining }),
		v("mac+mrv+random", func(c *csp.Config) { c.ValueOrder, c.Seed = csp.Random, 1 }),
	}
}

// Config is everything that affects a figure of this experiment.
type Config struct {
	Variants []variant `json:"variants"`
	Puzzles  int       `json:"puzzles"` // a set
	Nodes    int64     `json:"nodes"`   // a puzzle at most
	Base     int64     `json:"base"`    // the same for MAC + MRV, which is to finish
	Profiled int       `json:"profiled"`
	Rounds   int       `json:"rounds"` // timed runs of the profiled puzzles
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "csp-search",
		Title:    "What each part of the search is worth",
		Question: "How many nodes do MAC, MRV, forward checking and the order of values save, and where does the time go?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{Variants: variants(), Puzzles: 100, Nodes: 100_000, Base: 100_000_000, Profiled: 300, Rounds: 5}
	switch p {
	case lab.Smoke:
		cfg.Puzzles, cfg.Nodes, cfg.Profiled, cfg.Rounds = 10, 10_000, 20, 1
	case lab.Full:
		cfg.Puzzles, cfg.Nodes, cfg.Profiled = 300, 10_000_000, 300
	}
	pl := lab.Plan{Config: cfg, Seed: 3}
	for _, id := range searched {
		for _, v := range cfg.Variants {
			pl.Cases = append(pl.Cases, lab.Case{
				Kind: nodesKind, Dims: []record.Dim{record.D("set", id), record.D("variant", v.Name)}, Corpus: id, Limit: cfg.Puzzles,
				Run: func(ctx context.Context, r *lab.Run) error { return ablate(ctx, cfg, v, r) },
			})
		}
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: subsetKind, Dims: []record.Dim{record.D("set", id)}, Corpus: id, Limit: cfg.Puzzles,
			Run: func(ctx context.Context, r *lab.Run) error { return subset(ctx, cfg, r) },
		})
	}
	for _, id := range levels {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: profileKind, Dims: []record.Dim{record.D("set", id)}, Corpus: id, Limit: cfg.Profiled, Timed: true,
			Run: func(ctx context.Context, r *lab.Run) error { return profile(ctx, cfg, r) },
		})
	}
	return pl
}

// Kinds of cases.
const (
	nodesKind   = "nodes" // by set and variant
	subsetKind  = "subset"
	profileKind = "profile"
)

// nodesCase is the key of the case of a variant on a set.
func nodesCase(set, variant string) string {
	return record.Key(nodesKind, record.D("set", set), record.D("variant", variant))
}

// open keeps the puzzles that AC-3 alone leaves open.
func open(ctx context.Context, s *csp.Solver, puzzles []corpus.Item) ([]corpus.Item, error) {
	var out []corpus.Item
	for _, p := range puzzles {
		res, err := s.Propagate(ctx, encode.Domains(nil, p.Board))
		if err != nil {
			return nil, err
		}
		if res.Consistent && res.Open > 0 {
			out = append(out, p)
		}
	}
	return out, nil
}

// ablate searches each open puzzle for its first solution with one variant.
func ablate(ctx context.Context, cfg Config, v variant, r *lab.Run) error {
	all, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	s, err := csp.NewSolver(encode.Network(board.Standard()), v.Solver)
	if err != nil {
		return err
	}
	limit := cfg.Nodes
	if v.Name == base {
		limit = cfg.Base
	}
	puzzles, err := open(ctx, s, all)
	if err != nil {
		return err
	}
	var nodes []float64
	var wasCut []bool // the search of a puzzle
	var total, cut, arcs, backtracks, solved, capped int64
	begin := time.Now()
	for i, p := range puzzles {
		res, err := s.Solve(ctx, encode.Domains(nil, p.Board), csp.Limits{Solutions: 1, Nodes: limit})
		if err != nil {
			return err
		}
		switch res.Stop {
		case csp.Cancelled:
			return ctx.Err()
		case csp.NodeLimit:
			capped++
		}
		if res.Solutions > 0 {
			grid, err := encode.FromValues(p.Board.Shape(), res.First)
			if err != nil {
				return err
			}
			if err := board.CheckSolution(p.Board, grid); err != nil {
				return fmt.Errorf("puzzle %d: %w", p.Index, err)
			}
			solved++
		}
		n := res.Stats.Search.Nodes
		nodes = append(nodes, float64(n))
		wasCut = append(wasCut, res.Stop == csp.NodeLimit)
		total += n
		cut += min(n, cfg.Nodes)
		arcs += res.Stats.Total().Arcs
		backtracks += res.Stats.Search.Backtracks
		r.Progress(i+1, len(puzzles))
	}
	elapsed := time.Since(begin)
	n := len(puzzles)
	r.Exact("puzzles", float64(n), "puzzles", n)
	if n == 0 {
		return nil
	}
	median, err := stats.Median(nodes)
	if err != nil {
		return err
	}
	r.Exact("solved", float64(solved), "puzzles", n)
	r.Exact("capped", float64(capped), "puzzles", n)
	r.Exact("nodes", float64(total), "nodes", n)
	r.Exact("nodes.cut", float64(cut), "nodes", n)
	r.Exact("nodes.median", median, "nodes", n)
	r.Exact("nodes.max", slices.Max(nodes), "nodes", n)
	r.Exact("backtracks", float64(backtracks), "assignments", n)
	r.Exact("arcs", float64(arcs), "arcs", n)
	r.Noisy("time", elapsed.Seconds(), "s", n) // while other cases run: an order of magnitude
	if v.Name != base && n > 1 {
		if err := nodesRatio(ctx, cfg, puzzles, nodes, wasCut, r); err != nil {
			return err
		}
	}
	if capped > 0 {
		r.Cap(fmt.Sprintf("%d of %d puzzles reached %d nodes; sums are lower bounds", capped, n, limit))
	}
	return nil
}

const nodesRatioMetric = "nodes-ratio"

// nodesRatio keeps how many times the nodes of MAC + MRV a variant takes on the median puzzle, with
// the interval that holds whatever searches would have come to that were cut off. There is no high
// end if that has none.
func nodesRatio(ctx context.Context, cfg Config, puzzles []corpus.Item, nodes []float64, cut []bool, r *lab.Run) error {
	s, err := csp.NewSolver(encode.Network(board.Standard()), cfg.Variants[0].Solver)
	if err != nil {
		return err
	}
	of, ofCut := make([]float64, len(puzzles)), make([]bool, len(puzzles))
	for i, p := range puzzles {
		res, err := s.Solve(ctx, encode.Domains(nil, p.Board), csp.Limits{Solutions: 1, Nodes: cfg.Base})
		if err != nil {
			return err
		}
		if res.Stop == csp.Cancelled {
			return ctx.Err()
		}
		of[i], ofCut[i] = float64(res.Stats.Search.Nodes), res.Stop == csp.NodeLimit
	}
	return lab.KeepCutRatio(r, rand.New(rand.NewPCG(r.Seed, 0)), nodesRatioMetric, "× "+base, nodes, of, cut, ofCut, stats.DefaultBootstrap())
}

// profile measures which share of the solving time AC-3 takes, with the queue as written.
func profile(ctx context.Context, cfg Config, r *lab.Run) error {
	puzzles, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	s, err := csp.NewSolver(encode.Network(board.Standard()), csp.DocumentConfig())
	if err != nil {
		return err
	}
	epoch := time.Now()
	s.SetClock(func() time.Duration { return time.Since(epoch) })
	var shares []float64
	var domains []csp.Set
	var nodes int64
	for i := range cfg.Rounds {
		var inside, all time.Duration
		nodes = 0
		for _, p := range puzzles {
			begin := time.Now()
			domains = encode.Domains(domains, p.Board)
			res, err := s.Solve(ctx, domains, csp.Limits{Solutions: 1})
			if err != nil {
				return err
			}
			all += time.Since(begin)
			inside += res.Stats.Propagation
			nodes += res.Stats.Search.Nodes
		}
		shares = append(shares, inside.Seconds()/all.Seconds())
		r.Progress(i+1, cfg.Rounds)
	}
	r.Exact("puzzles", float64(len(puzzles)), "puzzles", len(puzzles))
	r.Exact("nodes", float64(nodes), "nodes", len(puzzles))
	return lab.KeepMedian(r.Noisy, rand.New(rand.NewPCG(r.Seed, 1)), "ac3-share", "of time", shares)
}

// subset replays the trace of a MAC search and asks at every node whether each value that
// forward checking would strike was struck by AC-3.
func subset(ctx context.Context, cfg Config, r *lab.Run) error {
	puzzles, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	net := encode.Network(board.Standard())
	s, err := csp.NewSolver(net, csp.DocumentConfig())
	if err != nil {
		return err
	}
	var c comparison
	s.SetTrace(csp.Trace{Hook: func(e csp.Event) { c.see(net, e) }})
	for i, p := range puzzles {
		domains := encode.Domains(nil, p.Board)
		c.begin(domains)
		res, err := s.Solve(ctx, domains, csp.Limits{Solutions: 1, Nodes: cfg.Nodes})
		if err != nil {
			return err
		}
		if res.Stop == csp.Cancelled {
			return ctx.Err()
		}
		c.settle()
		r.Progress(i+1, len(puzzles))
	}
	n := len(puzzles)
	r.Exact("puzzles", float64(n), "puzzles", n)
	r.Exact("nodes", float64(c.nodes), "nodes", n)
	r.Exact("consistent-nodes", float64(c.consistent), "nodes", n)
	r.Exact("fc-strikes", float64(c.forward), "values", n)
	r.Exact("ac3-strikes", float64(c.struck), "values", n)
	r.Exact("fc-only", float64(c.escaped), "values", n)
	return nil
}

// comparison follows a trace: the domains now, those to return to, and what forward
// checking would have struck at the node whose propagation is under way.
type comparison struct {
	domains []csp.Set
	stack   [][]csp.Set
	pending []csp.Set // by variable: values forward checking strikes at this node; nil at the root
	wiped   bool

	nodes, consistent, forward, struck, escaped int64
}

func (c *comparison) begin(domains []csp.Set) {
	c.domains, c.stack, c.pending, c.wiped = slices.Clone(domains), nil, nil, false
}

// settle ends the propagation of a node and counts what forward checking would have struck
// and AC-3 did not. A node that AC-3 found contradictory is not compared value by value:
// there AC-3 struck the node itself.
func (c *comparison) settle() {
	if c.pending != nil && !c.wiped {
		c.consistent++
		for x, strikes := range c.pending {
			c.forward += int64(strikes.Len())
			c.escaped += int64((strikes & c.domains[x]).Len())
		}
	}
	c.pending, c.wiped = nil, false
}

func (c *comparison) see(net *csp.Network, e csp.Event) {
	switch e.Kind {
	case csp.Try:
		c.settle()
		c.nodes++
		c.stack = append(c.stack, slices.Clone(c.domains))
		c.domains[e.Var] = e.After
		c.pending = make([]csp.Set, len(c.domains))
		for k := range net.Neighbours(e.Var) {
			c.pending[k] = c.domains[k] & e.After // not equal: the neighbours lose the value
		}
	case csp.Reduction:
		if c.pending != nil {
			c.struck += int64(e.Removed().Len())
		}
		c.domains[e.Var] = e.After
	case csp.Wipeout:
		c.wiped = true
	case csp.Backtrack:
		c.settle()
		c.domains, c.stack = c.stack[len(c.stack)-1], c.stack[:len(c.stack)-1]
	}
}
