package encode_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/solvertest"
)

// models counts the models of a formula by the plainest search there is, up to limit: it
// branches on the variables of a shortest clause and propagates units by looking at every
// clause. It yields each model.
func models(f *encode.CNF, limit int, yield func([]bool)) int {
	assigned := make([]int8, f.Variables()+1) // 1 true, −1 false
	found := 0
	value := func(l int) int8 {
		if l < 0 {
			return -assigned[-l]
		}
		return assigned[l]
	}
	set := func(l int) {
		if l < 0 {
			assigned[-l] = -1
		} else {
			assigned[l] = 1
		}
	}
	var search func()
	search = func() {
		before := slices.Clone(assigned)
		defer func() { copy(assigned, before) }()
		for changed := true; changed; {
			changed = false
			for _, clause := range f.Clauses {
				open, last := 0, 0
				if slices.ContainsFunc(clause, func(l int) bool { return value(l) > 0 }) {
					continue
				}
				for _, l := range clause {
					if value(l) == 0 {
						open, last = open+1, l
					}
				}
				if open == 0 {
					return
				}
				if open == 1 {
					set(last)
					changed = true
				}
			}
		}
		v := slices.Index(assigned[1:], 0) + 1
		if v == 0 {
			found++
			model := make([]bool, f.Variables())
			for i := range model {
				model[i] = assigned[i+1] > 0
			}
			yield(model)
			return
		}
		for _, l := range []int{v, -v} {
			if found < limit {
				kept := assigned[v]
				set(l)
				search()
				assigned[v] = kept
			}
		}
	}
	search()
	return found
}

// The models of the formula are the solutions of the board, with either choice of clauses.
func TestCNFModels(t *testing.T) {
	const limit = 12
	tried := 0
	for _, c := range slices.Concat(solvertest.Cases(), solvertest.VariantCases()) {
		if c.Puzzle.Shape().Side() > 9 || c.Puzzle.Filled() < 24 && c.Puzzle.Shape().Side() == 9 || strings.Contains(c.Name, "search") {
			continue
		}
		for _, which := range []encode.Clauses{encode.Minimal, encode.Extended} {
			if which == encode.Minimal && c.Puzzle.Shape().Side() == 9 && c.Solutions != 1 {
				continue // the plain search would take minutes
			}
			f, err := encode.NewCNF(c.Puzzle, which)
			if err != nil {
				t.Fatal(err)
			}
			tried++
			seen := map[string]bool{}
			got := models(f, limit, func(model []bool) {
				grid, err := f.FromModel(model)
				if err != nil {
					t.Fatalf("%s: %v", c.Name, err)
				}
				if err := board.CheckSolution(c.Puzzle, grid); err != nil {
					t.Errorf("%s, %s: %v", c.Name, which, err)
				}
				seen[grid.String()] = true
			})
			want := c.Solutions
			if want == solvertest.Many || want > limit {
				want = limit
			}
			if got != want || len(seen) != want {
				t.Errorf("%s, %s: %d models, %d grids, want %d", c.Name, which, got, len(seen), want)
			}
		}
	}
	if tried < 20 {
		t.Errorf("%d formulas tried", tried)
	}
}

func TestCNFVariables(t *testing.T) {
	b := board.MustParse("12343412214343..")
	f, err := encode.NewCNF(b, encode.Extended)
	if err != nil {
		t.Fatal(err)
	}
	// r4c3 can hold 2 alone, r4c4 1 alone, and neither has a peer with that candidate.
	if f.Variables() != 0 || len(f.Clauses) != 0 || f.Variable(14, 2) != 0 {
		t.Errorf("%d variables, clauses %v", f.Variables(), f.Clauses)
	}
	grid, err := f.FromModel(nil)
	if err != nil || board.CheckSolution(b, grid) != nil {
		t.Errorf("%v, %v", grid, err)
	}
	if clause, ok := f.Blocking(grid); !ok || len(clause) != 0 {
		t.Errorf("blocking the only grid: %v, %v", clause, ok)
	}

	// On an empty board: a variable for each digit of each cell; the clauses as counted by hand.
	empty := board.New(b.Shape())
	for which, want := range map[encode.Clauses]int{
		encode.Minimal:  16 + 4*16*7/2,             // a cell has 7 peers
		encode.Extended: 16 + 4*16*7/2 + 16*6 + 48, // 6 pairs of digits; 12 units
	} {
		f, err := encode.NewCNF(empty, which)
		if err != nil {
			t.Fatal(err)
		}
		if f.Variables() != 64 || len(f.Clauses) != want {
			t.Errorf("%s: %d variables, %d clauses, want 64, %d", which, f.Variables(), len(f.Clauses), want)
		}
		if got := f.Variable(3, 2); got != 3*4+2 {
			t.Errorf("%s: variable %d, want 14", which, got)
		}
	}
}

func TestCNFBlocking(t *testing.T) {
	f, err := encode.NewCNF(board.MustParse("12..34..21..43.."), encode.Extended)
	if err != nil {
		t.Fatal(err)
	}
	var grids []board.Board
	total := models(f, 10, func(model []bool) {
		grid, err := f.FromModel(model)
		if err != nil {
			t.Fatal(err)
		}
		grids = append(grids, grid)
	})
	if total < 2 {
		t.Fatalf("%d models, want several", total)
	}
	for i, grid := range grids {
		clause, ok := f.Blocking(grid)
		if !ok {
			t.Fatalf("%v: no clause", grid)
		}
		f.Clauses = append(f.Clauses, clause)
		if got := models(f, 10, func([]bool) {}); got != total-i-1 {
			t.Errorf("%d models after %d were ruled out, want %d", got, i+1, total-i-1)
		}
	}
	if _, ok := f.Blocking(board.MustParse("4321214334121234")); ok {
		t.Error("a clause against a grid that breaks the givens")
	}
}

func TestCNFErrors(t *testing.T) {
	b := board.MustParse("12..............")
	if _, err := encode.NewCNF(b, "some"); err == nil {
		t.Error("unknown clauses are taken")
	}
	if _, err := encode.NewCNF(board.Board{}, encode.Minimal); err == nil {
		t.Error("the zero board is taken")
	}
	if _, err := encode.CNFOf(t.Context(), b.Shape(), nil, encode.Minimal); err == nil {
		t.Error("a formula without candidates")
	}
	f, err := encode.NewCNF(b, encode.Minimal)
	if err != nil {
		t.Fatal(err)
	}
	all := slices.Repeat([]bool{true}, f.Variables())
	for _, model := range [][]bool{nil, all, make([]bool, f.Variables())} {
		if _, err := f.FromModel(model); err == nil || !strings.HasPrefix(err.Error(), "encode: model ") {
			t.Errorf("%v: %v", model, err)
		}
	}
	clash, err := encode.NewCNF(board.MustParse("11.............."), encode.Minimal)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(clash.Clauses, func(c []int) bool { return len(c) == 0 }) {
		t.Error("two equal givens in a row and no empty clause")
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestWriteDIMACSFails(t *testing.T) {
	shape, err := board.ShapeOf(4)
	if err != nil {
		t.Fatal(err)
	}
	f, err := encode.NewCNF(board.New(shape), encode.Minimal)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.WriteDIMACS(failing{}); err == nil || !strings.Contains(err.Error(), "full") {
		t.Error(err)
	}
}

func ExampleCNF_WriteDIMACS() {
	f, err := encode.NewCNF(board.MustParse("123434122..34..."), encode.Minimal)
	if err != nil {
		fmt.Println(err)
		return
	}
	var out bytes.Buffer
	if err := f.WriteDIMACS(&out); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(out.String())
	// Output:
	// c x1 r3c2=1
	// c x2 r4c2=1
	// c x3 r4c2=3
	// c x4 r4c4=1
	// p cnf 4 5
	// 1 0
	// 2 3 0
	// 4 0
	// -1 -2 0
	// -2 -4 0
}
