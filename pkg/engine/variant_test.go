package engine_test

import (
	"context"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
)

// The csp engines solve diagonal boards and jigsaws through the same network as plain ones.
func TestCSPVariants(t *testing.T) {
	for _, name := range []string{"csp", "csp-trail"} {
		t.Run(name, func(t *testing.T) {
			solvertest.Run(t, opened(t, name), solvertest.Options{Sides: []int{4, 9}, Variants: true})
		})
	}
}

func FuzzCSPVariants(f *testing.F) {
	solvertest.FuzzCounts(f, engine.CSP(engine.DefaultCSP()), solvertest.Options{Sides: []int{4, 9}, Variants: true})
}

// An engine keeps the workspaces of plain shapes and that of the last variant: it may go from
// one shape to another, also inside a loop over its solutions.
func TestCSPChangesShapes(t *testing.T) {
	e := engine.CSP(engine.DefaultCSP())
	cases := append(solvertest.VariantCases(), solvertest.Cases()[:3]...)
	for range 2 {
		for _, outer := range cases {
			yielded := 0
			for grid, err := range e.Solutions(t.Context(), outer.Puzzle) {
				if err != nil {
					t.Fatalf("%s: %v", outer.Name, err)
				}
				if err := board.CheckSolution(outer.Puzzle, grid); err != nil {
					t.Fatalf("%s: %v", outer.Name, err)
				}
				inner := cases[(len(outer.Name)+yielded)%len(cases)]
				res, err := e.Solve(t.Context(), inner.Puzzle, solver.Limits{Nodes: 2000})
				if err != nil {
					t.Fatalf("%s: %v", inner.Name, err)
				}
				if unsat := res.Status == solver.Unsat; res.Status != solver.Capped && unsat != (inner.Solutions == 0) {
					t.Errorf("%s within %s: %v, it has %d solutions", inner.Name, outer.Name, res.Status, inner.Solutions)
				}
				yielded++
				if yielded == 3 {
					break
				}
			}
			if want := min(uint(outer.Solutions), 3); uint(yielded) != want {
				t.Errorf("%s: %d solutions, want %d", outer.Name, yielded, want)
			}
		}
	}
}

// Validation and the test of generators know the rules of a board's shape.
func TestValidateVariants(t *testing.T) {
	accept := engine.SolvedByAC3()
	accepted := 0
	for _, c := range solvertest.VariantCases() {
		v, err := engine.Validate(context.Background(), c.Puzzle, solver.Limits{Nodes: 5000})
		if err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		if got := accept(c.Puzzle); got != (v.Verdict == engine.UniqueByAC3) {
			t.Errorf("%s: accepted %v, validated as %s", c.Name, got, v.Verdict)
		} else if got {
			accepted++
		}
		if v.Verdict == engine.UniqueByAC3 && c.Solutions != 1 || v.Verdict == engine.Contradictory && c.Solutions != 0 {
			t.Errorf("%s: %s, it has %d solutions", c.Name, v.Verdict, c.Solutions)
		}
	}
	if accepted < 8 {
		t.Errorf("%d boards solved by AC-3, want the full and the naked ones", accepted)
	}
}
