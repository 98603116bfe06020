package trial

import (
	"bufio"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/symmetry"
)

// plain is the same by sets of digits and no queue, after the definition alone.
func plain(puzzle *[81]uint8) Rating {
	type grid [81]map[int]bool
	see := func(a, b int) bool {
		return a != b && (a/9 == b/9 || a%9 == b%9 || a/27 == b/27 && a%9/3 == b%9/3)
	}
	clone := func(g *grid) *grid {
		var out grid
		for c := range g {
			out[c] = map[int]bool{}
			for d := range g[c] {
				out[c][d] = true
			}
		}
		return &out
	}
	follow := func(g *grid) bool {
		for changed := true; changed; {
			changed = false
			for c := range g {
				if len(g[c]) == 0 {
					return false
				}
				if len(g[c]) == 1 {
					for d := range g[c] {
						for p := range g {
							if see(c, p) && g[p][d] {
								delete(g[p], d)
								changed = true
							}
						}
					}
				}
			}
			for u := range units {
				for d := 1; d <= 9; d++ {
					places := []int{}
					for _, c := range units[u] {
						if g[c][d] {
							places = append(places, int(c))
						}
					}
					switch {
					case len(places) == 0:
						return false
					case len(places) == 1 && len(g[places[0]]) > 1:
						g[places[0]] = map[int]bool{d: true}
						changed = true
					}
				}
			}
		}
		return true
	}
	beyond := func(g *grid) int {
		n := 0
		for c := range g {
			n += len(g[c]) - 1
		}
		return n
	}
	g := &grid{}
	for c, given := range puzzle {
		g[c] = map[int]bool{}
		for d := 1; d <= 9; d++ {
			if given == 0 || int(given) == d {
				g[c][d] = true
			}
		}
	}
	if !follow(g) {
		return Rating{Broken: true}
	}
	r := Rating{Open: beyond(g)}
	for {
		next, failing := clone(g), 0
		for c := range g {
			if len(g[c]) < 2 {
				continue
			}
			for d := range g[c] {
				try := clone(g)
				try[c] = map[int]bool{d: true}
				if !follow(try) {
					delete(next[c], d)
					failing++
				}
			}
		}
		if r.Rounds == 0 {
			r.Failing = failing
		}
		if failing == 0 {
			break
		}
		r.Rounds++
		if !follow(next) {
			return Rating{Broken: true}
		}
		g = next
	}
	r.Left = beyond(g)
	return r
}

func cells(t testing.TB, text string) *[81]uint8 {
	t.Helper()
	b, err := board.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return (*[81]uint8)(b.Cells())
}

// Puzzles of each depth.
const (
	easy   = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	hard   = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
	golden = "......7....3..8..246..79......5......8.....392.............6..71....3.8.5.6......" // made by the search of package generate
)

// TestPlain: ratings are those of the definition, on puzzles with one solution, with several, and with none.
func TestPlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	trier := New()
	for _, text := range []string{easy, hard, golden} {
		p := *cells(t, text)
		for range 12 {
			if got, want := trier.Rate(&p), plain(&p); got != want {
				t.Errorf("%v: %+v, want %+v", p, got, want)
			}
			c := rng.IntN(81) // another given, or one less
			if p[c] == 0 {
				p[c] = uint8(1 + rng.IntN(9))
			} else {
				p[c] = 0
			}
		}
	}
}

// TestDepth: what singles solve, what trials solve, and what they do not.
func TestDepth(t *testing.T) {
	trier := New()
	for text, want := range map[string]int{easy: 0, hard: 1} {
		if r := trier.Rate(cells(t, text)); r.Depth() != want || r.Broken {
			t.Errorf("%s: %+v, want depth %d", text, r, want)
		}
	}
	broken := *cells(t, easy)
	broken[2] = 5
	if r := trier.Rate(&broken); !r.Broken || r.Score() != 0 || r.Depth() != 2 {
		t.Errorf("two 5 in a row: %+v", r)
	}
	broken[2] = 10
	if r := trier.Rate(&broken); !r.Broken {
		t.Errorf("a digit 10: %+v", r)
	}
	if r := trier.Rate(&[81]uint8{}); r.Left != 8*81 || r.Depth() != 2 || r.Score() != Beyond+8*81 {
		t.Errorf("the empty board: %+v", r)
	}
}

// TestSolutions: nothing of a solution is ever taken away.
func TestSolutions(t *testing.T) {
	trier, scalar := New(), bitboard.NewScalar()
	for _, text := range []string{easy, hard, golden} {
		p := cells(t, text)
		if n := scalar.CountUpTo((*bitboard.Cells)(p), 2); n != 1 {
			t.Fatalf("%s has %d solutions", text, n)
		}
		trier.Rate(p)
		for c, d := range scalar.First() {
			if trier.board.candidates[c]>>(d-1)&1 == 0 {
				t.Errorf("%s: the solution's %d of cell %d is gone", text, d, c+1)
			}
		}
	}
}

// TestSymmetry: twins have equal ratings.
func TestSymmetry(t *testing.T) {
	trier := New()
	rng := rand.New(rand.NewPCG(7, 8))
	for _, text := range []string{easy, hard, golden} {
		want := trier.Rate(cells(t, text))
		b, err := board.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for range 10 {
			image, err := symmetry.Random(rng, b.Shape()).Apply(b)
			if err != nil {
				t.Fatal(err)
			}
			if got := trier.Rate((*[81]uint8)(image.Cells())); got != want {
				t.Errorf("%s and a twin: %+v and %+v", text, want, got)
			}
		}
	}
}

// TestPublic: of the public sets, trials solve each puzzle with 17 givens and none of the hardest of the forum.
func TestPublic(t *testing.T) {
	root := os.Getenv("SUDOKULAB_DATA")
	if root == "" {
		t.Skip("SUDOKULAB_DATA names no folder of public sets")
	}
	trier := New()
	for file, want := range map[string]int{"puzzles2_17_clue": 1, "puzzles5_forum_hardest_1905_11+.half": 2} {
		f, err := os.Open(filepath.Join(root, "tdoku", file))
		if err != nil {
			t.Skip(err)
		}
		seen := 0
		for lines := bufio.NewScanner(f); lines.Scan() && seen < 500; {
			if text := strings.TrimSpace(lines.Text()); len(text) >= 81 && text[0] != '#' {
				seen++
				if r := trier.Rate(cells(t, text[:81])); r.Broken || (r.Depth() == 2) != (want == 2) {
					t.Fatalf("%s: %s: %+v", file, text[:81], r)
				}
			}
		}
		_ = f.Close()
		if seen == 0 {
			t.Errorf("%s holds no puzzle", file)
		}
	}
}

func BenchmarkRate(b *testing.B) {
	trier := New()
	for name, text := range map[string]string{"singles": easy, "trials": hard, "beyond": golden} {
		p := cells(b, text)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				trier.Rate(p)
			}
		})
	}
}
