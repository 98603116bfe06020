package method_test

import (
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/method"
	_ "sudokulab/pkg/method/agent"
	_ "sudokulab/pkg/method/learned"
	_ "sudokulab/pkg/method/tensor"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
)

// open opens a method for the length of a test.
func open(tb testing.TB, name string, o method.Options) *method.Solver {
	tb.Helper()
	s, err := method.Open(tb.Context(), name, o)
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

// programNames are the names of all methods but the one that these tests register for themselves.
func programNames() []string {
	return slices.DeleteFunc(method.Names(), func(name string) bool { return name == "none" })
}

// promises are those of the methods: boards of the sides that they take in reasonable time. What an
// engine without MRV or without look-ahead would search for minutes is left out.
func promises(m method.Method) solvertest.Options {
	hard := []string{"9/no-candidate", "9/no-place", "9/search", "9/unsat-search"}
	o := solvertest.Options{Sides: []int{4, 9, 16, 25}, NoNodes: m.Nodes == ""}
	switch m.Name {
	case method.Auto, "csp", "csp-trail", "wide", "wide-sat", "sat":
		o.Variants = true
	case "bitboard":
		o.Sides = []int{9}
	case "csp-first":
		o.Sides, o.Exclude = []int{4, 9}, hard
	case "csp-plain":
		o.Sides, o.Exclude = []int{4, 9}, append(slices.Clone(hard), "9/singles", "9/multiple-2", "9/multiple-15")
	}
	switch {
	case m.Family == "minigrid":
		// The graph of a nearly empty 9×9 board takes half a second, and the suite solves each
		// board dozens of times; see engine.TestMinigridEmptyBoard.
		o.Sides, o.Exclude = []int{4, 9, 16}, []string{"9/empty", "9/one-given"}
	case m.Learned:
		// Each board of each check is a pass of the network or more; package infer has the whole
		// suite with models that cost nothing. Of side 4 only: the suite interrupts a search of all
		// solutions of a larger board, and a method without a search is ready before that.
		o = solvertest.Options{Sides: []int{4}, Exclude: []string{
			"4/full", "4/full-invalid", "4/last-cell", "4/naked", "4/conflict-row", "4/conflict-box", "4/multiple-6", "4/one-given",
		}}
		if slices.Contains([]string{"gnn-beam", "gnn-hybrid", "gnn-hybrid-corrected", "gnn-cascade"}, m.Name) {
			o.Exclude = append(o.Exclude, "4/empty") // a beam asks hundreds of times there
		}
		o.Incomplete, o.NoNodes = m.Proves == method.Finds, m.Proves == method.Finds
	}
	if m.Name == "tensor-literal" {
		o.Sides = []int{4, 9, 16} // what its planes are built for
	}
	if testing.Short() && m.Family == "tensor" {
		o.Sides = []int{4} // one board at a time is what a batch is slowest at
	}
	if testing.Short() && m.Name != "csp" && len(o.Sides) > 2 {
		o.Sides = o.Sides[:2]
	}
	return o
}

// plain hides what a solver has in addition to solver.Solver.
type plain struct{ solver.Solver }

// TestConformance: every registered method, and Auto, keeps the promises of package solver.
func TestConformance(t *testing.T) {
	for _, name := range programNames() {
		m, err := method.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		if testing.Short() && m.Learned && name != "gnn-guided" {
			continue
		}
		options := method.Options{}
		if m.Family == "gnn" {
			options.Steps = 8 // a look of the network, so that it fails now and then
		}
		t.Run(name, func(t *testing.T) {
			var s solver.Solver = open(t, name, options)
			if !m.Enumerates {
				s = plain{s}
			}
			if m.Learned {
				t.Parallel()
			}
			solvertest.Run(t, s, promises(m))
		})
	}
}

func FuzzAuto(f *testing.F) {
	s := open(f, method.Auto, method.Options{})
	solvertest.FuzzCounts(f, s, solvertest.Options{Variants: true})
}

// TestDescriptions: what a method says of itself holds for what it opens.
func TestDescriptions(t *testing.T) {
	for _, name := range programNames() {
		m, err := method.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		s := open(t, name, method.Options{})
		if s.Name() != name || s.Method().Name != name {
			t.Errorf("%s opens a solver named %s of method %s", name, s.Name(), s.Method().Name)
		}
		if m.About == "" || strings.Contains(m.About, "\n") {
			t.Errorf("%s: description %q, want one line", name, m.About)
		}
		for _, b := range fullBoards(t) {
			shape := b.Shape()
			takes := s.Takes(shape)
			if m.Takes(shape) != nil && takes == nil {
				t.Errorf("%s: the method refuses %s, its solver takes it", name, shape)
			}
			if m.Learned {
				continue // package infer answers a full board without its network
			}
			_, err := s.Solve(t.Context(), b, solver.Limits{})
			if (err == nil) != (takes == nil) {
				t.Errorf("%s: Takes of %s says %v, Solve of a full board %v", name, shape, takes, err)
			}
		}
		if m.Takes(nil) == nil || s.Takes(nil) == nil {
			t.Errorf("%s takes a board without a shape", name)
		}
	}
}

// fullBoards returns a full board of each shape in the suite's tables, and of side 36.
func fullBoards(t *testing.T) (all []board.Board) {
	t.Helper()
	seen := map[*board.Shape]bool{}
	for _, c := range append(solvertest.Cases(), solvertest.VariantCases()...) {
		if shape := c.Puzzle.Shape(); c.Puzzle.Full() && c.Solutions == 1 && !seen[shape] {
			seen[shape] = true
			all = append(all, c.Puzzle)
		}
	}
	const k = board.MaxBox
	shape, err := board.ShapeOf(k)
	if err != nil {
		t.Fatal(err)
	}
	large := board.New(shape)
	for cell := range shape.Cells() {
		r, c := shape.Row(cell), shape.Col(cell)
		large.Set(cell, (r%k*k+r/k+c)%(k*k)+1)
	}
	return append(all, large)
}
