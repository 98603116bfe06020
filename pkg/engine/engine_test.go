package engine_test

import (
	"context"
	"testing"

	"sudokulab/pkg/engine"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
)

func TestSolvedByAC3(t *testing.T) {
	accept := engine.SolvedByAC3()
	tested := map[bool]int{}
	for _, c := range solvertest.Cases() {
		v, err := engine.Validate(context.Background(), c.Puzzle, solver.Limits{Solutions: 2, Nodes: 1})
		if err != nil {
			t.Fatal(err)
		}
		want := v.Verdict == engine.UniqueByAC3
		if got := accept(c.Puzzle); got != want {
			t.Errorf("%s: accepted %v, validated as %s", c.Name, got, v.Verdict)
		}
		if want && c.Solutions != 1 {
			t.Errorf("%s: %s, but it has %d solutions", c.Name, v.Verdict, c.Solutions)
		}
		tested[want]++
	}
	if tested[true] == 0 || tested[false] == 0 {
		t.Errorf("boards by answer: %v, want both", tested)
	}
}

func FuzzCSP(f *testing.F) {
	solvertest.FuzzCounts(f, engine.CSP(engine.DefaultCSP()), solvertest.Options{})
}

func FuzzBitboard(f *testing.F) {
	solvertest.FuzzCounts(f, engine.Bitboard(engine.DefaultBitboard()), solvertest.Options{Sides: []int{9}})
}

func FuzzDLX(f *testing.F) {
	solvertest.FuzzCounts(f, engine.DLX(engine.DefaultDLX()), solvertest.Options{})
}

// A fuzzed board may be nearly empty: a graph that outgrows the bound is Capped.
func FuzzMinigrid(f *testing.F) {
	cfg := engine.DefaultMinigrid()
	cfg.MaxVertices = 20_000
	solvertest.FuzzCounts(f, engine.Minigrid(cfg), solvertest.Options{Incomplete: true})
}
