package learned_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/method"
	"sudokulab/pkg/method/learned"
	"sudokulab/pkg/method/methodtest"
	"sudokulab/pkg/solver"
)

const four = "12..34..2.4..3.1"

func Example() {
	puzzle := board.MustParse("12..34..2.4..3.1")
	s, err := method.Open(context.Background(), "gnn-hybrid", method.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close() //nolint:errcheck // the answer stands
	res, err := s.Solve(context.Background(), puzzle, solver.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Grid, res.Status)
	// Output: 1234341221434321 unique
}

func open(t *testing.T, name string, o method.Options) *method.Solver {
	t.Helper()
	s, err := method.Open(t.Context(), name, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// TestMethods: those of this package are registered, with the proof that their configuration is up
// to.
func TestMethods(t *testing.T) {
	all := learned.Methods()
	if len(all) != 9 {
		t.Errorf("%d methods, want 9", len(all))
	}
	for _, m := range all {
		there, err := method.ByName(m.Name)
		if err != nil || !there.Learned || there.Family != "gnn" {
			t.Errorf("%s: %+v, %v", m.Name, there, err)
		}
		cfg, err := learned.Config(m.Name)
		if err != nil {
			t.Fatal(err)
		}
		if err := cfg.Validate(); err != nil {
			t.Errorf("%s: %v", m.Name, err)
		}
		if cfg.Complete() != (m.Proves == method.Decides) {
			t.Errorf("%s is complete: %v, it %s", m.Name, cfg.Complete(), m.Proves)
		}
	}
	if _, err := learned.Config("gnn-best"); err == nil || !strings.Contains(err.Error(), "gnn-hybrid") {
		t.Errorf("unknown name: %v", err)
	}
}

// TestTakes: the boards depend on the weights.
func TestTakes(t *testing.T) {
	large, err := board.ShapeOfSide(16)
	if err != nil {
		t.Fatal(err)
	}
	diagonal, err := board.ShapeWith(9, board.Variant{Diagonals: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		weights string
		shape   *board.Shape
		takes   bool
	}{
		{"candidate", board.Standard(), true},
		{"candidate", large, true},
		{"candidate", diagonal, false},
		{"literal", board.Standard(), true},
		{"literal", large, false},
		{"literal", diagonal, false},
	} {
		s := open(t, "gnn", method.Options{Weights: tc.weights})
		if err := s.Takes(tc.shape); (err == nil) != tc.takes {
			t.Errorf("%s, %s: %v, want taken: %v", tc.weights, tc.shape, err, tc.takes)
		}
		if tc.takes {
			continue
		}
		if _, err := s.Solve(t.Context(), board.New(tc.shape), solver.Limits{Solutions: 1}); err == nil {
			t.Errorf("%s solves a board %s", tc.weights, tc.shape)
		}
	}
}

// TestSteps: the candidate network takes multiples of its segment, others what they are told.
func TestSteps(t *testing.T) {
	b := board.MustParse(four)
	if res, err := open(t, "gnn", method.Options{Steps: 8}).Solve(t.Context(), b, solver.Limits{Solutions: 1}); err != nil || res.Status != solver.Found {
		t.Errorf("8 steps: %+v, %v", res, err)
	}
	_, err := method.Open(t.Context(), "gnn", method.Options{Steps: 9})
	wrong, ok := errors.AsType[*method.ValueError](err)
	if !ok || wrong.Option != method.Steps || wrong.Value != "9" {
		t.Errorf("9 steps: %v, want an error about the option", err)
	}
	open(t, "gnn", method.Options{Weights: "literal", Steps: 5})
}

// TestExplainAndThink: what is told is a trace that agrees with the answer, and the thoughts end with
// the solution.
func TestExplainAndThink(t *testing.T) {
	b := board.MustParse(four)
	s := open(t, "gnn-hybrid", method.Options{})
	want, err := s.Solve(t.Context(), b, solver.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	e, err := s.Explain(t.Context(), b, solver.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	trace, ok := e.Told.(*infer.Trace)
	if !ok || len(trace.Rounds) == 0 || e.Result.Status != want.Status || !e.Result.Grid.Equal(want.Grid) {
		t.Errorf("%T: %+v, want the rounds to %+v", e.Told, e.Result, want)
	}
	by, ok := method.As[*learned.Solver](s)
	if !ok {
		t.Fatal("no solver of this package behind gnn-hybrid")
	}
	thoughts, err := by.Think(t.Context(), b)
	if err != nil || len(thoughts) == 0 {
		t.Fatalf("%d thoughts, %v", len(thoughts), err)
	}
	last := thoughts[len(thoughts)-1]
	if grid, err := board.FromCells(last.Grid); err != nil || board.CheckSolution(b, grid) != nil || last.Steps != len(thoughts) {
		t.Errorf("the last thought is %v after %d steps, %v", last.Grid, last.Steps, err)
	}
	one, ok := method.As[*learned.Solver](open(t, "gnn", method.Options{Weights: "literal"}))
	if !ok {
		t.Fatal("no solver of this package behind gnn")
	}
	if _, err := one.Think(t.Context(), b); err == nil || !strings.Contains(err.Error(), "does not think") {
		t.Errorf("the document's network thinks: %v", err)
	}
}

// TestForkAtOnce: forks share backend and weights and answer at once, also after the first is closed.
func TestForkAtOnce(t *testing.T) {
	methodtest.Forks(t, "gnn-hybrid", method.Options{}, board.MustParse(four))
}
