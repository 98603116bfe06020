package encode_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/encode"
)

func shape(tb testing.TB, k int) *board.Shape {
	tb.Helper()
	s, err := board.ShapeOf(k)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func TestNetwork(t *testing.T) {
	for _, c := range []struct{ k, constraints, neighbours int }{
		{2, 56, 7}, {3, 810, 20}, {4, 4992, 39}, {5, 20000, 64}, {6, 61560, 95},
	} {
		s := shape(t, c.k)
		net := encode.Network(s)
		if net != encode.Network(s) {
			t.Errorf("side %d: built twice", s.Side())
		}
		if net.Variables() != s.Cells() || net.Constraints() != c.constraints || net.Arcs() != 2*c.constraints {
			t.Errorf("side %d: %d variables, %d constraints, %d arcs; want %d, %d, %d",
				s.Side(), net.Variables(), net.Constraints(), net.Arcs(), s.Cells(), c.constraints, 2*c.constraints)
		}
		for cell := range s.Cells() {
			if got := slices.Collect(net.Neighbours(cell)); len(got) != c.neighbours || !slices.Equal(got, s.Peers(cell)) {
				t.Fatalf("side %d: %s has %d neighbours, want its %d peers", s.Side(), s.CellName(cell), len(got), c.neighbours)
			}
			if net.Domain(cell) != csp.Range(s.Side()) {
				t.Fatalf("side %d: domain %v", s.Side(), net.Domain(cell))
			}
		}
		if net.Allowed(0, 1, 1, 1) || !net.Allowed(0, 1, 1, 2) {
			t.Errorf("side %d: the constraint of two peers is not that they differ", s.Side())
		}
	}
}

// The network holds for exactly the grids that the independent checker passes.
func TestNetworkAgreesWithTheChecker(t *testing.T) {
	s := shape(t, 2)
	net := encode.Network(s)
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.IntRange(0, 3), 16, 16).Draw(t, "values")
		if rapid.Bool().Draw(t, "from a solution") {
			values = slices.Concat([]int{0, 1, 2, 3}, []int{2, 3, 0, 1}, []int{1, 0, 3, 2}, []int{3, 2, 1, 0})
			if rapid.Bool().Draw(t, "spoiled") {
				values[rapid.IntRange(0, 15).Draw(t, "cell")] = rapid.IntRange(0, 3).Draw(t, "value")
			}
		}
		grid, err := encode.FromValues(s, values)
		if err != nil {
			t.Fatal(err)
		}
		a, b := net.Check(values), board.CheckSolution(board.New(s), grid)
		if (a == nil) != (b == nil) {
			t.Fatalf("%v: network says %v, checker %v", grid, a, b)
		}
	})
}

func TestDomains(t *testing.T) {
	b := board.MustParse("1...............")
	d := encode.Domains(nil, b)
	if d[0] != csp.SetOf(0) || d[1] != csp.Range(4) || len(d) != 16 {
		t.Errorf("%v", d)
	}
	again := encode.Domains(d, board.MustParse(".2.............."))
	if &again[0] != &d[0] || again[0] != csp.Range(4) || again[1] != csp.SetOf(1) {
		t.Errorf("buffer not reused: %v", again)
	}
	if n := testing.AllocsPerRun(10, func() { d = encode.Domains(d, b) }); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
	back, err := encode.FromDomains(b.Shape(), encode.Domains(nil, b))
	if err != nil || !back.Equal(b) {
		t.Errorf("%v back as %v, %v", b, back, err)
	}
	if encode.Digits(csp.SetOf(0, 3)) != board.DigitsOf(1, 4) {
		t.Error("values 0 and 3 are not digits 1 and 4")
	}
}

func TestErrors(t *testing.T) {
	s := shape(t, 2)
	if _, err := encode.FromDomains(s, make([]csp.Set, 15)); err == nil {
		t.Error("15 domains: no error")
	}
	if _, err := encode.FromValues(s, make([]int, 17)); err == nil {
		t.Error("17 values: no error")
	}
	for _, v := range []int{-1, 4} {
		values := make([]int, 16)
		values[3] = v
		if _, err := encode.FromValues(s, values); err == nil {
			t.Errorf("value %d: no error", v)
		}
	}
}

func Example() {
	puzzle := board.MustParse("1.......3...2...")
	s, err := csp.NewSolver(encode.Network(puzzle.Shape()), csp.DefaultConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	res, err := s.Solve(context.Background(), encode.Domains(nil, puzzle), csp.Limits{Solutions: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	grid, err := encode.FromValues(puzzle.Shape(), res.First)
	fmt.Println(grid, err, board.CheckSolution(puzzle, grid))
	// Output: 1234431234212143 <nil> <nil>
}
