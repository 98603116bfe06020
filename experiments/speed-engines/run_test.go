package speedengines

import (
	"slices"
	"testing"

	"sudokulab/pkg/corpus"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
	"sudokulab/pkg/solver"
)

func TestCommitted(t *testing.T) {
	set := labtest.Committed(t, Experiment)
	r, ok := set.Case("set=own-easy")
	if !ok {
		t.Fatal("no own-easy")
	}
	for _, e := range engines() {
		if _, ok := r.Metric(e.Name + " settled"); !ok {
			t.Errorf("%s was not run on 9×9 boards", e.Name)
		}
	}
	// The set holds puzzles that arc consistency solves, of which the smoke profile takes two.
	if r.Value("csp settled") != 2 || r.Value("csp guesses") != 0 || r.Value("csp unguessed") != 2 || r.Value("one") != 2 {
		t.Errorf("csp on own-easy: %+v", r.Exact)
	}
	if got := gather(set).engines; len(got) != len(engines()) || got[0] != engines()[0].Name {
		t.Errorf("engines %v", got)
	}
}

func TestGuesses(t *testing.T) {
	counters := func(c ...solver.Counter) []solver.Counter { return c }
	for _, c := range []struct {
		name string
		want int64
		solver.Stats
	}{
		{"search without other counters", 5, solver.Stats{Nodes: 5}},
		{"exact cover, forced options left out", 3, solver.Stats{Nodes: 60, Counters: counters(solver.Counter{Name: engine.CounterGuesses, Value: 3})}},
		{"exact cover without a guess", 0, solver.Stats{Nodes: 60, Counters: counters(solver.Counter{Name: engine.CounterGuesses})}},
		{"one filling left in each box", 0, solver.Stats{Nodes: 9, Counters: counters(solver.Counter{Name: engine.CounterSurvivors, Value: 9})}},
		{"more fillings left", 12, solver.Stats{Nodes: 12, Counters: counters(solver.Counter{Name: engine.CounterSurvivors, Value: 10})}},
		{"clause learning", 7, solver.Stats{Counters: counters(solver.Counter{Name: engine.CounterDecisions, Value: 7})}},
	} {
		if got := guesses(9, solver.Result{Stats: c.Stats}); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// TestDisagreement: two engines that prove different things of a puzzle end the run.
func TestDisagreement(t *testing.T) {
	e := &runner{name: "a", settled: make([]bool, 1)}
	proved := []verdict{{solver.Unique, "b"}}
	items := boards(t)
	if err := e.count(0, items[0], solver.Result{Status: solver.Unsat}, proved); err == nil {
		t.Error("unique and unsat: no error")
	}
	if err := e.count(0, items[0], solver.Result{Status: solver.Capped}, proved); err != nil || e.settled[0] {
		t.Errorf("capped: %v", err)
	}
	if err := e.count(0, items[0], solver.Result{Status: solver.Unique}, proved); err != nil || !e.settled[0] {
		t.Errorf("the same: %v", err)
	}
	if err := e.count(0, items[0], solver.Result{Status: solver.Unique, Grid: items[0].Board}, proved); err == nil {
		t.Error("a grid with blanks: no error")
	}
}

func TestCurve(t *testing.T) {
	set := record.Set{
		labtest.Record("set=a", map[string]float64{"puzzles": 10, withinMetric("x", 3): 2, withinMetric("x", 5): 9}, nil),
		labtest.Record("set=b", map[string]float64{"puzzles": 10}, nil), // not taken
	}
	xy := curve(set, "x")
	if len(xy) != 3 || xy[0].Y != 10 || xy[1].Y != 10 || xy[2].Y != 45 || xy[0].X != stepSeconds(3) {
		t.Errorf("%v", xy)
	}
	if xy := curve(set, "y"); xy != nil {
		t.Errorf("an engine without records: %v", xy)
	}
}

// TestBounded: every engine of the list has a bound that does not depend on the machine.
func TestBounded(t *testing.T) {
	cfg, ok := plan(lab.Quick).Config.(Config)
	if !ok {
		t.Fatal("not a Config")
	}
	for _, side := range []int{4, 9, 16, 25} {
		if !slices.ContainsFunc(cfg.Sizes, func(s Size) bool {
			return s.Side == side && s.Puzzles > 0 && s.Nodes > 0 && s.Conflicts > 0 && s.Vertices > 0
		}) {
			t.Errorf("side %d has no bounds", side)
		}
	}
	for _, e := range engines() {
		s, limits, err := bounded(t.Context(), cfg, e, cfg.of(9))
		if err != nil {
			t.Fatal(err)
		}
		if s.Name() != e.Name || limits.Time != 0 {
			t.Errorf("%s: engine %s, limits %+v", e.Name, s.Name(), limits)
		}
	}
}

func boards(t *testing.T) []corpus.Item {
	t.Helper()
	items, err := (&corpus.Store{}).Select(t.Context(), "own-easy", corpus.Selection{First: 1})
	if err != nil {
		t.Fatal(err)
	}
	return items
}
