package wide_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/bitboard/wide"
	"sudokulab/pkg/board"
	"sudokulab/pkg/solvertest"
)

func newSolver(tb testing.TB, shape *board.Shape, cfg wide.Config) *wide.Solver {
	tb.Helper()
	s, err := wide.New(shape, cfg)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// configs are the default, each technique left out, and a search that restarts all the time.
func configs() map[string]wide.Config {
	out := map[string]wide.Config{}
	for name, change := range map[string]func(*wide.Config){
		"default":    func(*wide.Config) {},
		"no locked":  func(c *wide.Config) { c.LockedCandidates = false },
		"no pairs":   func(c *wide.Config) { c.Pairs = false },
		"fewest":     func(c *wide.Config) { c.Order = wide.Fewest },
		"no restart": func(c *wide.Config) { c.Restart = 0 },
		"restarts":   func(c *wide.Config) { c.Restart = 1 },
		"no seed":    func(c *wide.Config) { c.Seed = 0 },
		"bare":       func(c *wide.Config) { *c = wide.Config{Order: wide.Fewest} },
	} {
		c := wide.DefaultConfig()
		change(&c)
		out[name] = c
	}
	return out
}

// Every configuration counts what the oracle of solvertest has proved, on plain boards and
// variants.
func TestCounts(t *testing.T) {
	const limit = 20
	for name, cfg := range configs() {
		t.Run(name, func(t *testing.T) {
			for _, c := range slices.Concat(solvertest.Cases(), solvertest.VariantCases()) {
				s := newSolver(t, c.Puzzle.Shape(), cfg)
				got, err := s.CountUpTo(c.Puzzle, limit)
				if err != nil {
					t.Fatal(err)
				}
				want := c.Solutions
				if want == solvertest.Many || want > limit {
					want = limit
				}
				if got != want {
					t.Errorf("%s: %d solutions, want %d", c.Name, got, want)
				}
				if got > 0 {
					if err := board.CheckSolution(c.Puzzle, s.Solution()); err != nil {
						t.Errorf("%s: %v", c.Name, err)
					}
				}
			}
		})
	}
}

// All 288 grids of side 4, each once, for every configuration.
func TestAllGrids(t *testing.T) {
	shape, err := board.ShapeOf(2)
	if err != nil {
		t.Fatal(err)
	}
	for name, cfg := range configs() {
		s := newSolver(t, shape, cfg)
		if err := s.Begin(board.New(shape)); err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for s.Next(1<<40) == wide.Solution {
			if err := board.CheckSolution(board.New(shape), s.Solution()); err != nil {
				t.Fatal(err)
			}
			seen[s.Solution().String()] = true
		}
		if len(seen) != 288 {
			t.Errorf("%s: %d different grids, want 288", name, len(seen))
		}
		if s.Next(1) != wide.Exhausted {
			t.Errorf("%s: a search that has ended goes on", name)
		}
	}
}

// However a search is cut into budgets, it is the same search.
func TestBudget(t *testing.T) {
	for _, c := range solvertest.Cases() {
		cfg := wide.DefaultConfig()
		cfg.Restart = 3
		s := newSolver(t, c.Puzzle.Shape(), cfg)
		run := func(budget int64) (found []string, counted wide.Counters) {
			if err := s.Begin(c.Puzzle); err != nil {
				t.Fatal(err)
			}
			for len(found) < 5 {
				before := s.Counters().Guesses
				o := s.Next(budget)
				if used := s.Counters().Guesses - before; used > budget || o == wide.Budget && used != budget {
					t.Fatalf("%s: %d guesses of a budget of %d, %v", c.Name, used, budget, o)
				}
				if o == wide.Exhausted {
					break
				}
				if o == wide.Solution {
					found = append(found, s.Solution().String())
				}
			}
			return found, s.Counters()
		}
		whole, want := run(1 << 40)
		for _, budget := range []int64{1, 2, 7} {
			if found, got := run(budget); !slices.Equal(found, whole) || got != want {
				t.Errorf("%s in steps of %d: %d solutions, %+v; at once %d, %+v", c.Name, budget, len(found), got, len(whole), want)
			}
		}
	}
}

// The candidates at the root hold every solution that has not been returned, before, during
// and after restarts.
func TestRoot(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, c := range solvertest.Cases() {
		if c.Solutions < 1 || c.Puzzle.Full() {
			continue
		}
		cfg := wide.DefaultConfig()
		cfg.Restart = 2
		s := newSolver(t, c.Puzzle.Shape(), cfg)
		var all []board.Board
		if err := s.Begin(c.Puzzle); err != nil {
			t.Fatal(err)
		}
		for s.Next(1<<40) == wide.Solution {
			all = append(all, s.Solution().Clone())
		}
		if got, ok := s.Root(nil); ok || len(got) != 0 {
			t.Errorf("%s: candidates of an exhausted search", c.Name)
		}
		for range 10 {
			if err := s.Begin(c.Puzzle); err != nil {
				t.Fatal(err)
			}
			returned := map[string]bool{}
			for range rng.IntN(20) {
				if s.Next(int64(rng.IntN(4))) == wide.Solution {
					returned[s.Solution().String()] = true
				}
			}
			left, ok := s.Root(nil)
			for _, grid := range all {
				if returned[grid.String()] {
					continue
				}
				if !ok {
					t.Fatalf("%s: nothing left at the root, but %v", c.Name, grid)
				}
				for cell, d := range grid.Cells() {
					if !left[cell].Has(int(d)) {
						t.Fatalf("%s: %s lost %d at the root", c.Name, grid.Shape().CellName(cell), d)
					}
				}
			}
			if o := s.Next(1); o != wide.Exhausted {
				t.Errorf("%s: %v after Root", c.Name, o)
			}
		}
	}
}

func TestDoesNotAllocate(t *testing.T) {
	for _, name := range []string{"9/search", "16/search", "9/empty"} {
		i := slices.IndexFunc(solvertest.Cases(), func(c solvertest.Case) bool { return c.Name == name })
		if i < 0 {
			t.Fatalf("no case %s", name)
		}
		puzzle := solvertest.Cases()[i].Puzzle
		s := newSolver(t, puzzle.Shape(), wide.DefaultConfig())
		root := make([]board.Digits, puzzle.Shape().Cells())
		allocs := testing.AllocsPerRun(5, func() {
			if _, err := s.CountUpTo(puzzle, 50); err != nil {
				t.Error(err)
			}
			root, _ = s.Root(root)
		})
		if allocs != 0 {
			t.Errorf("%s: %v allocations", name, allocs)
		}
	}
}

func TestWrongArguments(t *testing.T) {
	shape := board.Standard()
	if _, err := wide.New(nil, wide.DefaultConfig()); err == nil {
		t.Error("a solver without a shape")
	}
	for _, cfg := range []wide.Config{{}, {Order: "most"}, {Order: wide.Fewest, Restart: -1}} {
		if _, err := wide.New(shape, cfg); err == nil || !strings.HasPrefix(err.Error(), "wide: ") {
			t.Errorf("%+v: %v", cfg, err)
		}
	}
	s := newSolver(t, shape, wide.DefaultConfig())
	small, err := board.ShapeOf(2)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []board.Board{{}, board.New(small)} {
		if _, err := s.CountUpTo(b, 1); err == nil || !strings.HasPrefix(err.Error(), "wide: ") {
			t.Errorf("board of shape %v: %v", b.Shape(), err)
		}
	}
	if s.Next(1) != wide.Exhausted {
		t.Error("a search goes on that never began")
	}
	if s.Shape() != shape || s.Config() != wide.DefaultConfig() {
		t.Error("shape or configuration of another solver")
	}
	if got := wide.Budget.String() + wide.Outcome(9).String(); got != "budgetoutcome(9)" {
		t.Error(got)
	}
}
