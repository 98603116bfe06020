package minigridanswers

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dlx"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/symmetry"
)

func comparerFor(t *testing.T, name string) *comparer {
	t.Helper()
	cfg := config(lab.Quick)
	c := comparer{cfg: cfg.Method, most: cfg.Cap, nodes: cfg.Nodes}
	if name == "" {
		return &c
	}
	i := slices.IndexFunc(readings, func(r reading) bool { return r.name == name })
	if i < 0 {
		t.Fatalf("no reading %q", name)
	}
	readings[i].set(&c.cfg)
	return &c
}

// TestCounterexamples holds each kept board to what is said of it.
func TestCounterexamples(t *testing.T) {
	for _, ex := range counterexamples {
		o, err := comparerFor(t, ex.reading).compare(t.Context(), board.MustParse(ex.board))
		if err != nil {
			t.Fatal(err)
		}
		if o.truth != ex.truth || o.graph != ex.shown || o.alive != ex.left {
			t.Errorf("%q %s: %s, the graph shows %s with %d vertices, want %s, %s, %d",
				ex.reading, ex.board, o.truth, o.graph, o.alive, ex.truth, ex.shown, ex.left)
		}
	}
}

// TestRefused holds that the blank 4×4 board's graph by the letter offers each filling in all four
// boxes, and that the last check lets none of them pass.
func TestRefused(t *testing.T) {
	o, err := comparerFor(t, "literal").compare(t.Context(), board.MustParse("................"))
	if err != nil {
		t.Fatal(err)
	}
	if o.refused != 24 || o.got != 0 {
		t.Errorf("%d boards refused and %d produced, want 24 and none", o.refused, o.got)
	}
}

// TestTwoGrids holds the claim that the two 4×4 grids stand for all of them.
func TestTwoGrids(t *testing.T) {
	shape, err := board.ShapeOf(2)
	if err != nil {
		t.Fatal(err)
	}
	forms := map[string]int{}
	canonical := func(b board.Board) string {
		c, _, err := symmetry.Canonical(b)
		if err != nil {
			t.Fatal(err)
		}
		return c.String()
	}
	for _, line := range grids4 {
		forms[canonical(board.MustParse(line))] = 0
	}
	s, err := dlx.NewSolver(encode.ExactCover(shape), dlx.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	grids := 0
	for options, err := range s.Solutions(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		grid, err := encode.FromOptions(shape, options)
		if err != nil {
			t.Fatal(err)
		}
		forms[canonical(grid)]++
		grids++
	}
	if grids != 288 || len(forms) != len(grids4) {
		t.Errorf("%d grids of %d forms, want 288 of %d", grids, len(forms), len(grids4))
	}
}

// TestCompareNotices lets the comparison meet answers that are wrong or come to no end.
func TestCompareNotices(t *testing.T) {
	several := board.MustParse("12343412........") // each column has two ways, two columns decide
	for _, c := range []struct {
		name string
		most int64
		set  func(*minigrid.Config)
		want outcome
	}{
		{"right", 100, func(*minigrid.Config) {}, outcome{
			truth: minigrid.Ambiguous, said: minigrid.Ambiguous, graph: minigrid.Ambiguous, want: 4, got: 4, sameSet: true,
		}},
		{"capped", 3, func(*minigrid.Config) {}, outcome{
			truth: minigrid.Ambiguous, said: minigrid.Ambiguous, graph: minigrid.Ambiguous, want: 3, got: 3,
		}},
		{"all missed", 100, func(c *minigrid.Config) { c.Compatibility = minigrid.Identical }, outcome{
			truth: minigrid.Ambiguous, said: minigrid.Unsolvable, graph: minigrid.Unsolvable, want: 4, phase: 3,
		}},
		{"too large", 100, func(c *minigrid.Config) { c.MaxVertices = 4 }, outcome{
			truth: minigrid.Ambiguous, said: minigrid.Undecided, graph: minigrid.Undecided, want: 4, unfinished: true,
		}},
	} {
		cmp := comparerFor(t, "")
		cmp.most = c.most
		c.set(&cmp.cfg)
		o, err := cmp.compare(t.Context(), several)
		if err != nil {
			t.Fatal(err)
		}
		o.vertices, o.alive = 0, 0
		if o.want == c.most {
			o.sameSet = false // holds nothing
		}
		if o != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, o, c.want)
		}
	}
}

// TestSolutionsSort finds what is there twice.
func TestSolutionsSort(t *testing.T) {
	var s solutions
	a, b := board.MustParse(grids4[0]), board.MustParse(grids4[1])
	s.reset(a.Shape())
	for _, g := range []board.Board{b, a, b, b} {
		s.add(g)
	}
	if again := s.sort(); again != 2 {
		t.Errorf("%d repeated, want 2", again)
	}
	if first := s.sorted[:16]; !slices.Equal(first, a.Cells()) {
		t.Errorf("sorted begins with %v", first)
	}
}

// TestTally adds up what must not be: a missed solution, a wrong board, a repeated one.
func TestTally(t *testing.T) {
	tl := newTally(10)
	b := board.MustParse("1...............")
	tl.add(b, outcome{truth: minigrid.Ambiguous, said: minigrid.WellFormed, graph: minigrid.Unsolvable, want: 3, got: 1})
	tl.add(b, outcome{truth: minigrid.WellFormed, said: minigrid.Ambiguous, graph: minigrid.WellFormed, want: 1, got: 3, invalid: 1, repeated: 1})
	tl.add(b, outcome{truth: minigrid.Ambiguous, said: minigrid.Ambiguous, graph: minigrid.Ambiguous, want: 10, got: 10})
	tl.add(b, outcome{truth: minigrid.Ambiguous, said: minigrid.Undecided, graph: minigrid.Undecided, want: 10, unfinished: true})
	for name, want := range map[string]int64{
		boardsRead: 4, compared: 2, countsRight: 0, setsEqual: 0, setsOfMany: 1, exactly: 4, foundOfThem: 2, capsCompared: 1, capsRight: 1,
		produced: 14, invalid: 1, repeated: 1, unfinished: 1,
		cell("class", minigrid.Ambiguous, minigrid.WellFormed): 1, cell("graph", minigrid.Ambiguous, minigrid.Unsolvable): 1,
	} {
		if tl.sums[name] != want {
			t.Errorf("%s: %d, want %d", name, tl.sums[name], want)
		}
	}
	for _, name := range []string{exampleClass, exampleCount, exampleSet, exampleWrong} {
		if tl.texts[name] != b.String() {
			t.Errorf("no %s", name)
		}
	}
}

// TestDerivations: givens taken out leave the others, a change touches one cell.
func TestDerivations(t *testing.T) {
	puzzle := board.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		most := rapid.IntRange(1, 40).Draw(t, "most")
		fewer := without(most)(rng, puzzle)
		gone := puzzle.Filled() - fewer.Filled()
		if gone < 1 || gone > min(most, puzzle.Filled()) {
			t.Fatalf("%d givens gone, want 1 to %d", gone, most)
		}
		other := withChange(rng, puzzle)
		differ := 0
		for cell := range puzzle.Cells() {
			if d := fewer.At(cell); d != 0 && d != puzzle.At(cell) {
				t.Fatal("a given has changed")
			}
			if other.At(cell) != puzzle.At(cell) {
				differ++
			}
		}
		if differ != 1 || other.Filled() != puzzle.Filled() {
			t.Fatalf("%d cells differ, %d givens", differ, other.Filled())
		}
	})
}
