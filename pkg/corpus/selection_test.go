package corpus

import (
	"errors"
	"iter"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
)

// numbered yields n puzzles whose Line is their index plus one.
func numbered(n int) iter.Seq2[format.Puzzle, error] {
	return func(yield func(format.Puzzle, error) bool) {
		for i := range n {
			if !yield(format.Puzzle{Line: i + 1}, nil) {
				return
			}
		}
	}
}

func indices(t *testing.T, sel Selection, n int) []int {
	t.Helper()
	items, err := sel.Apply(numbered(n))
	if err != nil {
		t.Fatal(err)
	}
	out := make([]int, len(items))
	for i, it := range items {
		if it.Line != it.Index+1 {
			t.Fatalf("item %d has the puzzle of line %d", it.Index, it.Line)
		}
		out[i] = it.Index
	}
	return out
}

func TestSelection(t *testing.T) {
	for _, c := range []struct {
		sel  Selection
		n    int
		want []int
	}{
		{Selection{}, 4, []int{0, 1, 2, 3}},
		{Selection{}, 0, []int{}},
		{Selection{Every: 1}, 3, []int{0, 1, 2}},
		{Selection{Every: 3}, 8, []int{0, 3, 6}},
		{Selection{First: 2}, 8, []int{0, 1}},
		{Selection{First: 9}, 3, []int{0, 1, 2}},
		{Selection{Every: 2, First: 2}, 8, []int{0, 2}},
		{Selection{Sample: 9}, 3, []int{0, 1, 2}},
		// Fixed for good: records name puzzles by seed.
		{Selection{Sample: 5}, 100, []int{39, 40, 48, 52, 68}},
		{Selection{Sample: 5, Seed: 1}, 100, []int{3, 57, 73, 80, 92}},
		{Selection{Every: 10, Sample: 3, Seed: 1}, 100, []int{20, 70, 80}},
	} {
		if got := indices(t, c.sel, c.n); !slices.Equal(got, c.want) {
			t.Errorf("%+v of %d: %v, want %v", c.sel, c.n, got, c.want)
		}
	}
}

func TestSelectionStopsReading(t *testing.T) {
	read := 0
	seq := func(yield func(format.Puzzle, error) bool) {
		for read < 1000 {
			read++
			if !yield(format.Puzzle{}, nil) {
				return
			}
		}
	}
	if _, err := (Selection{First: 3}).Apply(seq); err != nil || read != 3 {
		t.Errorf("read %d puzzles for the first 3, %v", read, err)
	}
}

func TestSelectionRefuses(t *testing.T) {
	for _, sel := range []Selection{
		{Every: -1},
		{First: -1},
		{Sample: -1},
		{First: 1, Sample: 1},
		{Seed: 1},
		{First: 1, Seed: 1},
	} {
		if _, err := sel.Apply(numbered(3)); err == nil {
			t.Errorf("%+v: no error", sel)
		}
	}
	s := &Store{}
	if _, err := s.Sample(t.Context(), "17clue", 0, 1); err == nil {
		t.Error("a sample of 0: no error")
	}
	broken := errors.New("broken")
	seq := func(yield func(format.Puzzle, error) bool) { yield(format.Puzzle{}, broken) }
	if items, err := (Selection{Sample: 1}).Apply(seq); !errors.Is(err, broken) || items != nil {
		t.Errorf("%v, %v; want the sequence's error", items, err)
	}
}

func TestSampleProperties(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(0, 300).Draw(rt, "n")
		k := rapid.IntRange(1, 50).Draw(rt, "k")
		every := rapid.IntRange(1, 4).Draw(rt, "every")
		seed := rapid.Uint64().Draw(rt, "seed")
		got := indices(t, Selection{Every: every, Sample: k, Seed: seed}, n)
		if want := min(k, (n+every-1)/every); len(got) != want {
			rt.Fatalf("%d items, want %d", len(got), want)
		}
		for i, x := range got {
			if x%every != 0 || i > 0 && got[i-1] >= x {
				rt.Fatalf("%v: not rising multiples of %d", got, every)
			}
		}
		// Nested in the size of the sample.
		more := indices(t, Selection{Every: every, Sample: k + 1, Seed: seed}, n)
		for _, x := range got {
			if !slices.Contains(more, x) {
				rt.Fatalf("%d is in the sample of %d, not in that of %d", x, k, k+1)
			}
		}
	})
}

// Every puzzle and every pair of neighbours must be drawn about equally often. The bound is
// five standard deviations of a binomial; the seeds are fixed.
func TestSampleIsFair(t *testing.T) {
	const n, k, runs = 40, 10, 4000
	single, pair := make([]int, n), make([]int, n)
	for seed := range uint64(runs) {
		var in [n + 1]bool
		for _, x := range indices(t, Selection{Sample: k, Seed: seed}, n) {
			in[x] = true
		}
		for x := range n {
			if in[x] {
				single[x]++
			}
			if in[x] && in[(x+1)%n] {
				pair[x]++
			}
		}
	}
	check := func(what string, counts []int, p float64) {
		mean, sd := runs*p, math.Sqrt(runs*p*(1-p))
		for x, c := range counts {
			if math.Abs(float64(c)-mean) > 5*sd {
				t.Errorf("%s %d drawn %d times, want %.0f ± %.0f", what, x, c, mean, 5*sd)
			}
		}
	}
	check("puzzle", single, float64(k)/n)
	check("pair", pair, float64(k)*(k-1)/(n*(n-1)))
}

func TestSampleOwnsItsBoards(t *testing.T) {
	shared := make([]uint8, 16)
	seq := func(yield func(format.Puzzle, error) bool) {
		for i := range 4 {
			b, err := board.FromCells(shared)
			shared[0] = uint8(i + 1)
			if !yield(format.Puzzle{Board: b}, err) {
				return
			}
		}
	}
	items, err := (Selection{Sample: 4}).Apply(seq)
	if err != nil {
		t.Fatal(err)
	}
	for i, it := range items {
		if it.Board.At(0) != i+1 {
			t.Errorf("item %d begins with %d", i, it.Board.At(0))
		}
	}
}

func TestStoreSelects(t *testing.T) {
	data := t.TempDir()
	write(t, filepath.Join(data, "tiny.txt"), tinyText)
	s := &Store{DataDir: data, Sets: []Set{tinySet()}}
	got, err := s.Select(t.Context(), "tiny", Selection{Every: 2})
	if err != nil || len(got) != 3 || got[1].Index != 2 || got[1].Board.String() != "..3............." {
		t.Errorf("%v, %v", got, err)
	}
	a, err := s.Sample(t.Context(), "tiny", 2, 7)
	if err != nil || len(a) != 2 {
		t.Fatalf("%v, %v", a, err)
	}
	b, err := s.Sample(t.Context(), "tiny", 2, 7)
	if err != nil || !slices.EqualFunc(a, b, func(x, y Item) bool { return x.Index == y.Index && x.Board.Equal(y.Board) }) {
		t.Errorf("two samples with one seed: %v, %v (%v)", a, b, err)
	}
}
