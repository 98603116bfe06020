package speedlarge

import (
	"testing"

	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
	"sudokulab/pkg/solver"
)

func TestCommitted(t *testing.T) {
	set := labtest.Committed(t, Experiment)
	for _, r := range set.Measured() {
		if r.Kind() == dug {
			if r.Value("wide capped") != 0 || r.Value("wide givens.mean") > r.Value("dlx givens.mean") {
				t.Errorf("%s: %v", r.Case, r.Exact)
			}
			continue
		}
		for _, name := range engines {
			n := r.Value(name+" solved") + r.Value(name+" unsat") + r.Value(name+" capped")
			if n != r.Value("boards") || n == 0 {
				t.Errorf("%s: %s settled or gave up %v of %v boards", r.Case, name, n, r.Value("boards"))
			}
		}
	}
	r, ok := set.Case(record.Key(beside, record.D("set", "own-16x16")))
	if !ok || r.Value("wide solved") != r.Value("boards") || r.Value("sat solved") != r.Value("boards") {
		t.Errorf("16×16 puzzles are not all proved unique: %v", r.Exact)
	}
}

// Boards of a smaller share of givens are parts of those of a larger one, all with a solution.
func TestMade(t *testing.T) {
	cfg := Config{MadeSide: 16, Made: 3}
	larger, err := made(cfg, 70, 5)
	if err != nil {
		t.Fatal(err)
	}
	smaller, err := made(cfg, 50, 5)
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range smaller {
		if b.Filled() != 128 || larger[i].Filled() != 179 {
			t.Errorf("%d and %d givens, want 128 and 179", b.Filled(), larger[i].Filled())
		}
		for cell, d := range b.Cells() {
			if d != 0 && larger[i].Cells()[cell] != d {
				t.Fatalf("board %d: cell %d holds %d and %d", i, cell, d, larger[i].Cells()[cell])
			}
		}
	}
	if smaller[0].Equal(smaller[1]) {
		t.Error("two grids are the same")
	}
}

func TestAgree(t *testing.T) {
	if err := agree(map[solver.Status]string{solver.Unsat: "a", solver.Found: "b"}); err == nil {
		t.Error("refuted and solved, and no error")
	}
	if err := agree(map[solver.Status]string{solver.Unique: "a", solver.Capped: "b"}); err != nil {
		t.Error(err)
	}
}
