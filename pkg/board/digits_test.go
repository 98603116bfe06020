package board_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
)

// A set of digits behaves as a map would.
func TestDigitsAgainstMap(t *testing.T) {
	digit := rapid.IntRange(1, board.MaxSide)
	rapid.Check(t, func(t *rapid.T) {
		var set board.Digits
		model := map[int]bool{}
		for _, d := range rapid.SliceOf(digit).Draw(t, "digits") {
			if rapid.Bool().Draw(t, "add") {
				set = set.With(d)
				model[d] = true
			} else {
				set = set.Without(d)
				delete(model, d)
			}
		}
		var want []int
		for d := 1; d <= board.MaxSide; d++ {
			if set.Has(d) != model[d] {
				t.Fatalf("Has(%d) = %v", d, set.Has(d))
			}
			if model[d] {
				want = append(want, d)
			}
		}
		if got := slices.Collect(set.All()); !slices.Equal(got, want) {
			t.Fatalf("All: %v, want %v", got, want)
		}
		if set.Count() != len(want) || set.Single() != (len(want) == 1) {
			t.Fatalf("%v: Count %d, Single %v", set, set.Count(), set.Single())
		}
		first := 0
		if len(want) > 0 {
			first = want[0]
		}
		if set.First() != first {
			t.Fatalf("%v: First %d, want %d", set, set.First(), first)
		}
		if board.DigitsOf(want...) != set {
			t.Fatalf("DigitsOf(%v) = %v, want %v", want, board.DigitsOf(want...), set)
		}
	})
}

func TestDigits(t *testing.T) {
	for n := 1; n <= board.MaxSide; n++ {
		all := board.AllDigits(n)
		if all.Count() != n || all.First() != 1 || !all.Has(n) || n < board.MaxSide && all.Has(n+1) {
			t.Errorf("AllDigits(%d) = %v", n, all)
		}
	}
	for set, want := range map[board.Digits]string{0: "{}", board.DigitsOf(4): "{4}", board.DigitsOf(36, 1, 9, 1): "{1,9,36}"} {
		if got := set.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	for d := range board.DigitsOf(2, 3, 5).All() { // stops when told to
		if d != 2 {
			t.Errorf("first digit %d, want 2", d)
		}
		break
	}
	for _, d := range []int{-1, 0, board.MaxSide + 1, 64} {
		if !panics(func() { board.DigitsOf(d) }) {
			t.Errorf("DigitsOf(%d) did not panic", d)
		}
	}
}

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}
