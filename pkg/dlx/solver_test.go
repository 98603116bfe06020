package dlx_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/dlx"
	"sudokulab/pkg/dlx/classic"
)

func solver(t tb, p *dlx.Problem, cfg dlx.Config) *dlx.Solver {
	t.Helper()
	s, err := dlx.NewSolver(p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func solve(t tb, s *dlx.Solver, given []int, limits dlx.Limits) dlx.Result {
	t.Helper()
	res, err := s.Solve(t.Context(), given, limits)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func read(t tb, text string) *dlx.Problem {
	t.Helper()
	p, err := dlx.Read(strings.NewReader(text), "test")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func must(p *dlx.Problem, err error) *dlx.Problem {
	if err != nil {
		panic(err)
	}
	return p
}

// all collects the solutions of an enumeration.
func all(t tb, s *dlx.Solver, given []int) [][]int {
	t.Helper()
	var out [][]int
	for options, err := range s.Solutions(t.Context(), given) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, slices.Clone(options))
	}
	return out
}

// TestKnuth compares with what DLX1 and DLX2 report for the same problems: the examples at
// their heads, and the problems of package classic as Write writes them.
func TestKnuth(t *testing.T) {
	tests := []struct {
		name                       string
		problem                    *dlx.Problem
		solutions                  int64
		nodes, updates, cleansings int64
		slow                       bool
	}{
		{"dlx1", read(t, "| A simple example\nA B C D E | F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n"), 1, 6, 30, 0, false},
		{"dlx2", read(t, "A B C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nX:0 Y:1\nB X:1\nC Y:1\n"), 1, 4, 14, 5, false},
		{"queens-8", must(classic.Queens(8)), 92, 1049, 16680, 0, false},
		{"queens-10", must(classic.Queens(10)), 724, 11578, 198264, 0, false},
		{"queens-12", must(classic.Queens(12)), 14200, 211716, 3594752, 0, false},
		{"langford-7", must(classic.Langford(7)), 52, 607, 8339, 0, false},
		{"langford-8", must(classic.Langford(8)), 300, 2789, 37241, 0, false},
		{"langford-11", must(classic.Langford(11)), 35584, 439747, 5974979, 0, true},
		{"pentominoes-3x20", must(classic.Pentominoes(3, 20)), 8, 32978, 10986975, 0, false},
		{"macmahon-3x8", must(classic.MacMahon(3, 3, 8)), 0, 3727, 917199, 80098, false},
	}
	for _, test := range tests {
		if test.slow && testing.Short() {
			continue
		}
		res := solve(t, solver(t, test.problem, dlx.DefaultConfig()), nil, dlx.Limits{})
		c := res.Counters
		got := []int64{res.Solutions, c.Nodes, c.Updates, c.Cleansings}
		want := []int64{test.solutions, test.nodes, test.updates, test.cleansings}
		if !slices.Equal(got, want) || res.Stop != dlx.Exhausted {
			t.Errorf("%s: solutions, nodes, updates, cleansings %v, want %v; %v", test.name, got, want, res.Stop)
		}
	}
}

// TestBruteForce compares solutions with all subsets of the options.
func TestBruteForce(t *testing.T) {
	check(t, func(t tb, from source) {
		p := problem(t, from, 6, 4, 11, 3)
		want := bruteForce(p, nil)
		for _, choice := range []dlx.Choice{dlx.MRV, dlx.First} {
			s := solver(t, p, dlx.Config{Choice: choice})
			got := all(t, s, nil)
			res := solve(t, s, nil, dlx.Limits{})
			if res.Solutions != int64(len(want)) || res.Stop != dlx.Exhausted {
				t.Fatalf("%s: %d solutions, %v; want %d", choice, res.Solutions, res.Stop, len(want))
			}
			if len(want) > 0 && !slices.Equal(res.First, got[0]) || len(want) == 0 && res.First != nil {
				t.Fatalf("%s: first solution %v of %v", choice, res.First, got)
			}
			slices.SortFunc(got, slices.Compare[[]int])
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s: solutions (−want +got):\n%s", choice, diff)
			}
		}
	})
}

// TestBook compares the order of the solutions and every counter with a search by the book.
func TestBook(t *testing.T) {
	check(t, func(t tb, from source) {
		p := problem(t, from, 9, 6, 30, 3)
		for _, choice := range []dlx.Choice{dlx.MRV, dlx.First} {
			cfg := dlx.Config{Choice: choice}
			want := byTheBook(p, cfg)
			s := solver(t, p, cfg)
			if diff := cmp.Diff(want.solutions, all(t, s, nil)); diff != "" {
				t.Fatalf("%s: solutions (−want +got):\n%s", choice, diff)
			}
			if diff := cmp.Diff(want.c, s.Counters()); diff != "" {
				t.Fatalf("%s: counters of Solutions (−want +got):\n%s", choice, diff)
			}
			if diff := cmp.Diff(want.c, solve(t, s, nil, dlx.Limits{}).Counters); diff != "" {
				t.Fatalf("%s: counters of Solve (−want +got):\n%s", choice, diff)
			}
		}
	})
}

// TestGiven compares with the brute force, and with the problem from which the given options
// have been taken by hand: what is left must cost as much.
func TestGiven(t *testing.T) {
	check(t, func(t tb, from source) {
		p := problem(t, from, 6, 4, 10, 3)
		if p.Options() == 0 {
			return
		}
		var given []int
		for range from.upTo(1, 3) {
			given = append(given, from.upTo(0, p.Options()-1))
		}
		want := bruteForce(p, given)
		for _, choice := range []dlx.Choice{dlx.MRV, dlx.First} {
			cfg := dlx.Config{Choice: choice}
			s := solver(t, p, cfg)
			res := solve(t, s, given, dlx.Limits{})
			if res.Solutions != int64(len(want)) || res.Stop != dlx.Exhausted {
				t.Fatalf("given %v: %d solutions, %v; want %d", given, res.Solutions, res.Stop, len(want))
			}
			got := all(t, s, given)
			slices.SortFunc(got, slices.Compare[[]int])
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("given %v: solutions (−want +got):\n%s", given, diff)
			}
			rest, ok := without(t, p, given)
			c := res.Counters
			if !ok {
				if c.Nodes != 0 {
					t.Fatalf("given %v contradict each other: %d nodes, want 0", given, c.Nodes)
				}
				continue
			}
			wantC := dlx.Counters{Nodes: 1}
			if rest != nil {
				wantC = solve(t, solver(t, rest, cfg), nil, dlx.Limits{}).Counters
			}
			if c.GivenUpdates == 0 {
				t.Fatal("forcing cost nothing")
			}
			c.GivenUpdates, c.GivenCleansings = 0, 0
			if diff := cmp.Diff(wantC, c); diff != "" {
				t.Fatalf("given %v: counters (−want +got):\n%s", given, diff)
			}
		}
	})
}

// without returns what is left of a problem after the given options: nil if all its primary
// items are covered, false if the options contradict each other.
func without(t tb, p *dlx.Problem, given []int) (*dlx.Problem, bool) {
	covered := map[int]int{} // item to color
	for i, o := range given {
		if slices.Contains(given[:i], o) {
			continue
		}
		for _, e := range p.Option(o) {
			if color, ok := covered[e.Item]; ok && (color == 0 || color != e.Color) {
				return nil, false
			}
			covered[e.Item] = e.Color
		}
	}
	var b dlx.Builder
	item := map[int]int{}
	primaries := 0
	for i := range p.Items() {
		if _, ok := covered[i]; ok {
			continue
		}
		if i < p.Primaries() {
			item[i] = b.Primary(p.ItemName(i))
			primaries++
		} else {
			item[i] = b.Secondary(p.ItemName(i))
		}
	}
	if primaries == 0 {
		return nil, true
	}
	for o := range p.Options() {
		var rest []dlx.Element
		fits := true
		for _, e := range p.Option(o) {
			color, gone := covered[e.Item]
			switch {
			case !gone:
				c := 0
				if e.Color > 0 {
					c = b.Color(p.ColorName(e.Color))
				}
				rest = append(rest, dlx.Element{Item: item[e.Item], Color: c})
			case color == 0 || color != e.Color:
				fits = false
			}
		}
		if fits {
			b.Option(rest...)
		}
	}
	rest, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return rest, true
}

func TestGivenErrors(t *testing.T) {
	p := must(classic.Queens(4))
	s := solver(t, p, dlx.DefaultConfig())
	for _, given := range [][]int{{-1}, {16}, {0, 3, 99}} {
		if _, err := s.Solve(t.Context(), given, dlx.Limits{}); err == nil || !strings.HasPrefix(err.Error(), "dlx: given option ") {
			t.Errorf("given %v: error %v, want one about the number", given, err)
		}
		for _, err := range s.Solutions(t.Context(), given) {
			if err == nil {
				t.Errorf("given %v: a solution, want an error", given)
			}
		}
	}
	// Queens on a1 and b2 attack each other; so do those on one row.
	for _, given := range [][]int{{0, 5}, {0, 1}, {0, 5, 10}} {
		res := solve(t, s, given, dlx.Limits{})
		if res.Solutions != 0 || res.Stop != dlx.Exhausted || res.First != nil || res.Counters.Nodes != 0 {
			t.Errorf("given %v: %+v, want no solution and no node", given, res)
		}
	}
	if res := solve(t, s, []int{1, 7, 1, 8, 14}, dlx.Limits{}); res.Solutions != 1 || !slices.Equal(res.First, []int{1, 7, 8, 14}) || res.Counters.Nodes != 1 {
		t.Errorf("a whole solution given, one option twice: %+v", res)
	}
	if res := solve(t, s, nil, dlx.Limits{}); res.Solutions != 2 {
		t.Errorf("after all that %d solutions, want 2", res.Solutions)
	}
}

// TestLimits stops a search at every node and at every solution. What was found so far is
// the beginning of the whole, and the next search is not affected.
func TestLimits(t *testing.T) {
	problems := map[string]*dlx.Problem{
		"queens-6":   must(classic.Queens(6)),
		"langford-4": must(classic.Langford(4)),
		"words":      must(classic.WordRectangles(2, 3, strings.Fields("ab ba aa cab abc bac aab bab"))),
	}
	for name, p := range problems {
		for _, choice := range []dlx.Choice{dlx.MRV, dlx.First} {
			s := solver(t, p, dlx.Config{Choice: choice})
			whole := solve(t, s, nil, dlx.Limits{})
			for n := int64(1); n <= whole.Counters.Nodes+1; n++ {
				res := solve(t, s, nil, dlx.Limits{Nodes: n})
				want := dlx.NodeLimit
				if n >= whole.Counters.Nodes {
					want = dlx.Exhausted
				}
				if res.Counters.Nodes != min(n, whole.Counters.Nodes) || res.Stop != want {
					t.Fatalf("%s %s, limit of %d nodes: %d, %v", name, choice, n, res.Counters.Nodes, res.Stop)
				}
				if again := solve(t, s, nil, dlx.Limits{}); n%10 == 1 && cmp.Diff(whole, again) != "" {
					t.Fatalf("%s %s, after a limit of %d nodes: (−want +got)\n%s", name, choice, n, cmp.Diff(whole, again))
				}
			}
			for n := int64(1); n <= whole.Solutions+1; n++ {
				res := solve(t, s, nil, dlx.Limits{Solutions: n})
				want := dlx.SolutionLimit
				if n > whole.Solutions {
					want = dlx.Exhausted
				}
				if res.Solutions != min(n, whole.Solutions) || res.Stop != want || !slices.Equal(res.First, whole.First) {
					t.Fatalf("%s %s, limit of %d solutions: %d, %v", name, choice, n, res.Solutions, res.Stop)
				}
			}
			if again := solve(t, s, nil, dlx.Limits{}); cmp.Diff(whole, again) != "" {
				t.Fatalf("%s %s, after limits of solutions: (−want +got)\n%s", name, choice, cmp.Diff(whole, again))
			}
		}
	}
}

// TestStopLikeKnuth compares with DLX1 and DLX2 told to stop after so many solutions.
func TestStopLikeKnuth(t *testing.T) {
	tests := []struct {
		name                                  string
		problem                               *dlx.Problem
		solutions, nodes, updates, cleansings int64
	}{
		{"queens-10", must(classic.Queens(10)), 3, 75, 1406, 0},
		{"queens-12", must(classic.Queens(12)), 1000, 14979, 256691, 0},
		{"langford-8", must(classic.Langford(8)), 5, 57, 862, 0},
		{"pentominoes-3x20", must(classic.Pentominoes(3, 20)), 2, 402, 142565, 0},
		{"macmahon-4x6", must(classic.MacMahon(3, 4, 6)), 10, 102910, 6793076, 633549},
	}
	for _, test := range tests {
		res := solve(t, solver(t, test.problem, dlx.DefaultConfig()), nil, dlx.Limits{Solutions: test.solutions})
		c := res.Counters
		got, want := []int64{c.Nodes, c.Updates, c.Cleansings}, []int64{test.nodes, test.updates, test.cleansings}
		if !slices.Equal(got, want) || res.Stop != dlx.SolutionLimit {
			t.Errorf("%s: nodes, updates, cleansings %v, want %v; %v", test.name, got, want, res.Stop)
		}
	}
}

func TestBadLimits(t *testing.T) {
	s := solver(t, must(classic.Queens(4)), dlx.DefaultConfig())
	for _, limits := range []dlx.Limits{{Nodes: -1}, {Solutions: -1}} {
		if _, err := s.Solve(t.Context(), nil, limits); err == nil {
			t.Errorf("limits %+v: no error", limits)
		}
	}
}

func TestNewSolverErrors(t *testing.T) {
	if _, err := dlx.NewSolver(nil, dlx.DefaultConfig()); err == nil {
		t.Error("a solver without a problem")
	}
	if _, err := dlx.NewSolver(must(classic.Queens(4)), dlx.Config{Choice: "best"}); err == nil {
		t.Error(`a solver with choice "best"`)
	}
}

// dying is a context that ends after it has been asked a number of times.
type dying struct {
	context.Context
	asks int
}

func (d *dying) Err() error {
	d.asks--
	if d.asks < 0 {
		return context.Canceled
	}
	return nil
}

func TestCancel(t *testing.T) {
	s := solver(t, must(classic.Queens(10)), dlx.DefaultConfig())
	whole := solve(t, s, nil, dlx.Limits{})
	var last int64
	for asks := range 8 {
		res, err := s.Solve(&dying{t.Context(), asks}, nil, dlx.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		nodes := res.Counters.Nodes
		if res.Stop != dlx.Cancelled || nodes > last+1024 {
			t.Errorf("context ends after %d looks: %v after %d nodes, %d before", asks, res.Stop, nodes, last)
		}
		last = nodes
	}
	if last == 0 {
		t.Error("no node at all")
	}
	n := 0
	var failed error
	for _, err := range s.Solutions(&dying{t.Context(), 5}, nil) {
		if err != nil {
			failed = err
			break
		}
		n++
	}
	if failed != nil && !errors.Is(failed, context.Canceled) || failed == nil || n == 0 {
		t.Errorf("enumeration ends after %d solutions with %v, want context.Canceled", n, failed)
	}
	if again := solve(t, s, nil, dlx.Limits{}); cmp.Diff(whole, again) != "" {
		t.Errorf("afterwards (−want +got)\n%s", cmp.Diff(whole, again))
	}
}

// TestBreak leaves the loop at every solution.
func TestBreak(t *testing.T) {
	for _, p := range []*dlx.Problem{
		must(classic.Queens(6)),
		must(classic.WordRectangles(2, 2, strings.Fields("ab ba aa bb"))),
	} {
		s := solver(t, p, dlx.DefaultConfig())
		want := all(t, s, nil)
		whole := s.Counters()
		for n := 1; n <= len(want); n++ {
			var got [][]int
			for options, err := range s.Solutions(t.Context(), nil) {
				if err != nil {
					t.Fatal(err)
				}
				if got = append(got, slices.Clone(options)); len(got) == n {
					break
				}
			}
			if diff := cmp.Diff(want[:n], got); diff != "" {
				t.Fatalf("(−want +got)\n%s", diff)
			}
			if res := solve(t, s, nil, dlx.Limits{}); res.Counters != whole || !slices.Equal(res.First, want[0]) {
				t.Fatalf("after leaving at solution %d: %+v, want %+v", n, res.Counters, whole)
			}
		}
	}
}

// TestReentry calls a solver from the body of a loop over its own solutions.
func TestReentry(t *testing.T) {
	p := must(classic.Queens(8))
	s := solver(t, p, dlx.DefaultConfig())
	n := 0
	for _, err := range s.Solutions(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		n++
		if _, err := s.Solve(t.Context(), nil, dlx.Limits{}); !errors.Is(err, dlx.ErrBusy) {
			t.Fatalf("Solve within the loop: %v, want ErrBusy", err)
		}
		for _, err := range s.Solutions(t.Context(), nil) {
			if !errors.Is(err, dlx.ErrBusy) {
				t.Fatalf("Solutions within the loop: %v, want ErrBusy", err)
			}
		}
	}
	if n != 92 {
		t.Errorf("%d solutions, want 92", n)
	}

	func() {
		defer func() { _ = recover() }()
		for options, err := range s.Solutions(t.Context(), nil) {
			panic(fmt.Sprint("in the body", options, err))
		}
	}()
	if res := solve(t, s, nil, dlx.Limits{}); res.Solutions != 92 {
		t.Errorf("after a panic in the loop %d solutions, want 92", res.Solutions)
	}
}

// TestCounters reads the counters of a run under way.
func TestCounters(t *testing.T) {
	s := solver(t, must(classic.Queens(8)), dlx.DefaultConfig())
	last := int64(0)
	for _, err := range s.Solutions(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		if n := s.Counters().Nodes; n <= last {
			t.Fatalf("%d nodes after %d", n, last)
		} else {
			last = n
		}
	}
	if c := s.Counters(); c.Nodes != 1049 || c.MaxDepth != 8 {
		t.Errorf("in the end %+v, want 1049 nodes and depth 8", c)
	}
}

// TestShared searches one problem from many goroutines.
func TestShared(t *testing.T) {
	p := must(classic.Queens(8))
	var wg sync.WaitGroup
	counts := make([]int64, 8)
	for column := range counts {
		wg.Go(func() {
			s, err := dlx.NewSolver(p, dlx.DefaultConfig())
			if err != nil {
				t.Error(err)
				return
			}
			res, err := s.Solve(context.Background(), []int{column}, dlx.Limits{})
			if err != nil {
				t.Error(err)
			}
			counts[column] = res.Solutions
		})
	}
	wg.Wait()
	if want := []int64{4, 8, 16, 18, 18, 16, 8, 4}; !slices.Equal(counts, want) {
		t.Errorf("solutions by the first row's queen: %v, want %v", counts, want)
	}
}

// TestAllocations guards the promise that a search allocates nothing.
func TestAllocations(t *testing.T) {
	for name, p := range map[string]*dlx.Problem{
		"queens":   must(classic.Queens(8)),
		"macmahon": must(classic.MacMahon(3, 3, 8)),
		"words":    must(classic.WordRectangles(2, 3, strings.Fields("ab ba aa cab abc bac aab bab"))),
	} {
		s := solver(t, p, dlx.DefaultConfig())
		given := []int{2}
		want := map[bool]float64{true: 1, false: 0}[solve(t, s, nil, dlx.Limits{}).First != nil]
		if got := testing.AllocsPerRun(5, func() { solve(t, s, nil, dlx.Limits{}) }); got != want {
			t.Errorf("%s: %v allocations, want %v", name, got, want)
		}
		want = map[bool]float64{true: 1, false: 0}[solve(t, s, given, dlx.Limits{}).First != nil]
		if got := testing.AllocsPerRun(5, func() { solve(t, s, given, dlx.Limits{}) }); got != want {
			t.Errorf("%s: %v allocations with given options, want %v", name, got, want)
		}
	}
	// The loop itself may allocate, but not once a solution.
	few, many := solver(t, must(classic.Queens(5)), dlx.DefaultConfig()), solver(t, must(classic.Queens(8)), dlx.DefaultConfig())
	loop := func(s *dlx.Solver) float64 {
		return testing.AllocsPerRun(5, func() {
			for _, err := range s.Solutions(t.Context(), nil) {
				if err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	if a, b := loop(few), loop(many); a != b {
		t.Errorf("%v allocations for 10 solutions, %v for 92", a, b)
	}
}

func TestStopString(t *testing.T) {
	got := fmt.Sprint(dlx.Exhausted, dlx.SolutionLimit, dlx.NodeLimit, dlx.Cancelled, dlx.Stop(9))
	if want := "exhausted solution limit node limit cancelled stop(9)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
