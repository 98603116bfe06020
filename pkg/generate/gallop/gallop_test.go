package gallop

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/generate/counter"
	"sudokulab/pkg/solvertest"
)

// configs are all combinations of the switches with a few sizes.
func configs() []Config {
	out := []Config{OneByOne()}
	for _, first := range []int{2, 3, 32, 100} {
		for _, sizing := range Sizings() {
			for _, fail := range OnFailures() {
				for _, shrink := range []int{0, 1, 10} {
					for _, elimination := range []bool{false, true} {
						out = append(out, Config{first, sizing, fail, shrink, elimination})
					}
				}
			}
		}
	}
	return out
}

// count is package solvertest's yardstick, which shares no code with package counter.
func count() Count {
	plain := solvertest.NewPlain9()
	return func(b board.Board, limit int) int { return plain.CountUpTo((*[81]uint8)(b.Cells()), limit) }
}

func grid(tb testing.TB, rng *rand.Rand, side int) board.Board {
	tb.Helper()
	g, err := generate.FullGrid(tb.Context(), rng, generate.DefaultGrid(side))
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

func remove(tb testing.TB, cfg Config, count Count, grid board.Board, order []int, givens int, trace func(Step)) Result {
	tb.Helper()
	r, err := New(cfg, count)
	if err != nil {
		tb.Fatal(err)
	}
	r.Trace = trace
	res, err := r.Remove(tb.Context(), grid, order, givens)
	if err != nil {
		tb.Fatalf("%+v: %v", cfg, err)
	}
	return res
}

// greedy is one at a time once more, without a line of the package.
func greedy(count Count, grid board.Board, order []int, givens int) (puzzle board.Board, keys []int, calls int) {
	puzzle = grid.Clone()
	for _, cell := range order {
		if puzzle.Filled() == givens {
			break
		}
		puzzle.Set(cell, 0)
		calls++
		if count(puzzle, 2) != 1 {
			puzzle.Set(cell, grid.At(cell))
			keys = append(keys, cell)
		}
	}
	return puzzle, keys, calls
}

// replay answers as a counter would on the boards that a way of removing can ask about: those
// whose blanks come before some place of the order but for key cells, and a run behind it. They
// are ambiguous if and only if the run holds a key cell.
func replay(keys []int) Count {
	return func(b board.Board, _ int) int {
		for _, cell := range keys {
			if b.At(cell) == 0 {
				return 2
			}
		}
		return 1
	}
}

// TestEqualsOneByOne: all ways but Discard end at the puzzle of single steps.
func TestEqualsOneByOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	counts := count()
	grids := 12
	if testing.Short() {
		grids = 2
	}
	for i := range grids {
		g, order := grid(t, rng, 9), rng.Perm(81)
		_, all, _ := greedy(counts, g, order, 0)
		for _, givens := range []int{45, 30, 26, 0} {
			puzzle, keys, calls := greedy(counts, g, order, givens)
			one := remove(t, OneByOne(), counts, g, order, givens, nil)
			if one.Calls.Total() != calls || one.Calls.Singles != calls {
				t.Errorf("one by one: %+v, want %d calls", one.Calls, calls)
			}
			for j, cfg := range configs() {
				if cfg.OnFailure == Discard {
					continue
				}
				res := remove(t, cfg, replay(all), g, order, givens, nil)
				if !res.Puzzle.Equal(puzzle) || !slices.Equal(res.Keys, keys) || res.Givens != puzzle.Filled() || res.Reached != (puzzle.Filled() == givens) {
					t.Errorf("grid %d, %d givens, %+v: %+v, want %v with key cells %v", i, givens, cfg, res, puzzle, keys)
				}
				if (i+j)%37 != 0 {
					continue
				}
				// The counter itself in place of its record, and the calls as they are traced.
				var steps []Step
				counted := remove(t, cfg, counts, g, order, givens, func(s Step) { steps = append(steps, s) })
				if !counted.Puzzle.Equal(res.Puzzle) || counted.Calls != res.Calls || len(steps) != res.Calls.Total() {
					t.Errorf("grid %d, %d givens, %+v: %+v by counting, %+v from the record, %d steps", i, givens, cfg, counted, res, len(steps))
				}
				checkSteps(t, cfg, steps, order, counted)
			}
		}
	}
}

// checkSteps replays a trace.
func checkSteps(t *testing.T, cfg Config, steps []Step, order []int, res Result) {
	t.Helper()
	gone, givens := map[int]bool{}, 81
	var keys []int
	for i, s := range steps {
		if s.Call != i+1 || s.Givens != givens-s.Size {
			t.Errorf("%+v: step %+v as call %d from %d givens", cfg, s, i+1, givens)
		}
		if s.Unique {
			givens = s.Givens
			for _, cell := range order[s.From : s.From+s.Size] {
				gone[cell] = true
			}
		}
		if s.Key >= 0 {
			keys = append(keys, order[s.Key])
		}
		if !strings.Contains(s.String(), string(s.Phase)) {
			t.Errorf("step %q", s)
		}
	}
	if givens != res.Givens || !slices.Equal(keys, res.Keys) {
		t.Errorf("%+v: steps lead to %d givens and key cells %v, want %d and %v", cfg, givens, keys, res.Givens, res.Keys)
	}
	for cell, d := range res.Puzzle.Cells() {
		if gone[cell] != (d == 0) {
			t.Errorf("%+v: cell %d is %d", cfg, cell, d)
		}
	}
}

// TestDiscard: a puzzle with one solution, though another one.
func TestDiscard(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	counts := count()
	cfg := DefaultConfig()
	cfg.OnFailure = Discard
	discarded := 0
	for range 20 {
		g, order := grid(t, rng, 9), rng.Perm(81)
		res := remove(t, cfg, counts, g, order, 27, nil)
		discarded += res.Discarded
		if counts(res.Puzzle, 2) != 1 || res.Givens != res.Puzzle.Filled() || res.Givens < 27 {
			t.Errorf("%+v", res)
		}
		if res.Calls.Searches+res.Calls.Checks > 0 {
			t.Errorf("searches: %+v", res.Calls)
		}
	}
	if discarded == 0 {
		t.Error("nothing was discarded")
	}
}

// TestCallsOfOneChunk holds a failed chunk to its cost, for every place of the key cell: at most
// ⌈log₂ c⌉ calls behind the one that failed, and one more without elimination exactly where the
// last of them found its cells removable.
func TestCallsOfOneChunk(t *testing.T) {
	g := generate.PatternGrid(board.Standard())
	order := make([]int, 81)
	for i := range order {
		order[i] = i
	}
	for size := 2; size <= 33; size++ {
		bound := 0
		for 1<<bound < size {
			bound++
		}
		saved := 0
		for key := range size {
			cfg := Config{First: size, Sizing: Fixed, OnFailure: Binary, Elimination: true}
			// One chunk is all: the order ends with it.
			calls := func(cfg Config) Calls { return remove(t, cfg, replay([]int{key}), g, order[:size], 0, nil).Calls }
			with := calls(cfg)
			cfg.Elimination = false
			without := calls(cfg)
			if with.Checks != 0 || without.Checks > 1 || without.Searches < with.Searches {
				t.Errorf("size %d, key %d: %+v with elimination, %+v without", size, key, with, without)
			}
			saved += without.Checks
			cfg.OnFailure, cfg.Elimination = Linear, true
			linear := calls(cfg)
			var first []Step
			r := remove(t, Config{First: size, Sizing: Fixed, OnFailure: Binary, Elimination: true}, replay([]int{key}), g, order[:size], 0, func(s Step) { first = append(first, s) })
			inside := 0
			for _, s := range first[1:] {
				inside++
				if s.Key >= 0 {
					break
				}
			}
			if inside > bound || !slices.Equal(r.Keys, []int{key}) {
				t.Errorf("size %d, key %d: %d calls within the chunk, want at most %d; key cells %v", size, key, inside, bound, r.Keys)
			}
			if want := min(key+1, size-1); linear.Searches < want {
				t.Errorf("size %d, key %d: %d linear calls, want %d at least", size, key, linear.Searches, want)
			}
		}
		if saved == 0 || saved == size {
			t.Errorf("size %d: elimination spares a call for %d of %d places", size, saved, size)
		}
	}
}

func TestSizes(t *testing.T) {
	next := func(sizing Sizing, shrink, calls, givens, rest int) int {
		s := sizer{cfg: Config{First: 32, Sizing: sizing, ShrinkAfter: shrink}, size: 8}
		return s.next(calls, givens, 81, rest)
	}
	for _, c := range []struct {
		sizing                      Sizing
		shrink, calls, givens, rest int
		want                        int
	}{
		{ByGivens, 0, 0, 81, 54, 32},
		{ByGivens, 0, 99, 49, 22, 16},
		{ByGivens, 0, 0, 27, 3, 5},
		{ByGivens, 0, 0, 17, 3, 1},
		{ByGivens, 0, 0, 5, 3, 1},
		{ByGivens, 10, 10, 81, 54, 32},
		{ByGivens, 10, 11, 81, 54, 1},
		{ByRest, 0, 0, 81, 54, 27},
		{ByRest, 0, 0, 81, 80, 32},
		{ByRest, 0, 0, 30, 1, 1},
		{Fixed, 0, 0, 30, 1, 32},
		{ByFailures, 0, 0, 81, 54, 8},
		{ByOutcome, 0, 0, 81, 54, 8},
	} {
		if got := next(c.sizing, c.shrink, c.calls, c.givens, c.rest); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
	s := sizer{cfg: Config{First: 32, Sizing: ByOutcome}, size: 32}
	for _, step := range []struct {
		size   int
		unique bool
		want   int
	}{{32, false, 16}, {16, true, 32}, {32, true, 32}, {1, false, 1}} {
		s.learn(step.size, step.unique)
		if s.size != step.want {
			t.Errorf("%+v: %d", step, s.size)
		}
	}
	s.cfg.Sizing = ByFailures
	s.learn(1, true)
	if s.size != 1 {
		t.Errorf("chunks that only shrink: %d", s.size)
	}
}

// TestOtherSides: nothing is about 9×9.
func TestOtherSides(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	g, order := grid(t, rng, 4), rng.Perm(16)
	c, err := counter.New(g.Shape(), counter.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	puzzle, _, _ := greedy(c.CountUpTo, g, order, 0)
	if res := remove(t, DefaultConfig(), c.CountUpTo, g, order, 0, nil); !res.Puzzle.Equal(puzzle) || res.Reached {
		t.Errorf("%+v, want %v", res, puzzle)
	}
}

// TestAllocations: the result, and nothing for a call.
func TestAllocations(t *testing.T) {
	g := generate.PatternGrid(board.Standard())
	order := rand.New(rand.NewPCG(1, 1)).Perm(81)
	counts := replay([]int{order[3], order[9], order[40]})
	for _, cfg := range []Config{OneByOne(), DefaultConfig()} {
		r, err := New(cfg, counts)
		if err != nil {
			t.Fatal(err)
		}
		allocs := testing.AllocsPerRun(10, func() {
			if _, err := r.Remove(t.Context(), g, order, 27); err != nil {
				t.Error(err)
			}
		})
		if allocs > 3 {
			t.Errorf("%+v: %v allocations, want the puzzle, the key cells and the state of a run", cfg, allocs)
		}
	}
}

func TestErrors(t *testing.T) {
	g := generate.PatternGrid(board.Standard())
	blank := g.Clone()
	blank.Set(0, 0)
	always := func(board.Board, int) int { return 1 }
	for name, f := range map[string]func() error{
		"no counter": func() error { _, err := New(DefaultConfig(), nil); return err },
		"no chunk":   func() error { _, err := New(Config{}, always); return err },
		"sizing":     func() error { _, err := New(Config{First: 1}, always); return err },
		"on failure": func() error { _, err := New(Config{First: 1, Sizing: Fixed}, always); return err },
		"shrink": func() error {
			_, err := New(Config{First: 1, Sizing: Fixed, OnFailure: Binary, ShrinkAfter: -1}, always)
			return err
		},
	} {
		if f() == nil {
			t.Errorf("%s: no error", name)
		}
	}
	r, err := New(DefaultConfig(), always)
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]func() error{
		"blank":  func() error { _, err := r.Remove(t.Context(), blank, nil, 0); return err },
		"twice":  func() error { _, err := r.Remove(t.Context(), g, []int{3, 3}, 0); return err },
		"beyond": func() error { _, err := r.Remove(t.Context(), g, []int{81}, 0); return err },
		"givens": func() error { _, err := r.Remove(t.Context(), g, nil, 82); return err },
		"ended": func() error {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			_, err := r.Remove(ctx, g, []int{0}, 0)
			return err
		},
	} {
		if f() == nil {
			t.Errorf("%s: no error", name)
		}
	}
	// A counter that refuses a chunk and none of its cells contradicts itself.
	cfg := Config{First: 4, Sizing: Fixed, OnFailure: Binary}
	if r, err = New(cfg, func(b board.Board, _ int) int { return min(2, 82-b.Filled()) }); err != nil {
		t.Fatal(err)
	}
	calls := 0
	r.count = func(board.Board, int) int { calls++; return map[bool]int{true: 2, false: 1}[calls == 1] }
	if _, err := r.Remove(t.Context(), g, []int{0, 1, 2, 3}, 0); err == nil {
		t.Error("a counter that contradicts itself: no error")
	}
}

// FuzzEqualsOneByOne draws key cells at random, as no grid would have them.
func FuzzEqualsOneByOne(f *testing.F) {
	f.Add(uint64(1), uint8(20), uint8(30), uint8(0))
	f.Add(uint64(2), uint8(81), uint8(0), uint8(7))
	g := generate.PatternGrid(board.Standard())
	all := slices.DeleteFunc(configs(), func(c Config) bool { return c.OnFailure == Discard })
	f.Fuzz(func(t *testing.T, seed uint64, keys, givens, which uint8) {
		rng := rand.New(rand.NewPCG(seed, 0))
		order := rng.Perm(81)
		counts := replay(rng.Perm(81)[:int(keys)%82])
		target := int(givens) % 82
		puzzle, found, calls := greedy(counts, g, order, target)
		res := remove(t, all[int(which)%len(all)], counts, g, order, target, nil)
		if !res.Puzzle.Equal(puzzle) || !slices.Equal(res.Keys, found) {
			t.Errorf("%+v, want %v with %v", res, puzzle, found)
		}
		if total := res.Calls.Total(); total < len(found) || calls < len(found) {
			t.Errorf("%d calls for %d key cells", total, len(found))
		}
	})
}

// BenchmarkRemove makes puzzles of 27 givens and reports the calls.
func BenchmarkRemove(b *testing.B) {
	c, err := counter.New(board.Standard(), counter.DefaultConfig())
	if err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(7, 8))
	g, order := grid(b, rng, 9), rng.Perm(81)
	for name, cfg := range map[string]Config{"one": OneByOne(), "gallop": DefaultConfig()} {
		b.Run(fmt.Sprintf("way=%s", name), func(b *testing.B) {
			b.ReportAllocs()
			calls := 0
			for b.Loop() {
				calls = remove(b, cfg, c.CountUpTo, g, order, 27, nil).Calls.Total()
			}
			b.ReportMetric(float64(calls), "calls/puzzle")
		})
	}
}
