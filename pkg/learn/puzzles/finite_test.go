package puzzles_test

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"sudokulab/pkg/learn/puzzles"
)

func finite(t *testing.T, cfg puzzles.FiniteConfig, workers int) *puzzles.Finite {
	t.Helper()
	f, err := puzzles.NewFinite(t.Context(), cfg, workers)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestFinite sees each sample once in each epoch, in orders that differ.
func TestFinite(t *testing.T) {
	const size = 50
	cfg := puzzles.FiniteConfig{Stream: quick(9, 1), Size: size, Shuffle: 3}
	f := finite(t, cfg, 2)
	same(t, "the stream's samples", f.Samples(), take(t, open(t, cfg.Stream, 1), size))
	index := map[string]int{}
	for i, s := range f.Samples() {
		index[string(s.Puzzle)] = i
	}
	var orders [3][]int
	for epoch := range orders {
		if f.Epoch() != epoch+1 {
			t.Errorf("epoch %d, want %d", f.Epoch(), epoch+1)
		}
		met := map[int]bool{}
		for range size / 10 {
			for _, s := range take(t, f, 10) {
				i, in := index[string(s.Puzzle)]
				if !in || met[i] {
					t.Fatalf("epoch %d: sample %d comes twice or from nowhere", epoch+1, i)
				}
				met[i] = true
				orders[epoch] = append(orders[epoch], i)
			}
		}
	}
	if slices.Equal(orders[0], orders[1]) || slices.Equal(orders[1], orders[2]) {
		t.Error("two epochs have one order")
	}
	// What is handed out is the caller's.
	first := take(t, f, 1)[0]
	i := index[string(first.Puzzle)]
	first.Puzzle[0] = 9
	if kept := f.Samples()[i]; slices.Equal(kept.Puzzle, first.Puzzle) {
		t.Error("a sample handed out shares its cells with the data set")
	}
}

func TestFiniteResume(t *testing.T) {
	cfg := puzzles.FiniteConfig{Stream: quick(9, 1), Size: 40, Shuffle: 3}
	cfg.Stream.Augment = puzzles.Augment{Digits: 0.5, Lines: 0.5}
	whole := finite(t, cfg, 2)
	var want, got []puzzles.Sample
	for range 10 {
		want = append(want, take(t, whole, 13)...)
	}
	for f, i := finite(t, cfg, 1), 0; i < 10; i++ {
		got = append(got, take(t, f, 13)...)
		text, err := json.Marshal(f.State())
		if err != nil {
			t.Fatal(err)
		}
		var state puzzles.FiniteState
		if err := json.Unmarshal(text, &state); err != nil {
			t.Fatal(err)
		}
		if f, err = puzzles.ResumeFinite(t.Context(), state, 2); err != nil {
			t.Fatal(err)
		}
	}
	same(t, "resumed", got, want)
}

func TestFiniteOf(t *testing.T) {
	samples := take(t, open(t, quick(4, 1), 1), 7)
	f, err := puzzles.FiniteOf(samples, puzzles.Augment{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	first := take(t, f, 20)
	if err := f.Seek(5); err != nil {
		t.Fatal(err)
	}
	same(t, "after a seek", take(t, f, 15), first[5:])
	if err := f.Seek(-1); err == nil {
		t.Error("seek before the beginning")
	}
	if _, err := puzzles.FiniteOf(nil, puzzles.Augment{}, 1); err == nil {
		t.Error("a data set of nothing")
	}
	if _, err := puzzles.FiniteOf(samples, puzzles.Augment{Digits: 2}, 1); err == nil {
		t.Error("an augmentation with a chance of 2")
	}
	if _, err := puzzles.NewFinite(t.Context(), puzzles.FiniteConfig{Stream: quick(4, 1)}, 1); err == nil {
		t.Error("a data set of size 0")
	}
}

func TestCurriculum(t *testing.T) {
	c := puzzles.Documented()
	for _, test := range []struct{ epoch, low, high int }{
		{1, 30, 40}, {15, 30, 40}, {16, 22, 35}, {35, 22, 35}, {36, 17, 45}, {60, 17, 45}, {61, 17, 45},
	} {
		d := c.At(test.epoch)
		if d.Givens != (puzzles.Mix{{Low: test.low, High: test.high, Weight: 1}}) || d.Hard != 0 {
			t.Errorf("epoch %d: %+v, want %d to %d givens", test.epoch, d, test.low, test.high)
		}
	}
	if err := c.Validate(9); err != nil {
		t.Error(err)
	}
	for _, bad := range []puzzles.Curriculum{
		{},
		{Stages: []puzzles.Stage{{5, 20, 30}, {5, 20, 30}}},
		{Stages: []puzzles.Stage{{5, 30, 20}}},
		{Stages: []puzzles.Stage{{5, 20, 30}}, Hard: math.NaN()},
	} {
		if bad.Validate(9) == nil {
			t.Errorf("%+v is valid", bad)
		}
	}
}
