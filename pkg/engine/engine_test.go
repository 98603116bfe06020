package engine_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/engine"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
)

// options leaves out what an engine without MRV or without look-ahead would search for
// minutes.
func options(name string) solvertest.Options {
	hard := []string{"9/no-candidate", "9/no-place", "9/search", "9/unsat-search"}
	switch name {
	case "bitboard":
		return solvertest.Options{Sides: []int{9}}
	case "csp-first":
		return solvertest.Options{Sides: []int{4, 9}, Exclude: hard}
	case "csp-plain":
		return solvertest.Options{Sides: []int{4, 9}, Exclude: append(hard, "9/singles", "9/multiple-2", "9/multiple-15")}
	}
	switch name {
	case "wide", "wide-sat", "sat":
		o := solvertest.Options{Sides: []int{4, 9, 16, 25}, Variants: true, NoNodes: name == "sat"}
		if testing.Short() {
			o.Sides = []int{4, 9}
		}
		return o
	}
	if strings.HasPrefix(name, "minigrid") {
		// The graph of a nearly empty 9×9 board takes half a second, and the suite solves each
		// board dozens of times; see TestMinigridEmptyBoard.
		o := solvertest.Options{Sides: []int{4, 9, 16}, Exclude: []string{"9/empty", "9/one-given"}}
		if testing.Short() {
			o.Sides = []int{4, 9}
		}
		return o
	}
	if testing.Short() && name != "csp" {
		return solvertest.Options{Sides: []int{4, 9}}
	}
	return solvertest.Options{Sides: []int{4, 9, 16, 25}}
}

func TestConformance(t *testing.T) {
	for _, e := range engine.All() {
		t.Run(e.Name, func(t *testing.T) { solvertest.Run(t, e.New(), options(e.Name)) })
	}
}

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

func TestAll(t *testing.T) {
	var names []string
	for _, e := range engine.All() {
		if slices.Contains(names, e.Name) {
			t.Errorf("%s twice", e.Name)
		}
		names = append(names, e.Name)
		if got := e.New().Name(); got != e.Name {
			t.Errorf("%s makes an engine named %s", e.Name, got)
		}
		if e.New() == e.New() {
			t.Errorf("%s: New returns one engine twice", e.Name)
		}
		if e.About == "" || strings.Contains(e.About, "\n") {
			t.Errorf("%s: description %q, want one line", e.Name, e.About)
		}
		byName, err := engine.ByName(e.Name)
		if err != nil || byName.Name != e.Name || byName.About != e.About {
			t.Errorf("by name %s: %+v, %v", e.Name, byName, err)
		}
		data, err := json.Marshal(e.Config)
		if err != nil || !strings.Contains(string(data), `"name":"`+e.Name+`"`) {
			t.Errorf("%s: configuration %s, %v", e.Name, data, err)
		}
	}
	if names[0] != "csp" {
		t.Errorf("the default engine is %s, want csp", names[0])
	}
	_, err := engine.ByName("cps")
	if err == nil || !strings.Contains(err.Error(), strings.Join(names, ", ")) {
		t.Errorf("unknown name: %v, want a list of the names", err)
	}
}
