package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/method"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
)

const (
	easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	// hard is not solved by arc consistency.
	hard = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
)

// opened opens a method for the length of a test.
func opened(tb testing.TB, name string) *method.Solver {
	tb.Helper()
	s, err := method.Open(tb.Context(), name, method.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Error(err)
		}
	})
	return s
}

func solve(tb testing.TB, s solver.Solver, puzzle board.Board, limits solver.Limits) solver.Result {
	tb.Helper()
	res, err := s.Solve(context.Background(), puzzle, limits)
	if err != nil {
		tb.Fatal(err)
	}
	return res
}

// TestDocumentSample pins the exact costs of the sample board of the CSP document.
func TestDocumentSample(t *testing.T) {
	puzzle := board.MustParse(easy)
	if puzzle.Filled() != 30 {
		t.Fatalf("%d givens", puzzle.Filled())
	}
	for _, e := range method.Exact() {
		if e.Family != "csp" {
			continue
		}
		res := solve(t, opened(t, e.Name), puzzle, solver.Limits{})
		if err := board.CheckSolution(puzzle, res.Grid); err != nil || res.Status != solver.Unique || res.Stats.Nodes != 0 {
			t.Errorf("%s: %v, %d nodes, %v", e.Name, res.Status, res.Stats.Nodes, err)
		}
		// 51 open cells lose 8 of 9 digits each, whatever the order.
		for name, want := range map[string]int64{
			engine.CounterReductions: 51 * 8, engine.CounterEffective: 51 * 8, engine.CounterSingletons: 51,
			engine.CounterRootReductions: 51 * 8, engine.CounterRootSingletons: 51, engine.CounterRootOpen: 0,
			engine.CounterWipeouts: 0, engine.CounterMaxDepth: 0,
		} {
			if got := res.Stats.Counter(name); got != want {
				t.Errorf("%s: %s %d, want %d", e.Name, name, got, want)
			}
		}
		if a, r := res.Stats.Counter(engine.CounterArcs), res.Stats.Counter(engine.CounterRootArcs); a != r || a < 1620 {
			t.Errorf("%s: %d arcs, %d of them at the root; want all of at least 1620", e.Name, a, r)
		}
	}
}

// Every csp engine that searches by MRV with MAC must find the same tree, and pass on the
// counters of package csp unchanged.
func TestCountersArePassedOn(t *testing.T) {
	puzzle := board.MustParse(hard)
	res := solve(t, engine.CSP(engine.DefaultCSP()), puzzle, solver.Limits{})
	if res.Status != solver.Unique || res.Stats.Nodes == 0 || res.Stats.Backtracks == 0 {
		t.Fatalf("%+v, want a board that needs search", res)
	}
	for _, name := range []string{"csp-fifo", "csp-lifo", "csp-fifo-set", "csp-trail"} {
		other := solve(t, opened(t, name), puzzle, solver.Limits{})
		if other.Stats.Nodes != res.Stats.Nodes || other.Stats.Backtracks != res.Stats.Backtracks || !other.Grid.Equal(res.Grid) {
			t.Errorf("%s: %d nodes, %d backtracks; want %d, %d", name, other.Stats.Nodes, other.Stats.Backtracks, res.Stats.Nodes, res.Stats.Backtracks)
		}
	}
	names := []string{}
	for _, c := range res.Stats.Counters {
		if slices.Contains(names, c.Name) {
			t.Errorf("counter %s twice", c.Name)
		}
		names = append(names, c.Name)
		if root := "root_" + c.Name; !strings.HasPrefix(c.Name, "root_") && res.Stats.Counter(root) > c.Value {
			t.Errorf("%s is %d, more than the %d of the whole run", root, res.Stats.Counter(root), c.Value)
		}
	}
	if root, open := res.Stats.Counter(engine.CounterRootReductions), res.Stats.Counter(engine.CounterRootOpen); root == 0 || open == 0 {
		t.Errorf("%d reductions and %d open cells at the root", root, open)
	}
}

// pattern returns a full grid of side k².
func pattern(tb testing.TB, k int) board.Board {
	tb.Helper()
	s, err := board.ShapeOf(k)
	if err != nil {
		tb.Fatal(err)
	}
	b := board.New(s)
	n := k * k
	for cell := range s.Cells() {
		r, c := s.Row(cell), s.Col(cell)
		b.Set(cell, (r%k*k+r/k+c)%n+1)
	}
	return b
}

func TestEverySize(t *testing.T) {
	for k := board.MinBox; k <= board.MaxBox; k++ {
		puzzle := pattern(t, k)
		for cell := 0; cell < len(puzzle.Cells()); cell += 3 {
			puzzle.Set(cell, 0)
		}
		e := engine.CSP(engine.DefaultCSP())
		before := puzzle.String()
		res := solve(t, e, puzzle, solver.Limits{Solutions: 1})
		if err := board.CheckSolution(puzzle, res.Grid); err != nil || res.Status != solver.Found {
			t.Errorf("side %d: %v, %v", k*k, res.Status, err)
		}
		if puzzle.String() != before {
			t.Errorf("side %d: the puzzle was changed", k*k)
		}
		spoiled := puzzle.Clone()
		spoiled.Set(1, spoiled.At(2))
		if res := solve(t, e, spoiled, solver.Limits{}); res.Status != solver.Unsat {
			t.Errorf("side %d with equal givens in a row: %v", k*k, res.Status)
		}
	}
}

func TestEngineInUseWithinItsEnumeration(t *testing.T) {
	e := engine.CSP(engine.DefaultCSP())
	empty := board.MustParse(strings.Repeat(".", 16))
	solve(t, e, empty, solver.Limits{}) // so that there is an idle workspace to be taken
	n := 0
	seen := map[string]bool{}
	for grid, err := range e.Solutions(context.Background(), empty) {
		if err != nil {
			t.Fatal(err)
		}
		if err := board.CheckSolution(empty, grid); err != nil {
			t.Fatal(err)
		}
		seen[grid.String()] = true
		if n%50 == 0 {
			puzzle := grid.Clone()
			puzzle.Set(0, 0)
			if res := solve(t, e, puzzle, solver.Limits{}); !res.Grid.Equal(grid) {
				t.Fatalf("solved within the loop: %v, want %v", res.Grid, grid)
			}
		}
		n++
	}
	if n != 288 || len(seen) != 288 {
		t.Errorf("%d grids, %d different; want 288", n, len(seen))
	}
}

func TestTimeLimitIsNotCancellation(t *testing.T) {
	e := engine.CSP(engine.DefaultCSP())
	empty := board.MustParse(strings.Repeat(".", 81))
	res := solve(t, e, empty, solver.Limits{Solutions: 1 << 40, Time: 10 * time.Millisecond})
	if res.Status == solver.Cancelled || res.Status == solver.Unique || res.Status == solver.Unsat || res.Stats.Elapsed > 5*time.Second {
		t.Errorf("after the time limit: %v in %v", res.Status, res.Stats.Elapsed)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	res, err := e.Solve(ctx, empty, solver.Limits{Solutions: 1 << 40})
	if err != nil || res.Status != solver.Cancelled {
		t.Errorf("after the caller's deadline: %v, %v", res.Status, err)
	}
}

func TestBadInput(t *testing.T) {
	cfg := engine.DefaultCSP()
	cfg.Queue = "heap"
	bad := engine.CSP(cfg)
	puzzle := board.MustParse(easy)
	_, err := bad.Solve(context.Background(), puzzle, solver.Limits{})
	if err == nil || !strings.Contains(err.Error(), "queue") {
		t.Errorf("invalid configuration: %v", err)
	}
	for _, err := range bad.Solutions(context.Background(), puzzle) {
		if err == nil {
			t.Error("invalid configuration: the enumeration yields a grid")
		}
	}
	good := engine.CSP(engine.CSPConfig{Config: csp.DefaultConfig()})
	if good.Name() != "csp" {
		t.Errorf("without a name: %q, want csp", good.Name())
	}
	if _, err := good.Solve(context.Background(), board.Board{}, solver.Limits{}); err == nil {
		t.Error("zero board: no error")
	}
	if _, err := good.Trace(context.Background(), board.Board{}, solver.Limits{}, engine.TraceOptions{}); err == nil {
		t.Error("zero board: no error from Trace")
	}
	if _, err := engine.Validate(context.Background(), board.Board{}, solver.Limits{}); err == nil {
		t.Error("zero board: no error from Validate")
	}
}

func TestTrace(t *testing.T) {
	e := engine.CSP(engine.DefaultCSP())
	puzzle := board.MustParse(hard)
	want := solve(t, e, puzzle, solver.Limits{})
	tr, err := e.Trace(context.Background(), puzzle, solver.Limits{}, engine.TraceOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if tr.Result.Status != want.Status || !slices.Equal(tr.Result.Stats.Counters, want.Stats.Counters) {
		t.Errorf("traced %v %v, want %v %v", tr.Result.Status, tr.Result.Stats.Counters, want.Status, want.Stats.Counters)
	}
	if again := solve(t, e, puzzle, solver.Limits{}); !slices.Equal(again.Stats.Counters, want.Stats.Counters) {
		t.Error("the trace changed the engine")
	}
	var text strings.Builder
	if err := tr.Tree.WriteText(&text, csp.TextOptions{Names: tr.Names, MaxLines: 3}); err != nil {
		t.Fatal(err)
	}
	const head = "initial domains: 81 variables, 23 with one value\n├─ r1c1 = 1 given\n"
	if !strings.HasPrefix(text.String(), head) {
		t.Errorf("tree begins\n%swant\n%s", text.String(), head)
	}

	short, err := e.Trace(context.Background(), puzzle, solver.Limits{}, engine.TraceOptions{Events: 10, Arcs: true})
	if err != nil || len(short.Events) != 10 || short.Dropped == 0 {
		t.Errorf("%d events kept and %d dropped, %v; want 10 and some", len(short.Events), short.Dropped, err)
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.Trace(gone, puzzle, solver.Limits{}, engine.TraceOptions{PropagateOnly: true}); !errors.Is(err, context.Canceled) {
		t.Errorf("propagation under an ended context: %v", err)
	}
	if _, err := e.Trace(gone, puzzle, solver.Limits{}, engine.TraceOptions{Events: -1}); err == nil {
		t.Error("negative number of events: no error")
	}
	if got := e.Config(); got != engine.DefaultCSP() {
		t.Errorf("configuration %+v", got)
	}
	for input, status := range map[string]solver.Status{easy: solver.Unique, hard: solver.Capped, "11" + easy[2:]: solver.Unsat} {
		root, err := e.Trace(context.Background(), board.MustParse(input), solver.Limits{}, engine.TraceOptions{PropagateOnly: true})
		if err != nil || root.Result.Status != status || root.Result.Stats.Nodes != 0 {
			t.Errorf("propagation of %s: %v, %v; want %v", input, root.Result.Status, err, status)
		}
		if status == solver.Unique {
			if err := board.CheckSolution(board.MustParse(input), root.Result.Grid); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestValidate(t *testing.T) {
	cases := solvertest.Cases()
	i := slices.IndexFunc(cases, func(c solvertest.Case) bool { return c.Name == "9/unsat-search" })
	if i < 0 {
		t.Fatal("the suite has no board 9/unsat-search")
	}
	unsat := cases[i]
	for _, c := range []struct {
		name, puzzle string
		verdict      engine.Verdict
		exact        solver.Status
		conflicts    int
	}{
		{"solved by AC-3", easy, engine.UniqueByAC3, solver.Unique, 0},
		{"unique but open", hard, engine.Undecided, solver.Unique, 0},
		{"ambiguous", strings.Repeat(".", 81), engine.Undecided, solver.Multiple, 0},
		{"two fives in row 1 and column 1", "5" + strings.Repeat(".", 7) + "5" + strings.Repeat(".", 63) + "5........", engine.Contradictory, solver.Unsat, 2},
		{"no candidate", "12345678........9" + strings.Repeat(".", 64), engine.Contradictory, solver.Unsat, 0},
		{"open without a solution", unsat.Puzzle.String(), engine.Undecided, solver.Unsat, 0},
	} {
		puzzle := board.MustParse(c.puzzle)
		v, err := engine.Validate(context.Background(), puzzle, solver.Limits{})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if v.Verdict != c.verdict || v.Exact.Status != c.exact || len(v.Conflicts) != c.conflicts {
			t.Errorf("%s: %s, exactly %v, %v; want %s, %v, %d conflicts", c.name, v.Verdict, v.Exact.Status, v.Conflicts, c.verdict, c.exact, c.conflicts)
		}
		open, empty := 0, []string{}
		for cell, digits := range v.Candidates {
			if len(digits) > 1 {
				open++
			}
			if len(digits) == 0 {
				empty = append(empty, puzzle.Shape().CellName(cell))
			}
		}
		if open != v.Open || (v.Verdict == engine.UniqueByAC3) != (open == 0 && len(empty) == 0) {
			t.Errorf("%s: %d open cells, says %d and %s", c.name, open, v.Open, v.Verdict)
		}
		if (v.Emptied == "") != (len(empty) == 0) || v.Emptied != "" && !slices.Contains(empty, v.Emptied) {
			t.Errorf("%s: emptied %q, empty are %v", c.name, v.Emptied, empty)
		}
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var back engine.Validation
		if err := json.Unmarshal(data, &back); err != nil || back.Verdict != v.Verdict || back.Exact.Status != v.Exact.Status {
			t.Errorf("%s: reads back as %+v, %v", c.name, back, err)
		}
	}
}

func TestValidateNamesTheCells(t *testing.T) {
	v, err := engine.Validate(context.Background(), board.MustParse("1..1............"), solver.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	want := engine.GivenConflict{CellA: "r1c1", CellB: "r1c4", Digit: 1, Unit: "row 1"}
	if len(v.Conflicts) != 1 || v.Conflicts[0] != want || v.Emptied != "r1c4" {
		t.Errorf("%v, emptied %s; want %v and r1c4", v.Conflicts, v.Emptied, want)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := engine.Validate(ctx, board.MustParse(easy), solver.Limits{}); err == nil {
		t.Error("ended context: no error")
	}
	capped, err := engine.Validate(context.Background(), board.MustParse(hard), solver.Limits{Nodes: 1})
	if err != nil || capped.Verdict != engine.Undecided || capped.Exact.Status != solver.Capped {
		t.Errorf("capped search: %s, %v, %v", capped.Verdict, capped.Exact.Status, err)
	}
}
