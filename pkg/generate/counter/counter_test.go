package counter

import (
	"context"
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
)

func newCounter(tb testing.TB, shape *board.Shape, cfg Config) *Counter {
	tb.Helper()
	c, err := New(shape, cfg)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// anyShape makes counters of one form for whatever shape a board has: the suite mixes them.
type anyShape struct {
	cfg      Config
	counters map[*board.Shape]*Counter
}

func (a *anyShape) Name() string { return "counter-" + a.cfg.String() }

func (a *anyShape) Solve(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
	c, ok := a.counters[puzzle.Shape()]
	if !ok {
		var err error
		if c, err = New(puzzle.Shape(), a.cfg); err != nil {
			return solver.Result{}, err
		}
		a.counters[puzzle.Shape()] = c
	}
	return c.Solve(ctx, puzzle, limits)
}

// puzzles are boards of the given side that take no long search in any form: full grids with
// as many cells emptied at random, some with one solution and some with many.
func puzzles(tb testing.TB, side, blanks, n int) []board.Board {
	tb.Helper()
	rng := rand.New(rand.NewPCG(uint64(side), uint64(blanks)))
	out := make([]board.Board, n)
	for i := range out {
		b, err := generate.FullGrid(tb.Context(), rng, generate.DefaultGrid(side))
		if err != nil {
			tb.Fatal(err)
		}
		for _, cell := range rng.Perm(side * side)[:blanks] {
			b.Set(cell, 0)
		}
		out[i] = b
	}
	return out
}

// suiteOptions leaves out what plain backtracking cannot finish: without MRV, and in images
// that put the givens below, every 9×9 board of few givens.
func suiteOptions(cfg Config) solvertest.Options {
	o := solvertest.Options{Sides: []int{4, 9}}
	if !cfg.MRV {
		o.Exclude = []string{"9/search", "9/unsat-search", "9/multiple-15", "9/no-place", "9/no-candidate"}
	}
	return o
}

func TestConformance(t *testing.T) {
	for _, cfg := range Configs() {
		finished := cfg.MRV && cfg.Blanks
		if cfg.Validity == Maps && !finished || testing.Short() && (cfg.Validity != Masks || !cfg.Blanks) {
			continue // slow, and the same trees: TestCounts compares their counters
		}
		t.Run(cfg.String(), func(t *testing.T) {
			solvertest.Run(t, &anyShape{cfg, map[*board.Shape]*Counter{}}, suiteOptions(cfg))
		})
	}
}

// TestCounts compares every form with dancing links, and the forms that differ in price only
// with each other, counter for counter.
func TestCounts(t *testing.T) {
	reference := engine.DLX(engine.DefaultDLX())
	for _, set := range []struct{ side, blanks, n, limit int }{
		{4, 11, 40, 100}, {4, 16, 1, 300}, {9, 45, 20, 40}, {9, 52, 10, 40}, {16, 70, 3, 20},
	} {
		if testing.Short() {
			set.n = (set.n + 3) / 4
		}
		shape, err := board.ShapeOfSide(set.side)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range puzzles(t, set.side, set.blanks, set.n) {
			limits := solver.Limits{Solutions: set.limit}
			want, err := reference.Solve(t.Context(), p, limits)
			if err != nil {
				t.Fatal(err)
			}
			var trees [2]*Stats
			for _, cfg := range Configs() {
				c := newCounter(t, shape, cfg)
				res, err := c.Solve(t.Context(), p, limits)
				if err != nil {
					t.Fatal(err)
				}
				if res.Solutions != want.Solutions || res.Status != want.Status {
					t.Errorf("side %d, puzzle %d, %v: %d solutions, %v, want %d, %v", set.side, i, cfg, res.Solutions, res.Status, want.Solutions, want.Status)
				}
				if got := c.CountUpTo(p, set.limit); got != want.Solutions {
					t.Errorf("side %d, puzzle %d, %v: CountUpTo %d, want %d", set.side, i, cfg, got, want.Solutions)
				}
				s := c.Stats()
				if (s.Compared > 0) != (cfg.Validity == Scan && s.Checks > 0) {
					t.Errorf("%v: %d cells compared in %d checks", cfg, s.Compared, s.Checks)
				}
				if s.Compared > int64(3*set.side)*s.Checks {
					t.Errorf("%v: %d cells compared in %d checks, at most %d each", cfg, s.Compared, s.Checks, 3*set.side)
				}
				tree := &trees[0]
				if cfg.MRV {
					tree = &trees[1]
				}
				if *tree == nil {
					*tree = &s
				}
				if s.Nodes != (*tree).Nodes || s.Backtracks != (*tree).Backtracks || s.Checks != (*tree).Checks {
					t.Errorf("side %d, puzzle %d, %v: %+v, another form of the same tree %+v", set.side, i, cfg, s, **tree)
				}
			}
		}
	}
}

// reference9 is the naive counter written once more, as short as it can be: it holds the naive
// form to its nodes and checks.
type reference9 struct {
	cells                        [81]uint8
	nodes, checks, visited, seen int64
	found, limit                 int
}

func (r *reference9) search() {
	cell := 0
	for ; cell < 81; cell++ {
		r.visited++
		if r.cells[cell] == 0 {
			break
		}
	}
	if cell == 81 {
		r.found++
		return
	}
	for d := uint8(1); d <= 9 && r.found < r.limit; d++ {
		r.checks++
		if r.valid(cell, d) {
			r.nodes++
			r.cells[cell] = d
			r.search()
			r.cells[cell] = 0
		}
	}
}

func (r *reference9) valid(cell int, d uint8) bool {
	row, col := cell/9, cell%9
	at := []func(i int) int{
		func(i int) int { return row*9 + i },
		func(i int) int { return i*9 + col },
		func(i int) int { return (row/3*3+i/3)*9 + col/3*3 + i%3 },
	}
	for _, f := range at {
		for i := range 9 {
			r.seen++
			if r.cells[f(i)] == d {
				return false
			}
		}
	}
	return true
}

func TestNaiveCounters(t *testing.T) {
	c := newCounter(t, board.Standard(), NaiveConfig())
	for i, p := range puzzles(t, 9, 50, 20) {
		r := reference9{cells: [81]uint8(p.Cells()), limit: 2}
		r.search()
		got, want := c.CountUpTo(p, 2), r.found
		s := c.Stats()
		if got != want || s.Nodes != r.nodes || s.Checks != r.checks || s.Compared != r.seen || s.Visited != r.visited {
			t.Errorf("puzzle %d: %d with %+v, want %d with %+v", i, got, s, want, r)
		}
	}
}

// TestMRVTakesTheFewest works one choice out by hand: r1c2 to r1c4 have two candidates each,
// r2c2 only 3.
func TestMRVTakesTheFewest(t *testing.T) {
	b, err := board.Parse("1...2..4........")
	if err != nil {
		t.Fatal(err)
	}
	for _, cfg := range Configs() {
		c := newCounter(t, b.Shape(), cfg)
		copy(c.cells, b.Cells())
		if !c.load() {
			t.Fatal("givens conflict")
		}
		if cell, candidates := c.fewest(); cell != 5 || candidates != 1<<3 {
			t.Errorf("%v: cell %d, candidates %b, want 5 and 1000", cfg, cell, candidates)
		}
	}
}

func TestCapped(t *testing.T) {
	c := newCounter(t, board.Standard(), NaiveConfig())
	p := puzzles(t, 9, 60, 1)[0]
	res, err := c.Solve(t.Context(), p, solver.Limits{Solutions: 1000, Nodes: 50})
	if err != nil || res.Status != solver.Capped || res.Stats.Nodes != 50 {
		t.Errorf("%+v, %v, want capped after 50 nodes", res, err)
	}
}

func TestErrors(t *testing.T) {
	if _, err := New(nil, DefaultConfig()); err == nil {
		t.Error("no shape: no error")
	}
	if _, err := New(board.Standard(), Config{Validity: "oracle"}); err == nil {
		t.Error("unknown validity: no error")
	}
	four, err := board.ShapeOf(2)
	if err != nil {
		t.Fatal(err)
	}
	c := newCounter(t, board.Standard(), DefaultConfig())
	if _, err := c.Solve(t.Context(), board.New(four), solver.Limits{}); err == nil {
		t.Error("another shape: no error")
	}
	if n := c.CountUpTo(board.New(four), 2); n != 0 {
		t.Errorf("another shape: %d solutions", n)
	}
	if n := c.CountUpTo(board.New(board.Standard()), 0); n != 0 {
		t.Errorf("up to 0: %d solutions", n)
	}
}

func TestNoAllocations(t *testing.T) {
	p := puzzles(t, 9, 48, 1)[0]
	for _, cfg := range Configs() {
		if cfg.Validity == Maps {
			continue // maps may grow
		}
		c := newCounter(t, board.Standard(), cfg)
		if n := testing.AllocsPerRun(5, func() { c.CountUpTo(p, 2) }); n != 0 {
			t.Errorf("%v: %v allocations", cfg, n)
		}
	}
}

func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for _, cfg := range Configs() {
		if err := cfg.Validate(); err != nil {
			t.Error(err)
		}
		seen[cfg.String()] = true
	}
	if len(seen) != 12 || !seen["scan"] || !seen["mrv+masks+blanks"] {
		t.Errorf("names %v", seen)
	}
}

// FuzzAgainstOracle holds the form with all improvements to the suite's own counter.
func FuzzAgainstOracle(f *testing.F) {
	solvertest.FuzzCounts(f, &anyShape{DefaultConfig(), map[*board.Shape]*Counter{}}, solvertest.Options{Sides: []int{4, 9}})
}

// BenchmarkCount counts up to two solutions of the same boards in every form.
func BenchmarkCount(b *testing.B) {
	set := puzzles(b, 9, 50, 20)
	for _, cfg := range Configs() {
		b.Run("form="+cfg.String(), func(b *testing.B) {
			b.ReportAllocs()
			c := newCounter(b, board.Standard(), cfg)
			var nodes, counts int64
			for b.Loop() {
				for _, p := range set {
					c.CountUpTo(p, 2)
					nodes += c.Stats().Nodes
				}
				counts++
			}
			b.ReportMetric(float64(nodes)/float64(counts*int64(len(set))), "nodes/board")
		})
	}
}
