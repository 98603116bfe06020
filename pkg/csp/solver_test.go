package csp_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sudokulab/pkg/csp"
)

const (
	easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	// hard is not solved by arc consistency.
	hard = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
)

func TestDisciplinesReachTheFixedPoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		net, domains := network(t)
		want, consistent := fixedPoint(net, domains)
		for _, q := range queues {
			cfg := csp.DefaultConfig()
			cfg.Queue = q
			s, err := csp.NewSolver(net, cfg)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 { // the second time on a used workspace
				p, err := s.Propagate(context.Background(), domains)
				if err != nil {
					t.Fatal(err)
				}
				if p.Consistent != consistent {
					t.Fatalf("%s: consistent %v, want %v", q, p.Consistent, consistent)
				}
				if consistent && !slices.Equal(p.Domains, want) {
					t.Fatalf("%s: %v, want %v", q, p.Domains, want)
				}
				if !consistent && p.Domains[p.Wiped] != 0 {
					t.Fatalf("%s: variable %d is said to be empty, holds %v", q, p.Wiped, p.Domains[p.Wiped])
				}
				removed, open := int64(0), 0
				for i, d := range p.Domains {
					removed += int64((domains[i] &^ d).Len())
					if d.Len() > 1 {
						open++
					}
				}
				if p.Counters.Reductions != removed || p.Open != open {
					t.Fatalf("%s: %d reductions and %d open, want %d and %d", q, p.Counters.Reductions, p.Open, removed, open)
				}
			}
		}
	})
}

func TestConfigsCountLikeBruteForce(t *testing.T) {
	all := configs()
	rapid.Check(t, func(t *rapid.T) {
		net, domains := network(t)
		want := count(net, domains)
		cfg := rapid.SampledFrom(all).Draw(t, "config")
		s, err := csp.NewSolver(net, cfg)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for values, err := range s.Solutions(context.Background(), domains) {
			if err != nil {
				t.Fatal(err)
			}
			if err := net.Check(values); err != nil {
				t.Fatalf("%s: %v", name(cfg), err)
			}
			seen[fmt.Sprint(values)] = true
		}
		res, err := s.Solve(context.Background(), domains, csp.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if len(seen) != want || res.Solutions != want || res.Stop != csp.Exhausted {
			t.Fatalf("%s: %d solutions yielded, %d counted, %v; want %d", name(cfg), len(seen), res.Solutions, res.Stop, want)
		}
	})
}

func TestConfigsOnSmallBoards(t *testing.T) {
	boards := map[string]int{
		"................": 288,
		"1...............": 72,
		"12..............": 24,
		"1.....2..3....4.": -1,
		"11..............": 0,
		"123...4.........": 0, // r1c4 has no candidate
		"1234341221434321": 1,
	}
	for puzzle, want := range boards {
		net, domains := sudoku(t, 2, puzzle)
		if n := count(net, domains); want >= 0 && n != want {
			t.Fatalf("%s: brute force counts %d, want %d", puzzle, n, want)
		} else {
			want = n
		}
		for i, cfg := range configs() {
			if testing.Short() && i%7 != 0 { // 7 shares no factor with the numbers of choices
				continue
			}
			res := solve(t, newSolver(t, net, cfg), domains, csp.Limits{})
			if res.Solutions != want || res.Stop != csp.Exhausted {
				t.Errorf("%s: %s: %d solutions, %v; want %d", puzzle, name(cfg), res.Solutions, res.Stop, want)
			}
		}
	}
}

// The store and the kind of queue must not change the search tree, only its cost.
func TestStoresAndQueuesSearchAlike(t *testing.T) {
	net, domains := sudoku(t, 3, hard)
	base := csp.DefaultConfig()
	want := solve(t, newSolver(t, net, base), domains, csp.Limits{})
	if want.Solutions != 1 || want.Stats.Search.Nodes == 0 {
		t.Fatalf("%d solutions in %d nodes, want one and some", want.Solutions, want.Stats.Search.Nodes)
	}
	if err := net.Check(want.First); err != nil {
		t.Fatal(err)
	}
	first := slices.Clone(want.First)
	for _, q := range queues {
		for _, st := range []csp.Store{csp.Copy, csp.Trail} {
			cfg := base
			cfg.Queue, cfg.Store = q, st
			got := solve(t, newSolver(t, net, cfg), domains, csp.Limits{})
			a, b := got.Stats.Search, want.Stats.Search
			if a.Nodes != b.Nodes || a.Backtracks != b.Backtracks || a.MaxDepth != b.MaxDepth {
				t.Errorf("%s: %d nodes, %d backtracks, depth %d; want %d, %d, %d", name(cfg), a.Nodes, a.Backtracks, a.MaxDepth, b.Nodes, b.Backtracks, b.MaxDepth)
			}
			if !slices.Equal(got.First, first) {
				t.Errorf("%s: another solution", name(cfg))
			}
		}
		copied, trailed := base, base
		copied.Queue, trailed.Queue, trailed.Store = q, q, csp.Trail
		a := solve(t, newSolver(t, net, copied), domains, csp.Limits{}).Stats
		b := solve(t, newSolver(t, net, trailed), domains, csp.Limits{}).Stats
		if a != b {
			t.Errorf("%s: copy %+v, trail %+v", q, a, b)
		}
	}
}

func TestQueens(t *testing.T) {
	for n, want := range map[int]int{1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92} {
		var b csp.Builder
		b.Variables(n, csp.Range(n))
		for i := range n {
			for j := range i {
				b.AddRelation(i, j, func(v, w int) bool { return v-w != i-j && w-v != i-j })
				b.NotEqual(i, j)
			}
		}
		net := build(t, &b)
		for _, p := range []csp.Propagation{csp.MAC, csp.ForwardChecking, csp.Plain} {
			for _, q := range queues {
				cfg := csp.DefaultConfig()
				cfg.Propagation, cfg.Queue = p, q
				res := solve(t, newSolver(t, net, cfg), nil, csp.Limits{})
				if res.Solutions != want || res.Stop != csp.Exhausted {
					t.Errorf("%d queens, %s, %s: %d solutions, want %d", n, p, q, res.Solutions, want)
				}
			}
		}
	}
}

func TestMapColouring(t *testing.T) {
	net := australia(t)
	// With three colours the six mainland states have six colourings, Tasmania is free.
	if res := solve(t, newSolver(t, net, csp.DefaultConfig()), nil, csp.Limits{}); res.Solutions != 18 {
		t.Errorf("%d colourings, want 18", res.Solutions)
	}
	two := slices.Repeat([]csp.Set{csp.SetOf(0, 1)}, net.Variables())
	s := newSolver(t, net, csp.DefaultConfig())
	p, err := s.Propagate(context.Background(), two)
	if err != nil || !p.Consistent || p.Counters.Reductions != 0 {
		t.Errorf("two colours: %+v, %v; want arc consistent as it is", p, err)
	}
	if res := solve(t, s, two, csp.Limits{}); res.Solutions != 0 || res.Stop != csp.Exhausted {
		t.Errorf("two colours: %d colourings, want none", res.Solutions)
	}
}

// australia is the map of Russell and Norvig's textbook: WA, NT, SA, Q, NSW, V, T.
func australia(tb testing.TB) *csp.Network {
	var b csp.Builder
	b.Variables(7, csp.Range(3))
	for _, e := range [][2]int{{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}, {2, 4}, {2, 5}, {3, 4}, {4, 5}} {
		b.NotEqual(e[0], e[1])
	}
	return build(tb, &b)
}

// TestCountersByHand follows three variables in a row, 0 ≠ 1 ≠ 2, with domains {0}, {0,1},
// {1,2}, through each queue on paper.
func TestCountersByHand(t *testing.T) {
	var b csp.Builder
	b.Variables(3, csp.Range(3))
	b.NotEqual(0, 1)
	b.NotEqual(1, 2)
	net := build(t, &b)
	domains := []csp.Set{csp.SetOf(0), csp.SetOf(0, 1), csp.SetOf(1, 2)}
	for q, want := range map[csp.Queue]csp.Counters{
		// (0,1) no; (1,0) strikes 0, queues (2,1) again; (1,2) no; (2,1) strikes 1, queues
		// nothing; (2,1) no.
		csp.FIFO: {Arcs: 5, Pushes: 5, QueuePeak: 4, Effective: 2, Reductions: 2, Singletons: 2},
		// (2,1) no; (1,2) no; (1,0) strikes 0, queues (2,1), which strikes 1; (0,1) no.
		csp.LIFO: {Arcs: 5, Pushes: 5, QueuePeak: 4, Effective: 2, Reductions: 2, Singletons: 2},
		// As FIFO, but (2,1) waits already when (1,0) would queue it.
		csp.FIFOSet: {Arcs: 4, Pushes: 4, QueuePeak: 4, Effective: 2, Reductions: 2, Singletons: 2},
		// Variable 0 looks at 1, which becomes single and looks at 0 and 2; 2 looks at 1.
		csp.Events: {Arcs: 4, Pushes: 3, QueuePeak: 1, Effective: 2, Reductions: 2, Singletons: 2},
	} {
		cfg := csp.DefaultConfig()
		cfg.Queue = q
		p, err := newSolver(t, net, cfg).Propagate(context.Background(), domains)
		if err != nil {
			t.Fatal(err)
		}
		if p.Counters != want {
			t.Errorf("%s: %+v, want %+v", q, p.Counters, want)
		}
		if p.Open != 0 || !slices.Equal(p.Domains, []csp.Set{csp.SetOf(0), csp.SetOf(1), csp.SetOf(2)}) {
			t.Errorf("%s: %v, want 0, 1, 2", q, p.Domains)
		}
	}
}

func TestSearchCounters(t *testing.T) {
	// 0 ≠ 1 over {0,1}: two solutions; each value of variable 0 is one node.
	var b csp.Builder
	b.Variables(2, csp.Range(2))
	b.NotEqual(0, 1)
	s := newSolver(t, build(t, &b), csp.DefaultConfig())
	all := solve(t, s, nil, csp.Limits{}).Stats
	want := csp.Counters{Arcs: 4, Pushes: 4, QueuePeak: 1, Effective: 2, Reductions: 2, Singletons: 2, Nodes: 2, MaxDepth: 1, Solutions: 2}
	if all.Search != want {
		t.Errorf("%+v, want %+v", all.Search, want)
	}
	if all.Root != (csp.Counters{}) || all.RootOpen != 2 {
		t.Errorf("root %+v with %d open, want nothing done and 2", all.Root, all.RootOpen)
	}
	if got := all.Total(); got != want {
		t.Errorf("total %+v, want %+v", got, want)
	}
	// A triangle over two values has no solution: both values fail.
	b.Variable(csp.Range(2))
	b.AllDifferent(0, 1, 2)
	fail := solve(t, newSolver(t, build(t, &b), csp.DefaultConfig()), nil, csp.Limits{}).Stats.Search
	if fail.Nodes != 2 || fail.Backtracks != 2 || fail.Wipeouts != 2 || fail.Solutions != 0 {
		t.Errorf("%+v, want 2 nodes, 2 backtracks, 2 wipe-outs", fail)
	}
	for p, want := range map[csp.Propagation]csp.Counters{
		// Under each value of variable 0: variable 1 is left with one value, whose node
		// looks at 0 and empties 2.
		csp.ForwardChecking: {Arcs: 8, Effective: 6, Reductions: 6, Singletons: 4, Wipeouts: 2, Nodes: 4, Backtracks: 4, MaxDepth: 2},
		// Under each value of variable 0: two values of variable 1 at one arc each, and under
		// the good one two values of variable 2, one caught at the first arc, one at the
		// second.
		csp.Plain: {Arcs: 10, Nodes: 10, Backtracks: 10, MaxDepth: 3},
	} {
		cfg := csp.DefaultConfig()
		cfg.Propagation = p
		if got := solve(t, newSolver(t, build(t, &b), cfg), nil, csp.Limits{}).Stats.Search; got != want {
			t.Errorf("%s: %+v, want %+v", p, got, want)
		}
	}
}

// Two variables that start with one value each are never assigned by the search, so without
// AC-3 at the root nothing but a test of their own compares them.
func TestInitialValuesAreCompared(t *testing.T) {
	var b csp.Builder
	b.Variables(3, csp.Range(2))
	b.NotEqual(0, 2)
	domains := []csp.Set{csp.SetOf(1), csp.Range(2), csp.SetOf(1)}
	for _, cfg := range configs() {
		res := solve(t, newSolver(t, build(t, &b), cfg), domains, csp.Limits{})
		if res.Solutions != 0 || res.Stop != csp.Exhausted || res.Stats.Search.Nodes != 0 {
			t.Errorf("%s: %d solutions, %v; want none, without search", name(cfg), res.Solutions, res.Stop)
		}
	}
}

func TestValueOrders(t *testing.T) {
	// Variable 0 has the smallest domain. Its values 1, 2, 3 remove from variable 1 (not
	// equal) one, one and no value and from variable 2 (not less) none, one and two.
	var b csp.Builder
	b.Variable(csp.SetOf(1, 2, 3))
	b.Variable(csp.SetOf(0, 1, 2, 4))
	b.Variable(csp.SetOf(1, 2, 3, 5))
	b.NotEqual(0, 1)
	b.AddRelation(2, 0, func(v, w int) bool { return v >= w })
	net := build(t, &b)
	for order, want := range map[csp.ValueOrder][]int{
		csp.Ascending:         {1, 2, 3},
		csp.Descending:        {3, 2, 1},
		csp.LeastConstraining: {1, 2, 3},
	} {
		cfg := csp.DefaultConfig()
		cfg.ValueOrder = order
		if got := tried(t, net, cfg, 0); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", order, got, want)
		}
	}
	// The same upside down: now the greatest value constrains least.
	b = csp.Builder{}
	b.Variable(csp.SetOf(1, 2, 3))
	b.Variable(csp.SetOf(0, 1, 4, 5))
	b.Variable(csp.SetOf(1, 2, 3, 0))
	b.NotEqual(0, 1)
	b.AddRelation(0, 2, func(v, w int) bool { return v >= w })
	cfg := csp.DefaultConfig()
	cfg.ValueOrder = csp.LeastConstraining
	if got := tried(t, build(t, &b), cfg, 0); !slices.Equal(got, []int{3, 2, 1}) {
		t.Errorf("least constraining: %v, want 3, 2, 1", got)
	}
}

// TestVariableOrders looks at the first variable tried.
func TestVariableOrders(t *testing.T) {
	var b csp.Builder
	b.Variable(csp.Range(4))
	b.Variables(3, csp.Range(3)) // 1, 2, 3
	b.NotEqual(0, 1)
	b.NotEqual(3, 2)
	b.NotEqual(3, 0)
	net := build(t, &b)
	for order, want := range map[csp.VariableOrder]int{csp.First: 0, csp.MRV: 1, csp.MRVDegree: 3} {
		for _, p := range []csp.Propagation{csp.MAC, csp.ForwardChecking, csp.Plain} {
			cfg := csp.DefaultConfig()
			cfg.Propagation, cfg.VariableOrder = p, order
			if got := tried(t, net, cfg, -1); got[0] != want {
				t.Errorf("%s, %s: variable %d first, want %d", order, p, got[0], want)
			}
		}
	}
}

// tried returns the values tried for a variable, in order; with −1, the variables of all
// tries.
func tried(t *testing.T, net *csp.Network, cfg csp.Config, variable int) (out []int) {
	t.Helper()
	s := newSolver(t, net, cfg)
	s.SetTrace(csp.Trace{Hook: func(e csp.Event) {
		switch {
		case e.Kind != csp.Try:
		case variable < 0:
			out = append(out, e.Var)
		case e.Var == variable:
			out = append(out, e.Value)
		}
	}})
	solve(t, s, nil, csp.Limits{})
	return out
}

func TestLimits(t *testing.T) {
	net, domains := sudoku(t, 2, "................")
	s := newSolver(t, net, csp.DefaultConfig())
	for limit := 1; limit < 288; limit += 41 {
		res := solve(t, s, domains, csp.Limits{Solutions: limit})
		if res.Solutions != limit || res.Stop != csp.SolutionLimit {
			t.Errorf("limit %d: %d solutions, %v", limit, res.Solutions, res.Stop)
		}
	}
	full := solve(t, s, domains, csp.Limits{})
	for _, nodes := range []int64{1, 2, 10, full.Stats.Search.Nodes - 1} {
		res := solve(t, s, domains, csp.Limits{Nodes: nodes})
		if res.Stats.Search.Nodes != nodes || res.Stop != csp.NodeLimit {
			t.Errorf("node limit %d: %d nodes, %v", nodes, res.Stats.Search.Nodes, res.Stop)
		}
	}
	if res := solve(t, s, domains, csp.Limits{Nodes: full.Stats.Search.Nodes}); res.Stop != csp.Exhausted || res.Stats != full.Stats {
		t.Errorf("a node limit that is just enough: %v, %+v; want %+v", res.Stop, res.Stats, full.Stats)
	}
	if _, err := s.Solve(context.Background(), nil, csp.Limits{Nodes: -1}); err == nil {
		t.Error("negative limit: no error")
	}
}

func TestCancel(t *testing.T) {
	net, domains := sudoku(t, 3, strings.Repeat(".", 81))
	for _, p := range []csp.Propagation{csp.MAC, csp.ForwardChecking, csp.Plain} {
		cfg := csp.DefaultConfig()
		cfg.Propagation = p
		s := newSolver(t, net, cfg)
		gone, cancel := context.WithCancel(context.Background())
		cancel()
		if res, err := s.Solve(gone, domains, csp.Limits{}); err != nil || res.Stop != csp.Cancelled || res.Solutions != 0 {
			t.Errorf("%s: ended context: %+v, %v", p, res, err)
		}
		if _, err := s.Propagate(gone, domains); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: propagation under an ended context: %v", p, err)
		}
		for _, err := range s.Solutions(gone, domains) {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: enumeration under an ended context: %v", p, err)
			}
		}
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		start := time.Now()
		res, err := s.Solve(ctx, domains, csp.Limits{})
		cancel()
		if took := time.Since(start); err != nil || res.Stop != csp.Cancelled || took > 5*time.Second {
			t.Errorf("%s: %v after %v, %v", p, res.Stop, took, err)
		}
		last := error(nil)
		ctx, cancel = context.WithCancel(context.Background())
		n := 0
		for _, err := range s.Solutions(ctx, domains) {
			n++
			if n == 3 {
				cancel()
			}
			last = err
		}
		cancel()
		if !errors.Is(last, context.Canceled) {
			t.Errorf("%s: enumeration ended with %v", p, last)
		}
	}
}

// ctxAfter ends after it has been asked a number of times.
type ctxAfter struct {
	context.Context
	left int
}

func (c *ctxAfter) Err() error {
	c.left--
	if c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestCancelWithinPropagation(t *testing.T) {
	// One propagation of 36×36 revises far more arcs than pass between two looks at the
	// context, so it must look at it before it ends.
	n := 36
	puzzle := strings.Repeat(".", n*n)
	net, domains := sudoku(t, 6, puzzle)
	for _, q := range []csp.Queue{csp.FIFO, csp.LIFO, csp.FIFOSet} {
		cfg := csp.DefaultConfig()
		cfg.Queue = q
		s := newSolver(t, net, cfg)
		if _, err := s.Propagate(&ctxAfter{context.Background(), 2}, domains); err == nil {
			t.Errorf("%s: no error", q)
		}
		p, err := s.Propagate(context.Background(), domains)
		if err != nil || p.Counters.Arcs != int64(net.Arcs()) {
			t.Errorf("%s: %d arcs after a cancelled call, want %d; %v", q, p.Counters.Arcs, net.Arcs(), err)
		}
	}
}

func TestEnumerationStopsAtOnce(t *testing.T) {
	net, domains := sudoku(t, 3, strings.Repeat(".", 81))
	s := newSolver(t, net, csp.DefaultConfig())
	n := 0
	for values, err := range s.Solutions(context.Background(), domains) {
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Solve(context.Background(), domains, csp.Limits{}); !errors.Is(err, csp.ErrBusy) {
			t.Fatalf("use within its own enumeration: %v, want ErrBusy", err)
		}
		if err := net.Check(values); err != nil {
			t.Fatal(err)
		}
		n++
		if n == 5 {
			break
		}
	}
	if res := solve(t, s, domains, csp.Limits{Solutions: 1}); n != 5 || res.Solutions != 1 {
		t.Errorf("%d steps, then %d solutions; want 5 and 1", n, res.Solutions)
	}
}

func TestInputErrors(t *testing.T) {
	net, domains := sudoku(t, 2, "................")
	s := newSolver(t, net, csp.DefaultConfig())
	if _, err := s.Solve(context.Background(), domains[:3], csp.Limits{}); err == nil {
		t.Error("three domains: no error")
	}
	outside := slices.Clone(domains)
	outside[5] = csp.SetOf(4)
	if _, err := s.Propagate(context.Background(), outside); err == nil || !strings.Contains(err.Error(), "domain 5") {
		t.Errorf("domain outside the network's: %v", err)
	}
	for _, err := range s.Solutions(context.Background(), outside) {
		if err == nil {
			t.Error("enumeration: no error")
		}
	}
	if _, err := csp.NewSolver(nil, csp.DefaultConfig()); err == nil {
		t.Error("no network: no error")
	}
	empty := slices.Clone(domains)
	empty[7] = 0
	for _, root := range []bool{true, false} {
		cfg := csp.DefaultConfig()
		cfg.RootAC3 = root
		s := newSolver(t, net, cfg)
		if res := solve(t, s, empty, csp.Limits{}); res.Solutions != 0 || res.Stop != csp.Exhausted {
			t.Errorf("empty domain: %+v, want no solution", res)
		}
		if p, err := s.Propagate(context.Background(), empty); err != nil || p.Consistent || p.Wiped != 7 {
			t.Errorf("empty domain: %+v, %v", p, err)
		}
	}
	if !slices.Equal(domains, slices.Repeat([]csp.Set{csp.Range(4)}, 16)) {
		t.Error("the caller's domains were changed")
	}
}

func TestConfigValidate(t *testing.T) {
	if err := csp.DefaultConfig().Validate(); err != nil {
		t.Error(err)
	}
	if err := csp.DocumentConfig().Validate(); err != nil {
		t.Error(err)
	}
	for field, spoil := range map[string]func(*csp.Config){
		"propagation":    func(c *csp.Config) { c.Propagation = "ac4" },
		"variable_order": func(c *csp.Config) { c.VariableOrder = "" },
		"value_order":    func(c *csp.Config) { c.ValueOrder = "Ascending" },
		"queue":          func(c *csp.Config) { c.Queue = "heap" },
		"store":          func(c *csp.Config) { c.Store = "cow" },
	} {
		cfg := csp.DefaultConfig()
		spoil(&cfg)
		if err := cfg.Validate(); err == nil || !strings.Contains(err.Error(), field) {
			t.Errorf("%s: %v", field, err)
		}
		net, _ := sudoku(t, 2, "................")
		if _, err := csp.NewSolver(net, cfg); err == nil {
			t.Errorf("%s: NewSolver accepts it", field)
		}
	}
}

func TestRandomOrder(t *testing.T) {
	net, domains := sudoku(t, 3, strings.Repeat(".", 81))
	cfg := csp.DefaultConfig()
	cfg.ValueOrder, cfg.Seed = csp.Random, 1
	one := csp.Limits{Solutions: 1}
	s := newSolver(t, net, cfg)
	first := slices.Clone(solve(t, s, domains, one).First)
	if again := solve(t, s, domains, one).First; !slices.Equal(first, again) {
		t.Error("same seed, another grid")
	}
	cfg.Seed = 2
	if other := solve(t, newSolver(t, net, cfg), domains, one).First; slices.Equal(first, other) {
		t.Error("another seed, the same grid")
	}
	s.SetRand(rand.New(rand.NewPCG(3, 4)))
	a := slices.Clone(solve(t, s, domains, one).First)
	b := slices.Clone(solve(t, s, domains, one).First)
	if slices.Equal(a, b) {
		t.Error("two draws from one generator are equal")
	}
	s.SetRand(nil)
	if back := solve(t, s, domains, one).First; !slices.Equal(first, back) {
		t.Error("back to the seed: another grid")
	}
}

func TestClock(t *testing.T) {
	net, domains := sudoku(t, 3, hard)
	s := newSolver(t, net, csp.DefaultConfig())
	plain := solve(t, s, domains, csp.Limits{}).Stats
	ticks := time.Duration(0)
	s.SetClock(func() time.Duration { ticks++; return ticks })
	timed := solve(t, s, domains, csp.Limits{}).Stats
	// Each propagation reads the clock before and after: one tick passes within it.
	if want := time.Duration(1 + timed.Search.Nodes); timed.Propagation != want {
		t.Errorf("%d ticks in propagation, want %d", timed.Propagation, want)
	}
	s.SetClock(nil)
	if off := solve(t, s, domains, csp.Limits{}).Stats; off != plain {
		t.Errorf("%+v with the clock off, want %+v", off, plain)
	}
}

func TestParallelSolversShareANetwork(t *testing.T) {
	net, domains := sudoku(t, 3, hard)
	want := solve(t, newSolver(t, net, csp.DefaultConfig()), domains, csp.Limits{}).Stats
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			s := newSolver(t, net, csp.DefaultConfig())
			for range 3 {
				res, err := s.Solve(context.Background(), domains, csp.Limits{})
				if err != nil || res.Stats != want {
					t.Errorf("%+v, %v; want %+v", res.Stats, err, want)
				}
			}
		})
	}
	wg.Wait()
}

func TestNoAllocations(t *testing.T) {
	net, domains := sudoku(t, 3, hard)
	ctx := context.Background()
	for i, cfg := range configs() {
		if testing.Short() && i%7 != 0 {
			continue
		}
		s := newSolver(t, net, cfg)
		limits := csp.Limits{Nodes: 60}
		if n := testing.AllocsPerRun(5, func() {
			if _, err := s.Solve(ctx, domains, limits); err != nil {
				t.Error(err)
			}
			if _, err := s.Propagate(ctx, domains); err != nil {
				t.Error(err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations per call, want 0", name(cfg), n)
		}
	}
}
