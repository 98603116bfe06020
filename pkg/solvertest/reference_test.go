package solvertest

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
)

// bruteCount fills cells in order with every digit that fits: the oracle's own oracle.
func bruteCount(b board.Board, limit int) int {
	if len(board.Conflicts(b)) > 0 {
		return 0
	}
	for cell, d := range b.Cells() {
		if d != 0 {
			continue
		}
		count := 0
		for digit := range board.Candidates(b)[cell].All() {
			b.Set(cell, digit)
			count += bruteCount(b, limit-count)
			if count >= limit {
				break
			}
		}
		b.Set(cell, 0)
		return count
	}
	return 1
}

func TestCases(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range slices.Concat(Cases(), VariantCases()) {
		if seen[c.Name] {
			t.Errorf("two cases %s", c.Name)
		}
		seen[c.Name] = true
		limit := max(1000, c.Solutions+1)
		want := c.Solutions
		if want == Many {
			want = limit
		}
		count, first, complete := Count(c.Puzzle, limit, 0)
		if count != want || !complete {
			t.Errorf("%s: %d solutions, want %d", c.Name, count, want)
		}
		if count > 0 {
			if err := board.CheckSolution(c.Puzzle, first); err != nil {
				t.Errorf("%s: %v", c.Name, err)
			}
		}
		side, kind, _ := strings.Cut(c.Name, "/")
		if side != strconv.Itoa(c.Puzzle.Shape().Side()) {
			t.Errorf("%s: side %d", c.Name, c.Puzzle.Shape().Side())
		}
		kind, _, _ = strings.Cut(kind, "-")
		diagonals := kind == "diagonal" || kind == "both"
		if got := c.Puzzle.Shape().Variant(); got.Diagonals != diagonals || (got.Regions != nil) != (kind == "jigsaw" || kind == "both") {
			t.Errorf("%s: on the shape %v", c.Name, c.Puzzle.Shape())
		}
	}
}

func TestParseCases(t *testing.T) {
	for _, text := range []string{
		"4/x 1",
		"4/x 1 3214142341322341 more",
		"4/x one 3214142341322341",
		"4/x 1 321",
		"4/x 1 - 321434234.322341",
		"4/x 1 diagonals - 321434234.322341",
		"5/x 1 - AAAAA 1........................",
		"5/x 1 diagonal - 1........................",
		"5/x 1 - AABBBAABBCADCCCDDDECDEEEE 1.......................",
		"5/x 1 - AABBBAABBCADCCCDDDECDEEEE 6........................",
	} {
		if _, err := parseCases("boards.txt", "\n"+text); err == nil || !strings.Contains(err.Error(), "boards.txt:2") {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

func TestCountKnown(t *testing.T) {
	four, err := board.ShapeOf(2)
	if err != nil {
		t.Fatal(err)
	}
	if count, _, complete := Count(board.New(four), 0, 0); count != 288 || !complete {
		t.Errorf("4×4 grids: %d, want 288", count)
	}
	if count, first, complete := Count(board.New(four), 100, 0); count != 100 || first.IsZero() || !complete {
		t.Errorf("up to 100: %d", count)
	}
	if count, _, complete := Count(findCase("9/empty").Puzzle, 2, 1); complete {
		t.Errorf("empty 9×9 board within one node: %d solutions, complete", count)
	}
	if count, first, complete := Count(board.Board{}, 2, 0); count != 0 || !first.IsZero() || !complete {
		t.Errorf("no board: %d, %v, %v", count, first, complete)
	}
	for k := board.MinBox; k <= board.MaxBox; k++ {
		s, err := board.ShapeOf(k)
		if err != nil {
			t.Fatal(err)
		}
		count, first, _ := Count(board.New(s), 3, 100_000)
		if count != 3 {
			t.Errorf("empty board of side %d: %d solutions, want 3", s.Side(), count)
		}
		if err := board.CheckSolution(board.New(s), first); err != nil {
			t.Error(err)
		}
	}
}

func TestCountAgainstBruteForce(t *testing.T) {
	full := []Case{findCase("4/full"), findCase("9/full")}
	for _, c := range VariantCases() {
		if c.Puzzle.Full() && c.Solutions == 1 {
			full = append(full, c)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		full := rapid.SampledFrom(full).Draw(t, "grid")
		least := map[int]uint8{4: 0, 5: 0, 6: 80, 9: 110}[full.Puzzle.Shape().Side()]
		keep := rapid.Uint8Range(least, 255).Draw(t, "keep")
		b := randomOf(t, rapid.Uint64().Draw(t, "seed"), full, keep, rapid.Uint8().Draw(t, "spoil"))
		limit := rapid.IntRange(1, 20).Draw(t, "limit")
		before := b.Clone()
		count, first, complete := Count(b, limit, 0)
		if want := bruteCount(b, limit); count != want || !complete {
			t.Fatalf("%v: %d solutions, want %d", b, count, want)
		}
		if !b.Equal(before) {
			t.Fatal("the board was changed")
		}
		if (count > 0) == first.IsZero() {
			t.Fatalf("%d solutions, first %v", count, first)
		}
	})
}

func TestNodeBoundOfCount(t *testing.T) {
	puzzle := findCase("9/search").Puzzle
	for nodes := int64(1); ; nodes++ {
		count, _, complete := Count(puzzle, 2, nodes)
		if count > 1 || complete && count != 1 {
			t.Fatalf("with %d nodes: %d solutions, complete %v", nodes, count, complete)
		}
		if complete {
			if nodes < 2 {
				t.Error("the board needs no search")
			}
			return
		}
		if nodes == 10_000 {
			t.Fatal("no end")
		}
	}
}

func BenchmarkCount(b *testing.B) {
	for _, name := range []string{"9/search", "16/search"} {
		b.Run("board="+name, func(b *testing.B) {
			puzzle := findCase(name).Puzzle
			for b.Loop() {
				if n, _, _ := Count(puzzle, 2, 0); n != 1 {
					b.Fatal(n)
				}
			}
		})
	}
}

// randomPuzzles returns 9×9 boards of few givens with one solution or several.
func randomPuzzles(n int) []*[81]uint8 {
	rng := rand.New(rand.NewPCG(9, 9))
	var out []*[81]uint8
	for len(out) < n {
		if b, err := randomBoard(rng.Uint64(), findCase("9/full").Puzzle, uint8(rng.IntN(60)), 0); err == nil {
			out = append(out, (*[81]uint8)(b.Cells()))
		}
	}
	return out
}
