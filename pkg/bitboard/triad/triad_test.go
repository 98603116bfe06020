package triad_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"sudokulab/pkg/bitboard/triad"
	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
)

type cells = [81]uint8

// full is a solved board.
func full() (c cells) {
	for i := range c {
		r, col := i/9, i%9
		c[i] = uint8((3*r+r/3+col)%9) + 1
	}
	return c
}

// shuffled is an image of full under a random symmetry.
func shuffled(rng *rand.Rand) (out cells) {
	grid := full()
	line := func() (p [9]int) {
		bands := rng.Perm(3)
		for b := range 3 {
			for k, r := range rng.Perm(3) {
				p[3*b+k] = 3*bands[b] + r
			}
		}
		return p
	}
	rows, cols, digits, turned := line(), line(), rng.Perm(9), rng.IntN(2) == 1
	for r := range 9 {
		for c := range 9 {
			from := 9*rows[r] + cols[c]
			if turned {
				from = 9*cols[c] + rows[r]
			}
			out[9*r+c] = uint8(digits[grid[from]-1]) + 1
		}
	}
	return out
}

// partial keeps some cells of a grid and gives others a random digit.
func partial(rng *rand.Rand, grid cells, keep, spoil int) (out cells) {
	for i, cell := range rng.Perm(81) {
		switch {
		case i < keep:
			out[cell] = grid[cell]
		case i < keep+spoil:
			out[cell] = uint8(rng.IntN(9)) + 1
		}
	}
	return out
}

func boardOf(tb testing.TB, c *cells) board.Board {
	tb.Helper()
	b := board.New(board.Standard())
	copy(b.Cells(), c[:])
	return b
}

// searcher is what an Engine and a Solver have in common.
type searcher interface {
	CountUpTo(puzzle *cells, limit int) int
	Begin(puzzle *cells)
	BeginAt(candidates *[81]uint16)
	Next(budget int64) triad.Outcome
	First() *cells
	Last() *cells
	Guesses() int64
	Conflicts() int64
}

// searchers are the package's codes: the fastest of this processor, words, and in a build with
// GOEXPERIMENT=simd the vectors of the compiler.
func searchers() []searcher {
	all := []searcher{triad.New(), triad.NewPortable()}
	if triad.Available() {
		all = append(all, triad.NewSolver())
	}
	if e := triad.NewAVX2(); e != nil {
		all = append(all, e)
	}
	return all
}

// both runs a puzzle on each code, and checks that nothing tells them apart and that the solutions are
// solutions.
type both struct {
	vector searcher
	others []searcher
}

func newBoth() both {
	all := searchers()
	return both{all[0], all[1:]}
}

func (x both) count(tb testing.TB, puzzle *cells, limit int) int {
	tb.Helper()
	n := x.vector.CountUpTo(puzzle, limit)
	for _, other := range x.others {
		m := other.CountUpTo(puzzle, limit)
		if n != m || x.vector.Guesses() != other.Guesses() || x.vector.Conflicts() != other.Conflicts() {
			tb.Fatalf("%v: %d solutions with %d guesses and %d conflicts, portable: %d with %d and %d", *puzzle,
				n, x.vector.Guesses(), x.vector.Conflicts(), m, other.Guesses(), other.Conflicts())
		}
		if *x.vector.First() != *other.First() || *x.vector.Last() != *other.Last() {
			tb.Fatalf("%v: other solutions than the portable solver's", *puzzle)
		}
	}
	if n == 0 {
		if *x.vector.First() != (cells{}) || *x.vector.Last() != (cells{}) {
			tb.Fatalf("%v: no solution, but %v and %v", *puzzle, *x.vector.First(), *x.vector.Last())
		}
		return n
	}
	for _, grid := range []*cells{x.vector.First(), x.vector.Last()} {
		if err := board.CheckSolution(boardOf(tb, puzzle), boardOf(tb, grid)); err != nil {
			tb.Fatal(err)
		}
	}
	if (*x.vector.First() == *x.vector.Last()) != (n == 1) {
		tb.Fatalf("%v: %d solutions, first %v, last %v", *puzzle, n, *x.vector.First(), *x.vector.Last())
	}
	return n
}

func TestSpecialBoards(t *testing.T) {
	x := newBoth()
	solved := full()
	with := func(c cells, cell int, d uint8) cells {
		c[cell] = d
		return c
	}
	for _, tt := range []struct {
		name        string
		puzzle      cells
		limit, want int
	}{
		{"empty", cells{}, 2, 2},
		{"empty, many", cells{}, 1000, 1000},
		{"empty, none asked for", cells{}, 0, 0},
		{"empty, fewer than none", cells{}, -1, 0},
		{"full", solved, 2, 1},
		{"full but one", with(solved, 40, 0), 2, 1},
		{"full, two digits exchanged", with(with(solved, 0, solved[1]), 1, solved[0]), 2, 0},
		{"full, one wrong", with(solved, 80, solved[80]%9+1), 2, 0},
		{"twice in a row", with(with(cells{}, 0, 5), 8, 5), 2, 0},
		{"twice in a column", with(with(cells{}, 2, 5), 74, 5), 2, 0},
		{"twice in a box", with(with(cells{}, 30, 5), 50, 5), 2, 0},
		{"three times in a box", with(with(with(cells{}, 60, 5), 70, 5), 80, 5), 2, 0},
		{"beyond 9", with(cells{}, 33, 10), 2, 0},
		{"far beyond 9", with(solved, 33, 255), 2, 0},
	} {
		if got := x.count(t, &tt.puzzle, tt.limit); got != tt.want {
			t.Errorf("%s: %d solutions up to %d, want %d", tt.name, got, tt.limit, tt.want)
		}
	}
	x.vector.CountUpTo(&cells{}, 1)
	if x.vector.Guesses() > 54 {
		t.Errorf("empty board: %d guesses to the first solution, want one for a digit and band at most", x.vector.Guesses())
	}
}

// TestRandomBoards compares counts on boards with no, one and many solutions.
func TestRandomBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x, plain := newBoth(), solvertest.NewPlain9()
	var seen [3]int
	for range 3000 {
		puzzle := partial(rng, shuffled(rng), 17+rng.IntN(30), rng.IntN(3))
		const limit = 40
		got, want := x.count(t, &puzzle, limit), plain.CountUpTo(&puzzle, limit)
		if got != want {
			t.Fatalf("%v: %d solutions up to %d, want %d", puzzle, got, limit, want)
		}
		seen[min(want, 2)]++
	}
	if min(seen[0], seen[1], seen[2]) < 100 {
		t.Errorf("%v boards with no, one and more solutions, want 100 at least of each", seen)
	}
}

func TestCountsOfExactCover(t *testing.T) {
	dlx, x := engine.DLX(engine.DefaultDLX()), newBoth()
	rng := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		puzzle := partial(rng, shuffled(rng), 20+rng.IntN(12), 0)
		const limit = 1000
		res, err := dlx.Solve(context.Background(), boardOf(t, &puzzle), solver.Limits{Solutions: limit})
		if err != nil {
			t.Fatal(err)
		}
		if got := x.count(t, &puzzle, limit); got != res.Solutions {
			t.Fatalf("%v: %d solutions up to %d, dlx finds %d", puzzle, got, limit, res.Solutions)
		}
	}
}

// public reads every nth puzzle of a set in SUDOKULAB_DATA.
func public(tb testing.TB, file string, nth int) (out []cells) {
	tb.Helper()
	path, missing := solvertest.PublicSet("tdoku/" + file)
	if missing != "" {
		tb.Skip(missing)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	i := 0
	for line := range bytes.Lines(data) {
		if len(line) < 81 || line[0] == '#' {
			continue
		}
		i++
		if i%nth != 0 {
			continue
		}
		b, err := board.Parse(string(line[:81]))
		if err != nil {
			tb.Fatal(err)
		}
		out = append(out, cells(b.Cells()))
	}
	return out
}

var sets = []struct {
	name, file string
	nth        int // for the tests
}{
	{"17clue", "puzzles2_17_clue", 100},
	{"magictour", "puzzles3_magictour_top1465", 10},
	{"hardest1905", "puzzles5_forum_hardest_1905_11+.half", 500},
	{"hardest1106", "puzzles6_forum_hardest_1106", 10},
}

// TestPublicSets also takes a given away from each puzzle: then it has several solutions.
func TestPublicSets(t *testing.T) {
	x, plain := newBoth(), solvertest.NewPlain9()
	for _, set := range sets {
		t.Run(set.name, func(t *testing.T) {
			for _, puzzle := range public(t, set.file, set.nth) {
				if got := x.count(t, &puzzle, 2); got != 1 {
					t.Fatalf("%v: %d solutions up to 2, want 1", puzzle, got)
				}
				for i := range puzzle {
					if puzzle[i] != 0 {
						puzzle[i] = 0
						break
					}
				}
				if got, want := x.count(t, &puzzle, 10), plain.CountUpTo(&puzzle, 10); got != want {
					t.Fatalf("less a given: %v: %d solutions up to 10, want %d", puzzle, got, want)
				}
			}
		})
	}
}

// TestGuesses pins the strength of the search: the mean over a set may fall, not rise.
func TestGuesses(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	s := triad.New()
	for _, tt := range []struct {
		file string
		most float64
	}{
		{"puzzles3_magictour_top1465", 8.55},
		{"puzzles6_forum_hardest_1106", 84.7},
	} {
		t.Run(tt.file, func(t *testing.T) {
			guesses, puzzles := int64(0), public(t, tt.file, 1)
			for i := range puzzles {
				s.CountUpTo(&puzzles[i], 2)
				guesses += s.Guesses()
			}
			if mean := float64(guesses) / float64(len(puzzles)); mean > tt.most {
				t.Errorf("%.3f guesses per puzzle, want %.2f at most", mean, tt.most)
			}
		})
	}
}

// TestSymmetry: an image of a board has as many solutions.
func TestSymmetry(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	x := newBoth()
	for range 300 {
		grid := shuffled(rng)
		puzzle := partial(rng, grid, 20+rng.IntN(8), rng.IntN(2))
		want := x.count(t, &puzzle, 100)
		var image cells
		digits := rng.Perm(9)
		for i, d := range puzzle {
			if d != 0 {
				// Rows become columns, the first band the last, and digits others.
				image[(i%9*9+i/9+54)%81] = uint8(digits[d-1]) + 1
			}
		}
		if got := x.count(t, &image, 100); got != want {
			t.Fatalf("%v: %d solutions, its image %v has %d", puzzle, want, image, got)
		}
	}
}

// TestNext takes the search apart into steps of any size and expects the same solutions.
func TestNext(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	whole := triad.New()
	for _, s := range searchers() {
		for range 30 {
			puzzle := partial(rng, shuffled(rng), 22, 0)
			const limit = 200
			var want []cells
			whole.Begin(&puzzle)
			for len(want) < limit && whole.Next(1<<62) == triad.Solution {
				want = append(want, *whole.Last())
			}
			s.Begin(&puzzle)
			seen := map[cells]bool{}
			for i := 0; i < len(want); {
				budget, before := int64(rng.IntN(3)), s.Guesses()
				o := s.Next(budget)
				if made := s.Guesses() - before; made > budget {
					t.Fatalf("%d guesses, budget %d", made, budget)
				}
				switch o {
				case triad.Solution:
					if *s.Last() != want[i] || seen[want[i]] {
						t.Fatalf("%v: solution %d is %v, want %v, not seen before", puzzle, i, *s.Last(), want[i])
					}
					seen[want[i]] = true
					i++
				case triad.Exhausted:
					t.Fatalf("%v: exhausted after %d solutions, want %d", puzzle, i, len(want))
				case triad.Budget:
				}
			}
			if s.Guesses() != whole.Guesses() || *s.First() != *whole.First() {
				t.Fatalf("%v: %d guesses in steps, %d at once", puzzle, s.Guesses(), whole.Guesses())
			}
			if len(want) < limit {
				for range 3 {
					if o := s.Next(1 << 62); o != triad.Exhausted {
						t.Fatalf("%v: %v after the last solution", puzzle, o)
					}
				}
			}
		}
	}
	if o := triad.New().Next(1); o != triad.Exhausted {
		t.Errorf("a new solver's search is %v, want exhausted", o)
	}
}

// TestBeginAt restricts the candidates of boards at random and expects the solutions that
// keep to them.
func TestBeginAt(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	all := triad.New()
	var seen [3]int
	for _, s := range searchers() {
		for range 200 {
			puzzle := partial(rng, shuffled(rng), 26+rng.IntN(10), 0)
			var candidates [81]uint16
			for i, d := range puzzle {
				candidates[i] = 0xffff &^ (1 << rng.IntN(30))
				if d != 0 {
					candidates[i] = 1 << (d - 1)
				}
			}
			want := map[cells]bool{}
			all.Begin(&puzzle)
			n := 0
			for n < 1000 && all.Next(1<<62) == triad.Solution {
				n++
				keeps := true
				for i, d := range all.Last() {
					keeps = keeps && candidates[i]>>(d-1)&1 != 0
				}
				if keeps {
					want[*all.Last()] = true
				}
			}
			if n == 1000 {
				continue
			}
			s.BeginAt(&candidates)
			got := 0
			for s.Next(1<<62) == triad.Solution {
				if !want[*s.Last()] {
					t.Fatalf("%v: %v is no solution within %v", puzzle, *s.Last(), candidates)
				}
				got++
			}
			if got != len(want) {
				t.Fatalf("%v: %d solutions within %v, want %d", puzzle, got, candidates, len(want))
			}
			seen[min(got, 2)]++
		}
	}
	if min(seen[0], seen[1], seen[2]) < 10 {
		t.Errorf("%v boards with no, one and more solutions, want 10 at least of each", seen)
	}
}

// TestBeginAtRepeated: two cells of a box that can only be the same digit leave nothing to
// search, however open the rest is.
func TestBeginAtRepeated(t *testing.T) {
	var candidates [81]uint16
	for i := range candidates {
		candidates[i] = 0x1ff
	}
	candidates[30], candidates[50] = 1<<4, 1<<4
	for _, s := range searchers() {
		s.BeginAt(&candidates)
		if o := s.Next(1 << 62); o != triad.Exhausted || s.Guesses() != 0 {
			t.Errorf("%v after %d guesses, want exhausted after none", o, s.Guesses())
		}
	}
}

func TestAllocations(t *testing.T) {
	puzzle := partial(rand.New(rand.NewPCG(11, 12)), full(), 22, 0)
	var candidates [81]uint16
	for i := range candidates {
		candidates[i] = 0x1ff
	}
	for _, s := range searchers() {
		if n := testing.AllocsPerRun(20, func() {
			s.CountUpTo(&puzzle, 50)
			s.BeginAt(&candidates)
			s.Next(30)
		}); n != 0 {
			t.Errorf("%v allocations per run, want none", n)
		}
	}
}

func TestOutcome(t *testing.T) {
	var names []string
	for _, o := range []triad.Outcome{triad.Exhausted, triad.Solution, triad.Budget, 99} {
		names = append(names, o.String())
	}
	if got, want := strings.Join(names, " "), "exhausted solution budget unknown"; got != want {
		t.Errorf("outcomes %q, want %q", got, want)
	}
}

func FuzzCount(f *testing.F) {
	f.Add(uint64(1), uint8(25), uint8(0))
	f.Add(uint64(2), uint8(40), uint8(1))
	f.Add(uint64(3), uint8(81), uint8(0))
	f.Add(uint64(4), uint8(20), uint8(9))
	f.Fuzz(func(t *testing.T, seed uint64, keep, spoil uint8) {
		rng := rand.New(rand.NewPCG(seed, 0))
		// With fewer givens the plain solver may need minutes to find that there is no
		// solution.
		puzzle := partial(rng, shuffled(rng), max(int(keep), 20), int(spoil%4))
		got, want := newBoth().count(t, &puzzle, 30), solvertest.NewPlain9().CountUpTo(&puzzle, 30)
		if got != want {
			t.Fatalf("%v: %d solutions up to 30, want %d", puzzle, got, want)
		}
	})
}
