package engine_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
	"sudokulab/pkg/symmetry"
)

// thinned returns a board of side 36 with half its cells given, beyond what an engine solves
// in minutes.
func thinned(t *testing.T) board.Board {
	t.Helper()
	shape, err := board.ShapeOf(6)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(0, 36))
	b := symmetry.Random(rng, shape).MustApply(generate.PatternGrid(shape))
	for _, cell := range rng.Perm(shape.Cells())[:shape.Cells()/2] {
		b.Set(cell, 0)
	}
	return b
}

// A run in the midst of its search ends at once with its context or its time, leaves no
// goroutine behind, and the next run is sound.
func TestSATInterrupted(t *testing.T) {
	puzzle := thinned(t)
	before := runtime.NumGoroutine()
	for _, e := range []solver.Solver{engine.SAT(engine.DefaultSAT()), engine.WideSAT(eager())} {
		for range 2 {
			start := time.Now()
			res := solve(t, e, puzzle, solver.Limits{Solutions: 1, Time: 100 * time.Millisecond})
			if res.Status != solver.Capped || res.Solutions != 0 || time.Since(start) > 5*time.Second {
				t.Errorf("%s: %s after %v", e.Name(), res.Status, time.Since(start))
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		res, err := e.Solve(ctx, puzzle, solver.Limits{Solutions: 1})
		cancel()
		if err != nil || res.Status != solver.Cancelled {
			t.Errorf("%s: %s, %v", e.Name(), res.Status, err)
		}
		if res := solve(t, e, board.MustParse(hard), solver.Limits{}); res.Status != solver.Unique {
			t.Errorf("%s: %s after interrupted runs", e.Name(), res.Status)
		}
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// eager hands over to SAT after a few guesses.
func eager() engine.WideSATConfig {
	cfg := engine.DefaultWideSAT()
	cfg.Guesses = 3
	return cfg
}

// A bound of conflicts ends a run at the same place every time.
func TestSATConflicts(t *testing.T) {
	puzzle := thinned(t)
	cfg := engine.DefaultSAT()
	cfg.Conflicts = 150
	var first solver.Result
	for i := range 4 {
		res := solve(t, engine.SAT(cfg), puzzle, solver.Limits{Solutions: 1})
		if got := res.Stats.Counter(engine.CounterConflicts); res.Status != solver.Capped || got != cfg.Conflicts {
			t.Fatalf("%s after %d conflicts, bound %d", res.Status, got, cfg.Conflicts)
		}
		if i == 0 {
			first = res
			continue
		}
		for k, c := range res.Stats.Counters {
			if c != first.Stats.Counters[k] {
				t.Errorf("%+v, the first time %+v", c, first.Stats.Counters[k])
			}
		}
	}
}

// Engines side by side do not spoil each other's clauses.
func TestSATSideBySide(t *testing.T) {
	var cases []solvertest.Case
	for _, c := range solvertest.Cases() {
		if c.Solutions == 1 && c.Puzzle.Shape().Side() >= 9 {
			cases = append(cases, c)
		}
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			e := engine.SAT(engine.DefaultSAT())
			for _, c := range cases {
				res, err := e.Solve(t.Context(), c.Puzzle, solver.Limits{})
				if err != nil || res.Status != solver.Unique {
					t.Errorf("%s: %s, %v", c.Name, res.Status, err)
				}
			}
		})
	}
	wg.Wait()
}

// After the hand-over the count goes on where the search stopped: each solution once.
func TestWideSATHandsOver(t *testing.T) {
	handed := 0
	for _, c := range solvertest.Cases() {
		limit := 25
		res := solve(t, engine.WideSAT(eager()), c.Puzzle, solver.Limits{Solutions: limit})
		want := c.Solutions
		if want == solvertest.Many || want > limit {
			want = limit
		}
		if res.Solutions != want || res.Stats.Nodes > 3 {
			t.Errorf("%s: %s, %d solutions, %d nodes; want %d solutions", c.Name, res.Status, res.Solutions, res.Stats.Nodes, want)
		}
		handed += int(res.Stats.Counter(engine.CounterHandedOver))
	}
	if handed < 3 {
		t.Errorf("%d boards handed over", handed)
	}
	// A limit on nodes is no occasion to hand over.
	res := solve(t, engine.WideSAT(engine.DefaultWideSAT()), board.New(board.Standard()), solver.Limits{Nodes: 3})
	if res.Status != solver.Capped || res.Stats.Nodes != 3 || res.Stats.Counter(engine.CounterHandedOver) != 0 {
		t.Errorf("%s, %+v", res.Status, res.Stats)
	}
}

func TestWideSATConformsHandingOver(t *testing.T) {
	if testing.Short() {
		t.Skip("TestConformance has the suite for these engines")
	}
	solvertest.Run(t, engine.WideSAT(eager()), solvertest.Options{Sides: []int{4, 9}, Variants: true})
}

func TestSATMinimalClauses(t *testing.T) {
	if testing.Short() {
		t.Skip("TestConformance has the suite for these engines")
	}
	cfg := engine.DefaultSAT()
	cfg.Clauses = encode.Minimal
	solvertest.Run(t, engine.SAT(cfg), solvertest.Options{Sides: []int{4, 9}, NoNodes: true})
}

func TestWideBadConfigurations(t *testing.T) {
	wideSAT := engine.DefaultWideSAT()
	wideSAT.Guesses = 0
	noSAT := engine.DefaultWideSAT()
	noSAT.SAT.Conflicts = -1
	for _, e := range []solver.Solver{
		engine.Wide(engine.WideConfig{}), engine.SAT(engine.SATConfig{}),
		engine.WideSAT(engine.WideSATConfig{}), engine.WideSAT(wideSAT), engine.WideSAT(noSAT),
	} {
		_, err := e.Solve(t.Context(), board.MustParse(easy), solver.Limits{})
		if err == nil || !strings.HasPrefix(err.Error(), "engine: "+e.Name()+": ") {
			t.Errorf("%s: %v, want the error of its configuration", e.Name(), err)
		}
		if en, ok := e.(solver.Enumerator); ok {
			for _, err := range en.Solutions(t.Context(), board.MustParse(easy)) {
				if err == nil {
					t.Errorf("%s enumerates in spite of its configuration", e.Name())
				}
			}
		}
	}
}

func FuzzWide(f *testing.F) {
	solvertest.FuzzCounts(f, engine.Wide(engine.DefaultWide()), solvertest.Options{Variants: true})
}

func FuzzWideSAT(f *testing.F) {
	solvertest.FuzzCounts(f, engine.WideSAT(eager()), solvertest.Options{Variants: true})
}
