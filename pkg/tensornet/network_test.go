package tensornet

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/tensornet/plain"
)

// network opens a network for a test.
func network(t testing.TB, shape *board.Shape, c Config) *Network {
	t.Helper()
	n, err := New(goBackend(t), shape, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Close)
	return n
}

// solutionsOf is the number of solutions by package bitboard, at most the limit.
func solutionsOf(b board.Board, limit int) int {
	var cells bitboard.Cells
	copy(cells[:], b.Cells())
	return bitboard.New().CountUpTo(&cells, limit)
}

// solveAll collects the answers in the order of the puzzles.
func solveAll(t testing.TB, n *Network, puzzles []board.Board, limit int) []Answer {
	t.Helper()
	out := make([]Answer, len(puzzles))
	seen := 0
	for a, err := range n.Solve(t.Context(), slices.Values(puzzles), limit) {
		if err != nil {
			t.Fatal(err)
		}
		out[a.Index] = a
		seen++
	}
	if seen != len(puzzles) {
		t.Fatalf("%d answers to %d puzzles", seen, len(puzzles))
	}
	return out
}

// TestCounts holds the number of solutions against package bitboard, up to a limit beyond what a form
// counts at once, for boards with none, one, several and very many.
func TestCounts(t *testing.T) {
	puzzles := boards(t, 3, 60)
	cfg := DefaultConfig()
	cfg.Batch = 24 // fewer than there are, so that some wait
	n := network(t, board.Standard(), cfg)
	met := map[plain.End]int{}
	for _, limit := range []int{1, 2, 300} {
		for i, a := range solveAll(t, n, puzzles, limit) {
			want := solutionsOf(puzzles[i], limit)
			if a.Solutions != want || (a.End == plain.Exhausted) != (want < limit) {
				t.Errorf("%s, limit %d: %d solutions, %s; want %d", puzzles[i], limit, a.Solutions, a.End, want)
			}
			if a.Solutions > 0 {
				if err := board.CheckSolution(puzzles[i], a.Grid); err != nil {
					t.Errorf("%s: %v", puzzles[i], err)
				}
			}
			met[a.End]++
		}
	}
	if met[plain.Exhausted] == 0 || met[plain.Limited] == 0 {
		t.Errorf("ends met: %v", met)
	}
}

// TestBatchesEqual: the answer to a puzzle, its steps and guesses do not depend on the batch, nor on how
// often the host looks.
func TestBatchesEqual(t *testing.T) {
	puzzles := boards(t, 3, 40)
	cfg := DefaultConfig()
	cfg.Batch, cfg.Steps = 1, 1
	want := solveAll(t, network(t, board.Standard(), cfg), puzzles, 5)
	for _, c := range []struct{ batch, steps, unrolled int }{{40, 16, 0}, {7, 3, 0}, {100, 126, 0}, {12, 2, 2}} {
		cfg.Batch, cfg.Steps, cfg.Unrolled = c.batch, c.steps, c.unrolled
		got := solveAll(t, network(t, board.Standard(), cfg), puzzles, 5)
		for i := range want {
			if !got[i].Grid.IsZero() && !got[i].Grid.Equal(want[i].Grid) {
				t.Errorf("%+v: %s has another first solution", c, puzzles[i])
			}
			if g, w := got[i], want[i]; g.Solutions != w.Solutions || g.End != w.End || g.Steps != w.Steps || g.Guesses != w.Guesses || g.Deepest != w.Deepest {
				t.Errorf("%+v: %s: %+v, want %+v", c, puzzles[i], got[i], want[i])
			}
		}
	}
}

// TestSolutions: all solutions one by one, each once.
func TestSolutions(t *testing.T) {
	puzzle := board.MustParse("...8.1..........435............7.8........1...2..3....6......75..34........2..6..")
	n := network(t, board.Standard(), DefaultConfig())
	seen := map[string]bool{}
	for b, err := range n.Solutions(t.Context(), puzzle) {
		if err != nil {
			t.Fatal(err)
		}
		if err := board.CheckSolution(puzzle, b); err != nil {
			t.Fatal(err)
		}
		seen[b.String()] = true
	}
	if len(seen) != 1 {
		t.Errorf("%d solutions, want 1", len(seen))
	}
	empty := board.New(mustShape(t, 2))
	small := network(t, empty.Shape(), DefaultConfig())
	clear(seen)
	for b, err := range small.Solutions(t.Context(), empty) {
		if err != nil {
			t.Fatal(err)
		}
		if seen[b.String()] {
			t.Fatalf("%s twice", b)
		}
		seen[b.String()] = true
	}
	if len(seen) != 288 { // the number of full grids of side 4
		t.Errorf("%d full grids of side 4, want 288", len(seen))
	}
}

func mustShape(t testing.TB, k int) *board.Shape {
	t.Helper()
	s, err := board.ShapeOf(k)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestBadInput: each kind of bad input is an error that says what was wanted, or the right answer.
func TestBadInput(t *testing.T) {
	backend := goBackend(t)
	diagonal, err := board.ShapeWith(9, board.Variant{Diagonals: true})
	if err != nil {
		t.Fatal(err)
	}
	with := func(change func(*Config)) Config {
		c := DefaultConfig()
		change(&c)
		return c
	}
	for want, c := range map[string]struct {
		shape  *board.Shape
		config Config
	}{
		"no shape":                      {nil, DefaultConfig()},
		"want one without extra rules":  {diagonal, DefaultConfig()},
		"sides 4 to 25":                 {mustShape(t, 6), DefaultConfig()},
		"sides 4 to 16":                 {mustShape(t, 5), with(func(c *Config) { c.Form = Literal })},
		`form "sparse"`:                 {board.Standard(), with(func(c *Config) { c.Form = "sparse" })},
		"64 guesses deep, want 1 to 63": {board.Standard(), with(func(c *Config) { c.Guesses = 64 })},
		"a batch of 0 puzzles":          {board.Standard(), with(func(c *Config) { c.Batch = 0 })},
		"127 steps between looks":       {board.Standard(), with(func(c *Config) { c.Steps = 127 })},
		"0 sweeps":                      {board.Standard(), with(func(c *Config) { c.Sweeps = 0 })},
		"a batch of 9":                  {board.Standard(), with(func(c *Config) { c.Memory = 10_000 })},
	} {
		if _, err := New(backend, c.shape, c.config); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}

	n := network(t, board.Standard(), DefaultConfig())
	failing := func(puzzles iter.Seq[board.Board], limit int, want string) {
		t.Helper()
		var last error
		for _, last = range n.Solve(t.Context(), puzzles, limit) {
			continue
		}
		if last == nil || !strings.Contains(last.Error(), want) {
			t.Errorf("error %v, want one with %q", last, want)
		}
	}
	good := boards(t, 3, 2)[1]
	failing(slices.Values([]board.Board{good, board.New(mustShape(t, 2))}), 2, "puzzle 1 is 4×4, this network is for 9×9")
	failing(slices.Values([]board.Board{{}}), 2, "puzzle 0 is the zero board")
	failing(slices.Values([]board.Board{good}), 0, "a limit of 0 solutions")
	for a, err := range n.Solve(t.Context(), slices.Values([]board.Board(nil)), 2) {
		t.Errorf("no puzzles: %v, %v", a, err)
	}

	row := board.New(board.Standard())
	row.Set(0, 1)
	row.Set(1, 1)
	answers := solveAll(t, n, []board.Board{row, board.New(board.Standard())}, 2)
	if a := answers[0]; a.End != plain.Exhausted || a.Solutions != 0 || !a.Grid.IsZero() {
		t.Errorf("two ones in a row: %+v", a)
	}
	if a := answers[1]; a.End != plain.Limited || a.Solutions != 2 {
		t.Errorf("the empty board: %+v", a)
	}

	// An empty board needs more guesses than one.
	shallow := network(t, board.Standard(), with(func(c *Config) { c.Guesses = 1 }))
	if a := solveAll(t, shallow, []board.Board{board.New(board.Standard())}, 2)[0]; a.End != plain.TooDeep {
		t.Errorf("one guess deep: %+v", a)
	}
	for _, err := range shallow.Solutions(t.Context(), board.New(board.Standard())) {
		if !errors.Is(err, ErrDepth) {
			t.Errorf("one guess deep: %v, want %v", err, ErrDepth)
		}
	}
}

// TestCancel: a cancelled context ends the answers after a chunk of steps, and the network can be used
// again.
func TestCancel(t *testing.T) {
	n := network(t, board.Standard(), DefaultConfig())
	endless := func(yield func(board.Board) bool) {
		for yield(board.New(board.Standard())) {
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	answers, last := 0, error(nil)
	for _, err := range n.Solve(ctx, endless, 2) {
		if last = err; err == nil {
			answers++
			if answers == 5 {
				cancel()
			}
		}
	}
	if !errors.Is(last, context.Canceled) || answers > 5+2*n.config.Batch {
		t.Errorf("%d answers, then %v", answers, last)
	}
	puzzle := boards(t, 3, 2)[1]
	if a := solveAll(t, n, []board.Board{puzzle, puzzle}, 2); a[0].Steps == 0 || a[0].Steps != a[1].Steps {
		t.Errorf("after a cancelled run: %+v", a)
	}
}

// TestPool: many goroutines get the answers of package bitboard, of several sides at once; limits of
// nodes hold exactly; a closed pool says so.
func TestPool(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Batch = 30
	p, err := NewPool("pool", cfg)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Solver().Solve(t.Context(), board.New(board.Standard()), solver.Limits{}); err == nil {
		t.Error("a pool without a backend answers")
	}
	p.Add(goBackend(t))
	p.Add(goBackend(t))
	puzzles := boards(t, 3, 80)
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			s := p.Solver()
			defer s.Close() //nolint:errcheck // it never fails
			for i := worker; i < len(puzzles); i += 8 {
				want := solutionsOf(puzzles[i], 2)
				res, err := s.Solve(t.Context(), puzzles[i], solver.Limits{})
				if err != nil || res.Status != solver.Conclude(want, 2, want < 2) {
					t.Errorf("%s: %+v, %v; want %d solutions", puzzles[i], res, err, want)
				}
			}
			if res, err := s.Solve(t.Context(), board.New(mustShape(t, 2)), solver.Limits{Solutions: 1000}); err != nil || res.Solutions != 288 {
				t.Errorf("full grids of side 4: %+v, %v", res, err)
			}
		})
	}
	wg.Wait()

	s := p.Solver()
	res, err := s.Solve(t.Context(), board.New(board.Standard()), solver.Limits{Nodes: 3})
	if err != nil || res.Status != solver.Capped || res.Stats.Nodes != 3 {
		t.Errorf("three nodes: %+v, %v", res, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if res, err := s.Solve(ctx, puzzles[0], solver.Limits{}); err != nil || res.Status != solver.Cancelled {
		t.Errorf("cancelled: %+v, %v", res, err)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Solve(t.Context(), puzzles[0], solver.Limits{}); !errors.Is(err, errClosed) {
		t.Errorf("closed: %v", err)
	}
}
