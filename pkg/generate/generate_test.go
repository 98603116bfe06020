package generate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solvertest"
)

func newRNG(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

func shapeOf(t testing.TB, side int) *board.Shape {
	t.Helper()
	s, err := board.ShapeOfSide(side)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func newGenerator(t testing.TB, cfg Config, newAccept func() Accept) *Generator {
	t.Helper()
	g, err := New(cfg, newAccept)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// collect returns the puzzles of a sequence that must not fail.
func collect(t testing.TB, g *Generator, first, count, workers int) []Puzzle {
	t.Helper()
	var out []Puzzle
	for p, err := range g.Items(t.Context(), first, count, workers) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
	if len(out) != count {
		t.Fatalf("%d puzzles, want %d", len(out), count)
	}
	return out
}

// check asserts what every puzzle of a generator promises, with the oracle as the judge of
// uniqueness.
func check(t *testing.T, g *Generator, p Puzzle) {
	t.Helper()
	if err := board.CheckSolution(p.Board, p.Solution); err != nil {
		t.Errorf("puzzle %d: %v", p.Index, err)
	}
	if p.Givens != p.Board.Filled() || !g.Givens().Contains(p.Givens) || p.Givens < p.Target {
		t.Errorf("puzzle %d: %d givens (field %d, target %d), want %v", p.Index, p.Board.Filled(), p.Givens, p.Target, g.Givens())
	}
	if count, first, complete := solvertest.Count(p.Board, 2, 1_000_000); count != 1 || !complete || !first.Equal(p.Solution) {
		t.Errorf("puzzle %d: %d solutions (complete: %v), first %v", p.Index, count, complete, first)
	}
	if !p.Proved {
		t.Errorf("puzzle %d: uniqueness not proved", p.Index)
	}
	checkPattern(t, g.Config().Pattern, p.Board)
}

// checkPattern compares the givens with their images under motions that the test spells
// out again.
func checkPattern(t *testing.T, pattern Pattern, b board.Board) {
	t.Helper()
	images := map[Pattern]func(m, r, c int) [][2]int{
		PatternNone:   func(_, _, _ int) [][2]int { return nil },
		Rotational180: func(m, r, c int) [][2]int { return [][2]int{{m - r, m - c}} },
		Rotational90:  func(m, r, c int) [][2]int { return [][2]int{{c, m - r}, {m - r, m - c}, {m - c, r}} },
		Horizontal:    func(m, r, c int) [][2]int { return [][2]int{{m - r, c}} },
		Vertical:      func(m, r, c int) [][2]int { return [][2]int{{r, m - c}} },
		Diagonal:      func(_, r, c int) [][2]int { return [][2]int{{c, r}} },
		AntiDiagonal:  func(m, r, c int) [][2]int { return [][2]int{{m - c, m - r}} },
		Orthogonal:    func(m, r, c int) [][2]int { return [][2]int{{m - r, c}, {r, m - c}, {m - r, m - c}} },
		Diagonals:     func(m, r, c int) [][2]int { return [][2]int{{c, r}, {m - c, m - r}, {m - r, m - c}} },
		FullSymmetry: func(m, r, c int) [][2]int {
			return [][2]int{{c, r}, {m - c, m - r}, {m - r, c}, {r, m - c}, {c, m - r}, {m - r, m - c}, {m - c, r}}
		},
	}
	s := b.Shape()
	for cell := range s.Cells() {
		for _, im := range images[pattern](s.Side()-1, s.Row(cell), s.Col(cell)) {
			if (b.At(cell) == 0) != (b.At(s.Cell(im[0], im[1])) == 0) {
				t.Fatalf("pattern %q broken at %s: %v", pattern, s.CellName(cell), b)
			}
		}
	}
}

func TestLevels(t *testing.T) {
	for _, level := range Levels() {
		t.Run(string(level), func(t *testing.T) {
			cfg := DefaultConfig()
			cfg.Level, cfg.Seed = level, 11
			g := newGenerator(t, cfg, NakedSingles)
			seen := map[string]bool{}
			givens := map[int]int{}
			for _, p := range collect(t, g, 0, 60, 2) {
				check(t, g, p)
				if !NakedSingles()(p.Board) {
					t.Errorf("puzzle %d is not solved by naked singles", p.Index)
				}
				// The oracle needs no node where singles suffice.
				if _, _, complete := solvertest.Count(p.Board, 2, 1); !complete {
					t.Errorf("puzzle %d needs guesses", p.Index)
				}
				seen[p.Board.String()] = true
				givens[p.Givens]++
			}
			if len(seen) != 60 {
				t.Errorf("%d different puzzles of 60", len(seen))
			}
			want, err := level.Givens(9)
			if err != nil {
				t.Fatal(err)
			}
			for n := want.Low; n <= want.High; n++ {
				if givens[n] == 0 {
					t.Errorf("no puzzle has %d givens: %v", n, givens)
				}
			}
		})
	}
}

func TestLevelRanges(t *testing.T) {
	want := map[int][3]Range{
		4:  {{9, 9}, {8, 8}, {7, 7}},
		9:  {{42, 45}, {36, 40}, {32, 36}},
		16: {{133, 142}, {114, 126}, {102, 113}},
		25: {{325, 347}, {278, 308}, {247, 277}},
		36: {{672, 720}, {576, 640}, {512, 576}},
	}
	for side, ranges := range want {
		for i, level := range Levels() {
			got, err := level.Givens(side)
			if err != nil || got != ranges[i] {
				t.Errorf("%s at side %d: %v, %v, want %v", level, side, got, err, ranges[i])
			}
		}
	}
	if _, err := Level("brutal").Givens(9); err == nil {
		t.Error("unknown level: no error")
	}
	if _, err := Easy.Givens(10); err == nil {
		t.Error("side 10: no error")
	}
}

func TestSides(t *testing.T) {
	for _, tc := range []struct {
		side, count int
		level       Level
		long        bool
	}{
		{side: 4, count: 50, level: Easy},
		{side: 4, count: 50, level: Hard},
		{side: 16, count: 10, level: Easy},
		{side: 16, count: 10, level: Hard},
		{side: 25, count: 2, level: Medium},
		{side: 25, count: 2, level: Hard, long: true},
		{side: 36, count: 1, level: Easy, long: true},
	} {
		t.Run(fmt.Sprintf("side=%d/level=%s", tc.side, tc.level), func(t *testing.T) {
			if tc.long && testing.Short() {
				t.Skip("over a second")
			}
			cfg := DefaultConfig()
			cfg.Grid = DefaultGrid(tc.side)
			cfg.Level, cfg.Seed = tc.level, 5
			g := newGenerator(t, cfg, NakedSingles)
			for _, p := range collect(t, g, 0, tc.count, 2) {
				check(t, g, p)
			}
		})
	}
}

func TestPatterns(t *testing.T) {
	for _, pattern := range Patterns() {
		t.Run(string(pattern), func(t *testing.T) {
			cfg := DefaultConfig()
			cfg.Level, cfg.Pattern, cfg.Seed = Hard, pattern, 3
			cfg.Attempts = 1000
			g := newGenerator(t, cfg, Singles)
			for _, p := range collect(t, g, 0, 10, 2) {
				check(t, g, p)
			}
		})
	}
}

func TestOrbits(t *testing.T) {
	// By counting fixed cells (Burnside): (81 + fixed cells of the other motions) / order.
	want := map[Pattern]int{
		PatternNone: 81, Rotational180: 41, Rotational90: 21, Horizontal: 45, Vertical: 45,
		Diagonal: 45, AntiDiagonal: 45, Orthogonal: 25, Diagonals: 25, FullSymmetry: 15,
	}
	for _, pattern := range Patterns() {
		orbits, err := pattern.Orbits(board.Standard())
		if err != nil {
			t.Fatal(err)
		}
		if len(orbits) != want[pattern] {
			t.Errorf("%s: %d orbits, want %d", pattern, len(orbits), want[pattern])
		}
		all := slices.Concat(orbits...)
		slices.Sort(all)
		for cell, got := range all {
			if got != cell || len(all) != 81 {
				t.Fatalf("%s: orbits are no partition: %v", pattern, orbits)
			}
		}
	}
}

// TestSameBytes: the puzzles depend on configuration and index alone.
func TestSameBytes(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Level, cfg.Pattern, cfg.Seed = Hard, Rotational180, 42
	g := newGenerator(t, cfg, NakedSingles)
	const count = 40
	want := collect(t, g, 0, count, 1)
	for _, workers := range []int{0, 2, 4, 100} {
		got := collect(t, g, 0, count, workers)
		if diff := cmp.Diff(want, got, cmp.Comparer(board.Board.Equal)); diff != "" {
			t.Fatalf("%d workers: %s", workers, diff)
		}
	}
	tail := collect(t, g, 30, 10, 3)
	if diff := cmp.Diff(want[30:], tail, cmp.Comparer(board.Board.Equal)); diff != "" {
		t.Errorf("from index 30: %s", diff)
	}
	one, err := g.Item(t.Context(), 17)
	if err != nil || cmp.Diff(want[17], one, cmp.Comparer(board.Board.Equal)) != "" {
		t.Errorf("item 17 alone differs: %v", err)
	}
	cfg.Seed++
	other := collect(t, newGenerator(t, cfg, NakedSingles), 0, count, 1)
	for i := range want {
		if other[i].Solution.Equal(want[i].Solution) {
			t.Errorf("puzzle %d has the same grid under another seed", i)
		}
	}
}

// TestGolden pins one puzzle a level: a change to the random stream changes every set that
// people have made, and has to be meant.
func TestGolden(t *testing.T) {
	want := map[Level]string{
		Easy:   "3.1...87.6....3...5..289631.8.94...7.3..27.59.47.31286.1965..23..2394.68....125.4",
		Medium: "71563....6.3...45..28.95.6..71.....5..2..13...56287.1..3..4...72..7.65..5.73.9.4.",
		Hard:   "......782254..763.8.9236..4...9..826.48.621..7.6..1......5....7..7..34..6..7.8.9.",
	}
	for _, level := range Levels() {
		cfg := DefaultConfig()
		cfg.Level, cfg.Seed = level, 1
		p, err := newGenerator(t, cfg, NakedSingles).Item(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Board.String(); got != want[level] {
			t.Errorf("%s: %s, want %s", level, got, want[level])
		}
	}
}

func TestExplicitGivens(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Level, cfg.Givens = "", Range{24, 26}
	g := newGenerator(t, cfg, UniqueWithin(0))
	for _, p := range collect(t, g, 0, 10, 2) {
		check(t, g, p)
	}
	// A full board is a puzzle, if the test likes it.
	cfg.Givens = Range{81, 81}
	full := collect(t, newGenerator(t, cfg, NakedSingles), 0, 1, 1)[0]
	if !full.Board.Equal(full.Solution) || full.Stats.RemovalTests != 1 {
		t.Errorf("%+v", full)
	}
}

func TestExhausted(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Level, cfg.Givens, cfg.Attempts = "", Range{17, 19}, 3
	g := newGenerator(t, cfg, NakedSingles)
	var exhausted *ExhaustedError
	_, err := g.Item(t.Context(), 4)
	if !errors.As(err, &exhausted) {
		t.Fatalf("error %v", err)
	}
	if exhausted.Index != 4 || exhausted.Attempts != 3 || exhausted.Want != (Range{17, 19}) ||
		exhausted.BestGivens < 20 || exhausted.BestGivens > 32 {
		t.Errorf("%+v", exhausted)
	}
	if text := err.Error(); !strings.Contains(text, "3 attempts") || !strings.Contains(text, "17–19") {
		t.Errorf("message %q", text)
	}
	never := func() Accept { return func(board.Board) bool { return false } }
	cfg.Givens = Range{80, 81}
	_, err = newGenerator(t, cfg, never).Item(t.Context(), 0)
	if !errors.As(err, &exhausted) || exhausted.BestGivens != 81 {
		t.Errorf("a test that accepts nothing: %v", err)
	}
	// In a sequence, the error comes in order and ends it.
	picky := func() Accept {
		naked := NakedSingles()
		return func(b board.Board) bool { return b.Filled() > 40 && naked(b) }
	}
	cfg = DefaultConfig()
	cfg.Level, cfg.Attempts = Medium, 2
	var got []error
	for _, err := range newGenerator(t, cfg, picky).Items(t.Context(), 0, 50, 4) {
		got = append(got, err)
	}
	if last := got[len(got)-1]; !errors.As(last, &exhausted) || exhausted.Index != len(got)-1 {
		t.Errorf("sequence ended with %v", got)
	}
}

func TestNotUnique(t *testing.T) {
	yes := func() Accept { return func(board.Board) bool { return true } }
	cfg := DefaultConfig()
	cfg.Level, cfg.Givens = "", Range{20, 20}
	_, err := newGenerator(t, cfg, yes).Item(t.Context(), 0)
	var notUnique *NotUniqueError
	if !errors.As(err, &notUnique) {
		t.Fatalf("error %v", err)
	}
	if count, _, _ := solvertest.Count(notUnique.Board, 2, 0); count != 2 {
		t.Errorf("%v has %d solutions", notUnique.Board, count)
	}
}

func TestCancel(t *testing.T) {
	g := newGenerator(t, DefaultConfig(), NakedSingles)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := g.Item(ctx, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("Item: %v", err)
	}
	n := 0
	for _, err := range g.Items(ctx, 0, 5, 2) {
		n++
		if !errors.Is(err, context.Canceled) {
			t.Errorf("Items: %v", err)
		}
	}
	if n != 1 {
		t.Errorf("%d items after cancelling, want one error", n)
	}
	if _, err := FullGrid(ctx, newRNG(1), DefaultGrid(9)); !errors.Is(err, context.Canceled) {
		t.Errorf("FullGrid: %v", err)
	}
	grid := PatternGrid(board.Standard())
	one := func(board.Board, int) int { return 1 }
	if _, _, err := Minimal(ctx, newRNG(1), grid, PatternNone, one); !errors.Is(err, context.Canceled) {
		t.Errorf("Minimal: %v", err)
	}
	// In the middle: the consumer cancels after three.
	ctx, cancel = context.WithCancel(t.Context())
	defer cancel()
	n = 0
	var last error
	for _, err := range g.Items(ctx, 0, 100_000, 2) {
		n++
		if last = err; n == 3 {
			cancel()
		}
	}
	if !errors.Is(last, context.Canceled) || n > 50 {
		t.Errorf("%d items, last error %v", n, last)
	}
	// A search for a grid that is too hard for its bounds ends as well.
	ctx, cancel = context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	cfg := GridConfig{Side: 36, Source: SourceSearch, NodesPerCell: 1 << 40, Tries: 1}
	for seed := range uint64(20) {
		if _, err := FullGrid(ctx, newRNG(seed), cfg); err != nil {
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Error(err)
			}
			return
		}
	}
	t.Error("20 grids of side 36 in 20 ms")
}

// TestNoLeaks: when a sequence has ended, however it did, its goroutines have.
func TestNoLeaks(t *testing.T) {
	g := newGenerator(t, DefaultConfig(), NakedSingles)
	before := runtime.NumGoroutine()
	for range 20 {
		n := 0
		for _, err := range g.Items(t.Context(), 0, 1000, 4) {
			if err != nil {
				t.Fatal(err)
			}
			n++
			if n == 3 {
				break
			}
		}
		// Items waits for its goroutines, which may need a moment more to be gone.
		for deadline := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before; runtime.Gosched() {
			if time.Now().After(deadline) {
				t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
			}
		}
	}
}

func TestBadArguments(t *testing.T) {
	bad := map[string]func(*Config){
		"side":       func(c *Config) { c.Grid.Side = 10 },
		"source":     func(c *Config) { c.Grid.Source = "magic" },
		"nodes":      func(c *Config) { c.Grid.NodesPerCell = 0 },
		"tries":      func(c *Config) { c.Grid.Tries = 0 },
		"level":      func(c *Config) { c.Level = "brutal" },
		"no level":   func(c *Config) { c.Level = "" },
		"both":       func(c *Config) { c.Givens = Range{30, 31} },
		"low":        func(c *Config) { c.Level, c.Givens = "", Range{0, 31} },
		"backwards":  func(c *Config) { c.Level, c.Givens = "", Range{31, 30} },
		"high":       func(c *Config) { c.Level, c.Givens = "", Range{31, 82} },
		"pattern":    func(c *Config) { c.Pattern = "spiral" },
		"impossible": func(c *Config) { c.Level, c.Givens, c.Pattern = "", Range{42, 43}, Rotational90 },
		"attempts":   func(c *Config) { c.Attempts = 0 },
	}
	for name, change := range bad {
		cfg := DefaultConfig()
		change(&cfg)
		err := cfg.Validate()
		if err == nil || !strings.HasPrefix(err.Error(), "generate: ") {
			t.Errorf("%s: error %v", name, err)
		}
		if _, err := New(cfg, NakedSingles); err == nil {
			t.Errorf("New with bad %s: no error", name)
		}
	}
	if err := DefaultConfig().Validate(); err != nil {
		t.Error(err)
	}
	if _, err := New(DefaultConfig(), nil); err == nil {
		t.Error("New without a test: no error")
	}
	g := newGenerator(t, DefaultConfig(), NakedSingles)
	if _, err := g.Item(t.Context(), -1); err == nil {
		t.Error("index −1: no error")
	}
	for _, arg := range [][2]int{{-1, 5}, {0, -1}} {
		n := 0
		for _, err := range g.Items(t.Context(), arg[0], arg[1], 1) {
			n++
			if err == nil {
				t.Errorf("Items from %d, %d of them: no error", arg[0], arg[1])
			}
		}
		if n != 1 {
			t.Errorf("Items from %d, %d of them: %d items", arg[0], arg[1], n)
		}
	}
	for _, err := range g.Items(t.Context(), 0, 0, 1) {
		t.Errorf("an item of none: %v", err)
	}
	if _, err := FullGrid(t.Context(), nil, DefaultGrid(9)); err == nil {
		t.Error("FullGrid without a source: no error")
	}
	if _, err := FullGrid(t.Context(), newRNG(1), GridConfig{}); err == nil {
		t.Error("FullGrid without a configuration: no error")
	}
	grid := PatternGrid(board.Standard())
	one := func(board.Board, int) int { return 1 }
	if _, _, err := Minimal(t.Context(), nil, grid, PatternNone, one); err == nil {
		t.Error("Minimal without a source: no error")
	}
	if _, _, err := Minimal(t.Context(), newRNG(1), grid, PatternNone, nil); err == nil {
		t.Error("Minimal without a counter: no error")
	}
	if _, _, err := Minimal(t.Context(), newRNG(1), grid, "spiral", one); err == nil {
		t.Error("Minimal with an unknown pattern: no error")
	}
	if _, _, err := Minimal(t.Context(), newRNG(1), board.New(board.Standard()), PatternNone, one); err == nil {
		t.Error("Minimal from an empty board: no error")
	}
	if _, _, err := Minimal(t.Context(), newRNG(1), board.Board{}, PatternNone, one); err == nil {
		t.Error("Minimal from no board: no error")
	}
}

func TestFullGrid(t *testing.T) {
	for side, count := range map[int]int{4: 100, 9: 100, 16: 20, 25: 5, 36: 1} {
		for _, source := range []Source{SourceSearch, SourcePattern} {
			cfg := DefaultGrid(side)
			cfg.Source = source
			seen := map[string]bool{}
			for i := range count {
				grid, err := FullGrid(t.Context(), newRNG(uint64(i)), cfg)
				if err != nil {
					t.Fatal(err)
				}
				if err := board.CheckSolution(grid, grid); err != nil {
					t.Fatalf("side %d, %s: %v", side, source, err)
				}
				seen[grid.String()] = true
			}
			if side > 4 && len(seen) != count {
				t.Errorf("side %d, %s: %d grids of %d are different", side, source, len(seen), count)
			}
		}
	}
	for _, side := range []int{4, 9, 16, 25, 36} {
		grid := PatternGrid(shapeOf(t, side))
		if err := board.CheckSolution(grid, grid); err != nil {
			t.Errorf("pattern grid of side %d: %v", side, err)
		}
	}
}

// TestFourByFourGrids: at 4×4, search reaches each of the 288 grids.
func TestFourByFourGrids(t *testing.T) {
	seen := map[string]bool{}
	for i := range 6000 {
		grid, err := FullGrid(t.Context(), newRNG(uint64(i)), DefaultGrid(4))
		if err != nil {
			t.Fatal(err)
		}
		seen[grid.String()] = true
	}
	if len(seen) != 288 {
		t.Errorf("%d different grids, want 288", len(seen))
	}
}

func TestFillError(t *testing.T) {
	cfg := GridConfig{Side: 36, Source: SourceSearch, NodesPerCell: 1, Tries: 2}
	// The median is about 5,000 nodes: few seeds escape two failures at 1,296.
	for seed := range uint64(50) {
		_, err := FullGrid(t.Context(), newRNG(seed), cfg)
		if err == nil {
			continue
		}
		var fill *FillError
		if !errors.As(err, &fill) || fill.Side != 36 || fill.Tries != 2 || fill.Nodes != 2*1296 {
			t.Errorf("error %v", err)
		}
		return
	}
	t.Error("50 seeds, none failed")
}

// plainCount adapts the yardstick of package solvertest, as a caller would adapt an engine.
func plainCount() func(b board.Board, limit int) int {
	p := solvertest.NewPlain9()
	return func(b board.Board, limit int) int { return p.CountUpTo((*[81]uint8)(b.Cells()), limit) }
}

func TestMinimal(t *testing.T) {
	count := plainCount()
	for seed := range uint64(15) {
		pattern := []Pattern{PatternNone, PatternNone, Rotational180}[seed%3]
		rng := newRNG(seed)
		grid, err := FullGrid(t.Context(), rng, DefaultGrid(9))
		if err != nil {
			t.Fatal(err)
		}
		before := grid.Clone()
		b, stats, err := Minimal(t.Context(), rng, grid, pattern, count)
		if err != nil {
			t.Fatal(err)
		}
		if !grid.Equal(before) {
			t.Fatal("the grid was changed")
		}
		if n, first, _ := solvertest.Count(b, 2, 0); n != 1 || !first.Equal(grid) {
			t.Fatalf("%v has %d solutions", b, n)
		}
		checkPattern(t, pattern, b)
		orbits, err := pattern.Orbits(b.Shape())
		if err != nil {
			t.Fatal(err)
		}
		for _, orbit := range orbits {
			if b.At(orbit[0]) == 0 {
				continue
			}
			less := b.Clone()
			for _, cell := range orbit {
				less.Set(cell, 0)
			}
			if n, _, _ := solvertest.Count(less, 2, 0); n != 2 {
				t.Fatalf("%v: %s can be spared", b, b.Shape().CellName(orbit[0]))
			}
		}
		if stats.RemovalTests != len(orbits) || stats.Attempts != 1 {
			t.Errorf("%+v, want %d tests", stats, len(orbits))
		}
	}
}

// TestSearchAgainstOracle: the package's own counts are the oracle's.
func TestSearchAgainstOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.SampledFrom([]int{4, 9}).Draw(t, "side")
		s, err := board.ShapeOfSide(side)
		if err != nil {
			t.Fatal(err)
		}
		rng := newRNG(rapid.Uint64().Draw(t, "seed"))
		b, err := FullGrid(context.Background(), rng, DefaultGrid(side))
		if err != nil {
			t.Fatal(err)
		}
		least := map[int]int{4: 0, 9: 22}[side]
		keep := rapid.IntRange(least, s.Cells()).Draw(t, "givens")
		for _, cell := range rng.Perm(s.Cells())[keep:] {
			b.Set(cell, 0)
		}
		if rapid.Bool().Draw(t, "spoil") { // may have no solution, or conflict outright
			b.Set(rng.IntN(s.Cells()), 1+rng.IntN(side))
		}
		const limit = 30
		want, _, _ := solvertest.Count(b, limit, 0)
		x := newSearch(s)
		if got, sure := x.count(context.Background(), b, limit, 0); got != want || !sure {
			t.Fatalf("%v: %d solutions, want %d", b, got, want)
		}
		for name, accept := range map[string]Accept{"naked": NakedSingles(), "hidden": Singles(), "unique": UniqueWithin(0)()} {
			before := b.Clone()
			if accept(b) && want != 1 {
				t.Fatalf("%s accepts %v with %d solutions", name, b, want)
			}
			if !b.Equal(before) {
				t.Fatalf("%s changed the board", name)
			}
		}
		if UniqueWithin(0)()(b) != (want == 1) {
			t.Fatalf("UniqueWithin(0) refuses %v, which has one solution", b)
		}
		if NakedSingles()(b) && !Singles()(b) {
			t.Fatalf("%v: solved by naked singles, not by naked and hidden ones", b)
		}
	})
}

func TestUniqueWithinBound(t *testing.T) {
	// The suite's 9×9 board that needs guesses: what cannot be decided is refused.
	cases := solvertest.Cases()
	hard := cases[slices.IndexFunc(cases, func(c solvertest.Case) bool { return c.Name == "9/search" })].Puzzle
	if !UniqueWithin(0)()(hard) {
		t.Error("refused without a bound")
	}
	if UniqueWithin(1)()(hard) {
		t.Error("accepted within one node")
	}
}

func TestConfigJSON(t *testing.T) {
	for _, cfg := range []Config{
		DefaultConfig(),
		{Grid: DefaultGrid(16), Givens: Range{110, 120}, Pattern: Diagonal, Attempts: 5, Seed: 1 << 63},
	} {
		text, err := json.Marshal(cfg)
		if err != nil {
			t.Fatal(err)
		}
		var back Config
		if err := json.Unmarshal(text, &back); err != nil || back != cfg {
			t.Errorf("%s: %+v, %v", text, back, err)
		}
		if strings.Contains(string(text), "givens") == (cfg.Level != "") {
			t.Errorf("%s", text)
		}
	}
}

func TestStats(t *testing.T) {
	g := newGenerator(t, DefaultConfig(), NakedSingles)
	var sum Stats
	for _, p := range collect(t, g, 0, 20, 2) {
		s := p.Stats
		if s.Attempts != 1 || s.FillTries < 1 || s.RemovalTests-s.Restores != 81-p.Givens {
			t.Errorf("puzzle %d with %d givens: %+v", p.Index, p.Givens, s)
		}
		sum.Add(s)
	}
	if sum.Attempts != 20 || sum.RemovalTests < 20*36 {
		t.Errorf("sum %+v", sum)
	}
}

func BenchmarkItem(b *testing.B) {
	for _, side := range []int{9, 16, 25} {
		for _, level := range Levels() {
			b.Run(fmt.Sprintf("side=%d/level=%s/test=naked", side, level), func(b *testing.B) {
				cfg := DefaultConfig()
				cfg.Grid, cfg.Level = DefaultGrid(side), level
				w := newGenerator(b, cfg, NakedSingles).worker()
				var sum Stats
				i := 0
				b.ReportAllocs()
				for b.Loop() {
					p, err := w.item(b.Context(), i)
					if err != nil {
						b.Fatal(err)
					}
					sum.Add(p.Stats)
					i++
				}
				b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "puzzles/s")
				b.ReportMetric(float64(sum.Attempts)/float64(i), "attempts/op")
				b.ReportMetric(float64(sum.RemovalTests)/float64(i), "tests/op")
			})
		}
	}
}

func BenchmarkFullGrid(b *testing.B) {
	for _, side := range []int{4, 9, 16, 25, 36} {
		b.Run(fmt.Sprintf("side=%d/source=search", side), func(b *testing.B) {
			x := newSearch(shapeOf(b, side))
			rng := newRNG(1)
			var stats Stats
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				if _, err := x.grid(b.Context(), rng, DefaultGrid(side), &stats); err != nil {
					b.Fatal(err)
				}
				i++
			}
			b.ReportMetric(float64(stats.FillNodes)/float64(i), "nodes/op")
			b.ReportMetric(float64(stats.FillTries)/float64(i), "tries/op")
		})
	}
}

func BenchmarkMinimal(b *testing.B) {
	rng := newRNG(1)
	count := plainCount()
	givens, i := 0, 0
	for b.Loop() {
		grid, err := FullGrid(b.Context(), rng, DefaultGrid(9))
		if err != nil {
			b.Fatal(err)
		}
		p, _, err := Minimal(b.Context(), rng, grid, PatternNone, count)
		if err != nil {
			b.Fatal(err)
		}
		givens += p.Filled()
		i++
	}
	b.ReportMetric(float64(givens)/float64(i), "givens/op")
}
