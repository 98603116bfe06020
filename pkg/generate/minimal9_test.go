package generate

import (
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/solvertest"
)

// slow finds second solutions with nothing of ours: backtracking over the cells in order,
// with the digits falling, so that it finds others than the engine.
type slow struct{ found [81]uint8 }

func (s *slow) Another(puzzle, solution *[81]uint8) (*[81]uint8, bool) {
	s.found = *puzzle
	ok := false
	var walk func(differs bool)
	walk = func(differs bool) {
		best, fewest := -1, 10
		var digits []uint8
		for c, d := range s.found {
			if d != 0 {
				continue
			}
			var may []uint8
			for d := uint8(9); d > 0; d-- {
				if fits(&s.found, c, d) {
					may = append(may, d)
				}
			}
			if len(may) < fewest {
				best, fewest, digits = c, len(may), may
			}
		}
		if best < 0 {
			ok = differs
			return
		}
		for _, d := range digits {
			s.found[best] = d
			walk(differs || d != solution[best])
			if ok {
				return
			}
			s.found[best] = 0
		}
	}
	walk(false)
	return &s.found, ok
}

func fits(g *[81]uint8, cell int, d uint8) bool {
	for c, e := range g {
		if e == d && c != cell && (c/9 == cell/9 || c%9 == cell%9 || c/27 == cell/27 && c%9/3 == cell%9/3) {
			return false
		}
	}
	return true
}

func newMinimal9(t testing.TB, seed uint64, r Rival) *Minimal9 {
	t.Helper()
	m, err := NewMinimal9(Minimal9Config{Seed: seed, Family: 1}, r)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// checkMinimal asserts that a puzzle has one solution and no given to spare.
func checkMinimal(t *testing.T, p *Puzzle9) {
	t.Helper()
	b, err := board.FromCells(p.Puzzle[:])
	if err != nil {
		t.Fatal(err)
	}
	solution, err := board.FromCells(p.Solution[:])
	if err != nil {
		t.Fatal(err)
	}
	if err := board.CheckSolution(b, solution); err != nil {
		t.Fatal(err)
	}
	if b.Filled() != p.Givens {
		t.Errorf("%v has %d givens, the field says %d", b, b.Filled(), p.Givens)
	}
	if n, _, _ := solvertest.Count(b, 2, 0); n != 1 {
		t.Fatalf("%v has %d solutions", b, n)
	}
	for c := range 81 {
		d := b.At(c)
		if d == 0 {
			continue
		}
		b.Set(c, 0)
		if n, _, _ := solvertest.Count(b, 2, 0); n != 2 {
			t.Fatalf("%v: %s can be spared", b, b.Shape().CellName(c))
		}
		b.Set(c, d)
	}
}

func TestMinimal9(t *testing.T) {
	for _, cfg := range []Minimal9Config{{Seed: 5, Family: 1}, {Seed: 5, Family: 7, Branch: 34}, {Seed: 5, Family: 30, Branch: 81}} {
		m, err := NewMinimal9(cfg, engine.NewCounter9())
		if err != nil {
			t.Fatal(err)
		}
		seen := map[[81]uint8]bool{}
		grids := map[[81]uint8]bool{}
		var p Puzzle9
		const count = 60
		for i := range count {
			if err := m.Item(i, &p); err != nil {
				t.Fatal(err)
			}
			checkMinimal(t, &p)
			seen[p.Puzzle], grids[p.Solution] = true, true
			if p.Stats.Calls < p.Stats.Rivals+1 || p.Stats.Sets < p.Stats.Rivals {
				t.Errorf("puzzle %d: %+v, %d sets listed", i, p.Stats, m.nListed)
			}
		}
		if families := (count + cfg.Family - 1) / cfg.Family; len(seen) < count-2 || len(grids) != families {
			t.Errorf("%+v: %d different puzzles and %d grids of %d, want %d grids", cfg, len(seen), len(grids), count, families)
		}
		// Alone, and after others, an item is the same.
		var again Puzzle9
		n, err := NewMinimal9(cfg, engine.NewCounter9())
		if err != nil {
			t.Fatal(err)
		}
		if err := n.Item(count-1, &again); err != nil || again.Puzzle != p.Puzzle {
			t.Errorf("item %d alone: %v, %v", count-1, again, err)
		}
		cfg.Seed++
		if n, err = NewMinimal9(cfg, engine.NewCounter9()); err != nil {
			t.Fatal(err)
		}
		if err := n.Item(count-1, &again); err != nil || again.Solution == p.Solution {
			t.Errorf("the same grid under another seed (%v)", err)
		}
	}
}

// plainRemoval is the plain procedure with the oracle's counts.
func plainRemoval(p *solvertest.Plain9, solution *[81]uint8, puzzle [81]uint8, order []uint8) [81]uint8 {
	for _, c := range order {
		puzzle[c] = 0
		if p.CountUpTo(&puzzle, 2) != 1 {
			puzzle[c] = solution[c]
		}
	}
	return puzzle
}

// TestMinimal9IsPlainRemoval: the puzzle is that of the plain procedure, no matter which solver answers.
func TestMinimal9IsPlainRemoval(t *testing.T) {
	oracle := solvertest.NewPlain9()
	rapid.Check(t, func(t *rapid.T) {
		cfg := Minimal9Config{Seed: rapid.Uint64().Draw(t, "seed"), Family: rapid.IntRange(1, 5).Draw(t, "family")}
		if cfg.Family > 1 {
			cfg.Branch = rapid.IntRange(24, 45).Draw(t, "branch")
		}
		m, err := NewMinimal9(cfg, engine.NewCounter9())
		if err != nil {
			t.Fatal(err)
		}
		var p, bounded Puzzle9
		for i := range 4 {
			if err := m.Item(i, &p); err != nil {
				t.Fatal(err)
			}
			start := p.Solution
			if cfg.Family > 1 {
				start = m.base
			}
			if want := plainRemoval(oracle, &p.Solution, start, m.order); want != p.Puzzle {
				t.Fatalf("%v, the plain procedure makes %v", p.Puzzle, want)
			}
		}
		n, err := NewMinimal9(cfg, engine.NewCounter9())
		if err != nil {
			t.Fatal(err)
		}
		n.bound = rapid.IntRange(0, 100).Draw(t, "bound")
		if err := n.Item(3, &bounded); err != nil || bounded.Puzzle != p.Puzzle || bounded.Givens != p.Givens {
			t.Fatalf("%v with a bound on the sets (%v)", bounded.Puzzle, err)
		}
	})
	for seed := range uint64(3) {
		var p, other Puzzle9
		if err := newMinimal9(t, seed, engine.NewCounter9()).Item(0, &p); err != nil {
			t.Fatal(err)
		}
		if err := newMinimal9(t, seed, &slow{}).Item(0, &other); err != nil || other.Puzzle != p.Puzzle {
			t.Fatalf("%v with another solver (%v)", other.Puzzle, err)
		}
	}
}

// TestMinimal9ByVectors: with the second solutions of another engine the puzzles are the same, to the cell.
func TestMinimal9ByVectors(t *testing.T) {
	for _, cfg := range []Minimal9Config{{Seed: 8, Family: 1}, {Seed: 8, Family: 16, Branch: 34}} {
		plain, err := NewMinimal9(cfg, engine.NewCounter9())
		if err != nil {
			t.Fatal(err)
		}
		fast, err := NewMinimal9(cfg, engine.NewRivals9())
		if err != nil {
			t.Fatal(err)
		}
		var p, q Puzzle9
		for i := range 2000 {
			if err := errors.Join(plain.Item(i, &p), fast.Item(i, &q)); err != nil {
				t.Fatal(err)
			}
			if p.Puzzle != q.Puzzle || p.Solution != q.Solution || p.Givens != q.Givens {
				t.Fatalf("%+v, puzzle %d: %v and %v", cfg, i, p.Puzzle, q.Puzzle)
			}
		}
	}
}

// TestReduce starts from puzzles and from what is no start.
func TestReduce(t *testing.T) {
	m := newMinimal9(t, 1, engine.NewCounter9())
	oracle := solvertest.NewPlain9()
	rng := newRNG(1)
	var p Puzzle9
	var start, solution [81]uint8
	reduced, refused := 0, 0
	for i := range 200 {
		if i%3 == 0 {
			UniformGrid9(rng, &solution)
		}
		start = solution
		for _, c := range rng.Perm(81)[:34+rng.IntN(18)] {
			start[c] = 0
		}
		before := start
		unique := oracle.CountUpTo(&start, 2) == 1
		err := m.Reduce(rng, &start, &solution, &p)
		if unique != (err == nil) {
			t.Fatalf("%v, unique: %v, error %v", start, unique, err)
		}
		if start != before {
			t.Fatal("the start was changed")
		}
		if err != nil {
			refused++
			continue
		}
		reduced++
		for c, d := range p.Puzzle {
			if d != 0 && d != start[c] {
				t.Fatalf("%v is not within %v", p.Puzzle, start)
			}
		}
		if i < 60 {
			checkMinimal(t, &p)
		}
	}
	if reduced < 50 || refused < 20 {
		t.Errorf("%d starts reduced, %d refused: the test sees too little", reduced, refused)
	}
	m.bound = 0
	start = [81]uint8{}
	if err := m.Reduce(rng, &start, &solution, &p); err == nil {
		t.Error("an empty start: no error")
	}
	start[4] = solution[4]%9 + 1
	if err := m.Reduce(rng, &start, &solution, &p); err == nil || !strings.Contains(err.Error(), "r1c5") {
		t.Errorf("a start that is not part of its solution: %v", err)
	}
	if err := m.Reduce(rng, &start, &start, &p); err == nil {
		t.Error("a solution that is no full grid: no error")
	}
}

// FuzzReduce compares the puzzles made from any start with those of the plain procedure.
func FuzzReduce(f *testing.F) {
	f.Add(uint64(1), uint8(40))
	f.Add(uint64(2), uint8(81))
	m, err := NewMinimal9(DefaultMinimal9(), engine.NewCounter9())
	if err != nil {
		f.Fatal(err)
	}
	oracle := solvertest.NewPlain9()
	f.Fuzz(func(t *testing.T, seed uint64, keep uint8) {
		rng := newRNG(seed)
		var solution [81]uint8
		UniformGrid9(rng, &solution)
		start := solution
		for _, c := range rng.Perm(81)[min(81, int(keep)):] {
			start[c] = 0
		}
		var p Puzzle9
		err := m.Reduce(rng, &start, &solution, &p)
		if unique := oracle.CountUpTo(&start, 2) == 1; unique != (err == nil) {
			t.Fatalf("%v, unique: %v, error %v", start, unique, err)
		}
		if err != nil {
			return
		}
		if want := plainRemoval(oracle, &solution, start, m.order); want != p.Puzzle {
			t.Fatalf("%v, the plain procedure makes %v", p.Puzzle, want)
		}
	})
}

// liar answers wrongly.
type liar func(puzzle, solution *[81]uint8) (*[81]uint8, bool)

func (l liar) Another(puzzle, solution *[81]uint8) (*[81]uint8, bool) { return l(puzzle, solution) }

func TestMinimal9Errors(t *testing.T) {
	if _, err := NewMinimal9(DefaultMinimal9(), nil); err == nil {
		t.Error("no solver: no error")
	}
	for _, cfg := range []Minimal9Config{{}, {Family: 2}, {Family: 2, Branch: 82}, {Family: 1, Branch: 30}} {
		if _, err := NewMinimal9(cfg, engine.NewCounter9()); err == nil {
			t.Errorf("%+v: no error", cfg)
		}
	}
	var p Puzzle9
	for name, l := range map[string]liar{
		"index -1":           nil,
		"the first one":      func(_, s *[81]uint8) (*[81]uint8, bool) { return s, true },
		"the puzzle":         func(p, _ *[81]uint8) (*[81]uint8, bool) { return p, true },
		"has 2 in r1c1, the": func(_, _ *[81]uint8) (*[81]uint8, bool) { return &[81]uint8{2}, true },
	} {
		index := 0
		if l == nil {
			index = -1
		}
		err := newMinimal9(t, 1, l).Item(index, &p)
		if err == nil || !strings.HasPrefix(err.Error(), "generate: puzzle ") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestMinimal9Allocations(t *testing.T) {
	for _, cfg := range []Minimal9Config{DefaultMinimal9(), FastMinimal9()} {
		m, err := NewMinimal9(cfg, engine.NewCounter9())
		if err != nil {
			t.Fatal(err)
		}
		var p Puzzle9
		i := 0
		if n := testing.AllocsPerRun(200, func() {
			if err := m.Item(i, &p); err != nil {
				t.Fatal(err)
			}
			i++
		}); n != 0 {
			t.Errorf("%+v: %v allocations per puzzle", cfg, n)
		}
	}
}

// TestListedSets: what is listed for a grid are unavoidable sets, each once but for few.
func TestListedSets(t *testing.T) {
	m := newMinimal9(t, 1, engine.NewCounter9())
	oracle := solvertest.NewPlain9()
	rng := newRNG(9)
	for range 20 {
		UniformGrid9(rng, &m.solution)
		m.list()
		for s := range m.known {
			puzzle := m.solution
			size := 0
			for c := range puzzle {
				if m.holds[c][s/64]>>(s%64)&1 != 0 {
					puzzle[c] = 0
					size++
				}
			}
			if size < 4 || oracle.CountUpTo(&puzzle, 2) != 2 {
				t.Fatalf("set %d of %v: %d cells without which there is one solution", s, m.solution, size)
			}
		}
		if m.known < 45 || m.known > 140 {
			t.Errorf("%d sets listed", m.known)
		}
	}
}

// TestMinimal9Mean pins the distribution down: the mean number of givens of plain removal.
func TestMinimal9Mean(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	for _, cfg := range []Minimal9Config{DefaultMinimal9(), FastMinimal9()} {
		const n = 10_000
		m, err := NewMinimal9(cfg, engine.NewCounter9())
		if err != nil {
			t.Fatal(err)
		}
		var p Puzzle9
		sum, least, twins := 0, 81, 0
		seen := map[[81]uint8]bool{}
		for i := range n {
			if i%cfg.Family == 0 {
				clear(seen)
			}
			if err := m.Item(i, &p); err != nil {
				t.Fatal(err)
			}
			sum += p.Givens
			least = min(least, p.Givens)
			if seen[p.Puzzle] {
				twins++
			}
			seen[p.Puzzle] = true
		}
		mean := float64(sum) / n
		t.Logf("%+v: %.3f givens on average, %d at least, %d equal to another of the family", cfg, mean, least, twins)
		// The standard error is 0.011 without families; 16 puzzles of a family count as one here.
		if math.Abs(mean-24.40) > 0.04+0.08*float64(cfg.Family-1)/15 {
			t.Errorf("%.3f givens on average, want 24.40", mean)
		}
		if least < 17 || least > 21 || twins > n/15 {
			t.Errorf("%d givens at least, %d equal puzzles", least, twins)
		}
	}
}

func BenchmarkMinimal9(b *testing.B) {
	for _, bench := range []struct {
		name  string
		cfg   Minimal9Config
		rival Rival
	}{
		{"family=alone", DefaultMinimal9(), engine.NewCounter9()},
		{"family=16", FastMinimal9(), engine.NewCounter9()},
		{"family=alone/by=vectors", DefaultMinimal9(), engine.NewRivals9()},
		{"family=16/by=vectors", FastMinimal9(), engine.NewRivals9()},
	} {
		b.Run(bench.name, func(b *testing.B) {
			m, err := NewMinimal9(bench.cfg, bench.rival)
			if err != nil {
				b.Fatal(err)
			}
			var (
				p         Puzzle9
				sum       MinimalStats
				i, givens int
			)
			b.ReportAllocs()
			for b.Loop() {
				if err := m.Item(i, &p); err != nil {
					b.Fatal(err)
				}
				sum.Add(p.Stats)
				givens += p.Givens
				i++
			}
			n := float64(i)
			b.ReportMetric(n/b.Elapsed().Seconds(), "puzzles/s")
			b.ReportMetric(float64(givens)/n, "givens/op")
			b.ReportMetric(float64(sum.Calls)/n, "calls/op")
			b.ReportMetric(float64(sum.Rivals)/n, "rivals/op")
		})
	}
}
