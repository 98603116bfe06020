package csp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/csp"
)

// replay applies events to domains and fails if one does not fit; it returns the solutions.
func replay(t *rapid.T, domains []csp.Set, events []csp.Event) (solutions [][]csp.Set) {
	levels := [][]csp.Set{slices.Clone(domains)}
	for n, e := range events {
		top := levels[len(levels)-1]
		if e.Seq != int64(n+1) {
			t.Fatalf("event %d carries number %d", n+1, e.Seq)
		}
		switch e.Kind {
		case csp.Reduction, csp.ArcRevised:
			if top[e.Var] != e.Before || e.After&^e.Before != 0 || e.Removed() == 0 != (e.Kind == csp.ArcRevised) || e.Depth != len(levels)-1 {
				t.Fatalf("event %+v on domain %v at depth %d", e, top[e.Var], len(levels)-1)
			}
			top[e.Var] = e.After
		case csp.Singleton, csp.Wipeout:
			if top[e.Var] != e.After || e.After.Single() != (e.Kind == csp.Singleton) || e.After.Len() > 1 {
				t.Fatalf("event %+v on domain %v", e, top[e.Var])
			}
		case csp.Try:
			if top[e.Var] != e.Before || !e.Before.Has(e.Value) || e.Depth != len(levels) {
				t.Fatalf("event %+v on domain %v at depth %d", e, top[e.Var], len(levels)-1)
			}
			top = slices.Clone(top)
			top[e.Var] = csp.SetOf(e.Value)
			levels = append(levels, top)
		case csp.Backtrack:
			if e.Depth != len(levels)-1 {
				t.Fatalf("event %+v at depth %d", e, len(levels)-1)
			}
			levels = levels[:len(levels)-1]
		case csp.Solution:
			solutions = append(solutions, slices.Clone(top))
		}
	}
	return solutions
}

func TestTraceReplays(t *testing.T) {
	all := configs()
	rapid.Check(t, func(t *rapid.T) {
		net, domains := network(t)
		cfg := rapid.SampledFrom(all).Draw(t, "config")
		s, err := csp.NewSolver(net, cfg)
		if err != nil {
			t.Fatal(err)
		}
		silent, err := s.Solve(context.Background(), domains, csp.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		var rec csp.Recorder
		s.SetTrace(csp.Trace{Hook: rec.Record, Arcs: rapid.Bool().Draw(t, "arcs")})
		var want [][]csp.Set
		for values, err := range s.Solutions(context.Background(), domains) {
			if err != nil {
				t.Fatal(err)
			}
			var grid []csp.Set
			for _, v := range values {
				grid = append(grid, csp.SetOf(v))
			}
			want = append(want, grid)
		}
		got := replay(t, domains, rec.Events)
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("%s: replay ends in %v, want %v", name(cfg), got, want)
		}
		rec.Reset()
		traced, err := s.Solve(context.Background(), domains, csp.Limits{})
		if err != nil || traced.Stats != silent.Stats {
			t.Fatalf("%s: %+v with a trace, %+v without, %v", name(cfg), traced.Stats, silent.Stats, err)
		}
		checkTally(t, rec.Events, traced.Stats.Total())

		// Propagation alone: the replayed domains are the returned ones.
		rec.Reset()
		p, err := s.Propagate(context.Background(), domains)
		if err != nil {
			t.Fatal(err)
		}
		now := slices.Clone(domains)
		for _, e := range rec.Events {
			if e.Kind == csp.Reduction {
				now[e.Var] = e.After
			}
		}
		if !slices.Equal(now, p.Domains) {
			t.Fatalf("%s: replay of the propagation ends in %v, want %v", name(cfg), now, p.Domains)
		}
		// And what a tree is made of.
		tree, err := csp.NewTree(domains, rec.Events)
		if err != nil {
			t.Fatal(err)
		}
		checkTree(t, tree, rec.Events)
	})
}

// checkTally compares events with counters.
func checkTally(t *rapid.T, events []csp.Event, c csp.Counters) {
	var n csp.Counters
	for _, e := range events {
		switch e.Kind {
		case csp.Reduction:
			n.Effective++
			n.Reductions += int64(e.Removed().Len())
		case csp.Singleton:
			n.Singletons++
		case csp.Wipeout:
			if e.By >= 0 { // not a domain that was empty to begin with
				n.Wipeouts++
			}
		case csp.Try:
			n.Nodes++
			n.MaxDepth = max(n.MaxDepth, int64(e.Depth))
		case csp.Solution:
			n.Solutions++
		}
	}
	n.Arcs, n.Pushes, n.QueuePeak, n.Backtracks = c.Arcs, c.Pushes, c.QueuePeak, c.Backtracks
	if n != c {
		t.Fatalf("events add up to %+v, counters are %+v", n, c)
	}
}

// checkTree demands that each reduction hangs, in time order, under a node of the variable
// that it was revised against, or directly under the root or a try.
func checkTree(t interface{ Fatalf(string, ...any) }, tree *csp.Tree, events []csp.Event) {
	reductions, nodes := 0, 0
	var walk func(n *csp.TreeNode)
	walk = func(n *csp.TreeNode) {
		last := 0
		for _, c := range n.Children {
			nodes++
			if c.Kind == csp.NodeReduction {
				reductions++
				if n.Kind != csp.NodeRoot && n.Kind != csp.NodeTry && n.Var != c.By {
					t.Fatalf("%+v hangs under variable %d", c, n.Var)
				}
			}
			if c.Kind == csp.NodeGiven && !c.Before.Single() {
				t.Fatalf("%+v is given", c)
			}
			if c.Order > 0 && (c.Order <= last || c.Order <= n.Order) {
				t.Fatalf("%+v comes after %d, under %d", c, last, n.Order)
			}
			last = max(last, c.Order)
			walk(c)
		}
	}
	walk(tree.Root)
	for _, e := range events {
		if e.Kind == csp.Reduction {
			reductions--
		}
	}
	if reductions != 0 || nodes != tree.Nodes {
		t.Fatalf("tree has %d reductions too many, %d nodes where it says %d", reductions, nodes, tree.Nodes)
	}
}

func TestTreeOfASudoku(t *testing.T) {
	net, domains := sudoku(t, 3, hard)
	for _, q := range queues {
		cfg := csp.DefaultConfig()
		cfg.Queue = q
		var rec csp.Recorder
		s := newSolver(t, net, cfg)
		s.SetTrace(csp.Trace{Hook: rec.Record})
		res := solve(t, s, domains, csp.Limits{Solutions: 1})
		tree, err := csp.NewTree(domains, rec.Events)
		if err != nil {
			t.Fatal(err)
		}
		checkTree(t, tree, rec.Events)
		tries, failed, solutions, givens := 0, 0, 0, 0
		var walk func(n *csp.TreeNode)
		walk = func(n *csp.TreeNode) {
			switch n.Kind {
			case csp.NodeTry:
				tries++
				if n.Failed {
					failed++
				}
			case csp.NodeSolution:
				solutions++
			case csp.NodeGiven:
				givens++
			case csp.NodeReduction:
				// With not-equal constraints a cause is always a single value: a given, a
				// try or a reduction to one.
			}
			for _, c := range n.Children {
				if c.Kind == csp.NodeReduction && n.Kind == csp.NodeRoot {
					t.Errorf("%s: #%d has no cause", q, c.Order)
				}
				if c.Kind == csp.NodeReduction && n.Kind == csp.NodeReduction && !n.Single() {
					t.Errorf("%s: #%d hangs under #%d, which left %v", q, c.Order, n.Order, n.After)
				}
				walk(c)
			}
		}
		walk(tree.Root)
		st := res.Stats.Search
		if int64(tries) != st.Nodes || int64(failed) != st.Backtracks || solutions != 1 || givens == 0 || givens > tree.Single {
			t.Errorf("%s: %d tries, %d failed, %d solutions, %d of %d givens; want %d, %d, 1", q, tries, failed, solutions, givens, tree.Single, st.Nodes, st.Backtracks)
		}
		small := tree.Condense()
		if small.Nodes >= tree.Nodes || small.Nodes < tries {
			t.Errorf("%s: %d nodes condensed from %d", q, small.Nodes, tree.Nodes)
		}
	}
}

// smallTree is the tree of 0 ≠ 1 ≠ 2 ≠ 3 ≠ 1 with a given and a choice left to the search.
func smallTree(t *testing.T) *csp.Tree {
	t.Helper()
	var b csp.Builder
	b.Variables(4, csp.Range(4))
	b.NotEqual(0, 1)
	b.AllDifferent(1, 2, 3)
	domains := []csp.Set{csp.SetOf(0), csp.SetOf(0, 1), csp.SetOf(1, 2, 3), csp.SetOf(1, 2, 3)}
	var rec csp.Recorder
	s := newSolver(t, build(t, &b), csp.DefaultConfig())
	s.SetTrace(csp.Trace{Hook: rec.Record})
	solve(t, s, domains, csp.Limits{})
	tree, err := csp.NewTree(domains, rec.Events)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func TestTreeText(t *testing.T) {
	tree := smallTree(t)
	const want = `initial domains: 4 variables, 1 with one value
├─ x0 = 0 given
│  └─ #1 x1 {0,1} → {1} single
│     ├─ #2 x2 {1,2,3} → {2,3}
│     └─ #3 x3 {1,2,3} → {2,3}
├─ #4 try x2 = 2 of {2,3}
│  ├─ #5 x3 {2,3} → {3} single
│  └─ solution
└─ #6 try x2 = 3 of {2,3}
   ├─ #7 x3 {2,3} → {2} single
   └─ solution
`
	write := func(tree *csp.Tree, o csp.TextOptions) string {
		var b strings.Builder
		if err := tree.WriteText(&b, o); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if got := write(tree, csp.TextOptions{}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	lines := strings.Count(want, "\n")
	if got := write(tree, csp.TextOptions{MaxLines: lines}); got != want {
		t.Errorf("%d lines are enough, got\n%s", lines, got)
	}
	for n := 2; n < lines; n++ {
		got := write(tree, csp.TextOptions{MaxLines: n})
		if strings.Count(got, "\n") != n || !strings.Contains(got, "… "+strconv.Itoa(tree.Nodes-n+2)+" nodes more\n") {
			t.Errorf("at most %d lines, got\n%s", n, got)
		}
	}
	const shallow = `initial domains: 4 variables, 1 with one value
├─ a = 1 given
│  └─ … 3 nodes below
├─ #4 try c = 3 of {3,4}
│  └─ … 2 nodes below
└─ #6 try c = 4 of {3,4}
   └─ … 2 nodes below
`
	names := csp.Names{
		Variable: func(x int) string { return string(rune('a' + x)) },
		Value:    func(v int) string { return strconv.Itoa(v + 1) },
	}
	if got := write(tree, csp.TextOptions{MaxDepth: 1, Names: names}); got != shallow {
		t.Errorf("got\n%swant\n%s", got, shallow)
	}
	const condensed = `initial domains: 4 variables, 1 with one value
├─ x0 = 0 given
│  └─ #1 x1 {0,1} → {1} single
├─ #4 try x2 = 2 of {2,3}
│  ├─ #5 x3 {2,3} → {3} single
│  └─ solution
└─ #6 try x2 = 3 of {2,3}
   ├─ #7 x3 {2,3} → {2} single
   └─ solution
`
	if got := write(tree.Condense(), csp.TextOptions{}); got != condensed {
		t.Errorf("got\n%swant\n%s", got, condensed)
	}
}

// svg is what the drawing is made of.
type svg struct {
	Width  float64 `xml:"width,attr"`
	Height float64 `xml:"height,attr"`
	Groups []struct {
		Title string `xml:"title"`
		Rect  struct {
			Class  string  `xml:"class,attr"`
			X      float64 `xml:"x,attr"`
			Y      float64 `xml:"y,attr"`
			Width  float64 `xml:"width,attr"`
			Height float64 `xml:"height,attr"`
		} `xml:"rect"`
		Text string `xml:"text"`
	} `xml:"g"`
}

func TestTreeSVG(t *testing.T) {
	net, domains := sudoku(t, 3, hard)
	var rec csp.Recorder
	s := newSolver(t, net, csp.DefaultConfig())
	s.SetTrace(csp.Trace{Hook: rec.Record})
	solve(t, s, domains, csp.Limits{Solutions: 1})
	tree, err := csp.NewTree(domains, rec.Events)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := tree.WriteSVG(&out, csp.SVGOptions{Title: "a < b & c"}); err != nil {
		t.Fatal(err)
	}
	var d svg
	if err := xml.Unmarshal(out.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for i, a := range d.Groups {
		kinds[a.Rect.Class]++
		if a.Rect.X < 0 || a.Rect.Y < 0 || a.Rect.X+a.Rect.Width > d.Width || a.Rect.Y+a.Rect.Height > d.Height {
			t.Fatalf("%q lies outside the page", a.Text)
		}
		for _, b := range d.Groups[:i] {
			if a.Rect.X < b.Rect.X+b.Rect.Width && b.Rect.X < a.Rect.X+a.Rect.Width &&
				a.Rect.Y < b.Rect.Y+b.Rect.Height && b.Rect.Y < a.Rect.Y+a.Rect.Height {
				t.Fatalf("%q and %q overlap", a.Text, b.Text)
			}
		}
	}
	// The legend shows each of its kinds once; the rest are nodes.
	if got := len(d.Groups) - 7 - 1; got != tree.Nodes {
		t.Errorf("%d boxes for %d nodes: %v", got, tree.Nodes, kinds)
	}
	if kinds["solution"] != 2 || kinds["wiped"] < 2 || kinds["single"] < 2 {
		t.Errorf("boxes by kind: %v", kinds)
	}

	out.Reset()
	if err := tree.WriteSVG(&out, csp.SVGOptions{MaxNodes: 10}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "… "+strconv.Itoa(tree.Nodes-10)+" nodes more") {
		t.Error("a cut drawing does not say what is missing")
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestTreeWriteErrors(t *testing.T) {
	tree := smallTree(t)
	if err := tree.WriteText(failingWriter{}, csp.TextOptions{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("text: %v", err)
	}
	if err := tree.WriteSVG(failingWriter{}, csp.SVGOptions{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("SVG: %v", err)
	}
}

func TestNewTreeErrors(t *testing.T) {
	domains := []csp.Set{csp.SetOf(0, 1), csp.SetOf(0, 1)}
	for want, e := range map[string]csp.Event{
		"variables 2 and -1":  {Kind: csp.Try, Var: 2, By: -1, Depth: 1},
		"variables 0 and 5":   {Kind: csp.Reduction, Var: 0, By: 5},
		"without a variable":  {Kind: csp.Reduction, Var: -1, By: 0},
		"without a cause":     {Kind: csp.Reduction, Var: 0, By: -1},
		"try at depth 2":      {Kind: csp.Try, Var: 0, By: -1, Depth: 2},
		"backtrack at depth ": {Kind: csp.Backtrack, Var: 0, By: -1, Depth: 0},
	} {
		if _, err := csp.NewTree(domains, []csp.Event{e}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want %q", e, err, want)
		}
	}
}

func TestRecorderBound(t *testing.T) {
	net, domains := sudoku(t, 3, easy)
	var all csp.Recorder
	s := newSolver(t, net, csp.DefaultConfig())
	s.SetTrace(csp.Trace{Hook: all.Record})
	solve(t, s, domains, csp.Limits{})
	some := csp.Recorder{Max: 40}
	s.SetTrace(csp.Trace{Hook: some.Record})
	solve(t, s, domains, csp.Limits{})
	if !slices.Equal(some.Events, all.Events[:40]) || some.Dropped != int64(len(all.Events)-40) {
		t.Errorf("%d events kept, %d dropped of %d", len(some.Events), some.Dropped, len(all.Events))
	}
	if _, err := csp.NewTree(domains, some.Events); err != nil {
		t.Errorf("tree of the beginning: %v", err)
	}
}

func TestEventJSON(t *testing.T) {
	e := csp.Event{Seq: 3, Kind: csp.Reduction, Depth: 1, Var: 2, By: 4, Before: csp.SetOf(0, 63), After: csp.SetOf(63)}
	data, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"seq":3,"kind":"reduction","depth":1,"var":2,"by":4,"value":0,"before":[0,63],"after":[63]}`
	if string(data) != want {
		t.Errorf("got %s, want %s", data, want)
	}
	var back csp.Event
	if err := json.Unmarshal(data, &back); err != nil || back != e {
		t.Errorf("reads back as %+v, %v", back, err)
	}
	tree := smallTree(t)
	if data, err = json.Marshal(tree); err != nil {
		t.Fatal(err)
	}
	var again csp.Tree
	if err := json.Unmarshal(data, &again); err != nil {
		t.Fatal(err)
	}
	var a, b strings.Builder
	if err := errors.Join(tree.WriteText(&a, csp.TextOptions{}), again.WriteText(&b, csp.TextOptions{})); err != nil || a.String() != b.String() {
		t.Errorf("tree reads back as\n%s, %v", b.String(), err)
	}
}
