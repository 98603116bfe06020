package tensorchecks

import (
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/tensornet"
)

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }

// TestPairsIn: by hand, in a row of which the first three cells have pairs.
func TestPairsIn(t *testing.T) {
	unit := board.Standard().Units()[0]
	x := make([]board.Digits, 81)
	for _, cell := range unit {
		x[cell] = board.AllDigits(9)
	}
	x[unit[0]], x[unit[1]], x[unit[2]] = board.DigitsOf(1, 8), board.DigitsOf(1, 8), board.DigitsOf(1, 8, 9)
	strike := make([]board.Digits, 81)
	pairsIn(tensornet.NakedDoubles, unit, x, strike)
	for i, cell := range unit {
		want := board.DigitsOf(1, 8)
		if i < 2 {
			want = 0
		}
		if strike[cell] != want {
			t.Errorf("cell %d: naked pairs strike %v, want %v", i, strike[cell], want)
		}
	}

	x[unit[0]], x[unit[1]], x[unit[2]] = board.DigitsOf(1, 8, 4), board.DigitsOf(1, 5, 8), board.DigitsOf(4, 5)
	for _, cell := range unit[3:] {
		x[cell] = x[cell].Without(1).Without(8)
	}
	clear(strike)
	pairsIn(tensornet.HiddenDoubles, unit, x, strike)
	for i, cell := range unit {
		want := board.Digits(0)
		if i < 2 {
			want = board.DigitsOf(4 + i)
		}
		if strike[cell] != want {
			t.Errorf("cell %d: hidden pairs strike %v, want %v", i, strike[cell], want)
		}
	}
}

// TestFaultsAreSeen: each comparison notices what it looks for.
func TestFaultsAreSeen(t *testing.T) {
	x := make([]board.Digits, 81)
	for cell := range x {
		x[cell] = board.AllDigits(9)
	}
	x[0] = board.DigitsOf(3) // a naked single; 7 has one place in the last row
	for cell := 73; cell < 81; cell++ {
		x[cell] = x[cell].Without(7)
	}
	found := map[string]int{}
	note := func(name string, v int, _ string) { found[name] = v }
	singles([][]board.Digits{x}, [][]board.Digits{x}, note)
	if found["naked singles"] != 1 || found["naked singles left"] != 1 || found["hidden singles"] != 1 || found["hidden singles left"] != 1 {
		t.Errorf("a step that strikes nothing: %v", found)
	}

	x = make([]board.Digits, 81)
	for cell := range x {
		x[cell] = board.AllDigits(9)
	}
	x[0], x[3] = board.DigitsOf(1, 2), board.DigitsOf(1, 2)
	struck := make([]board.Digits, 81)
	struck[80] = board.DigitsOf(5)
	doubles(tensornet.NakedDoubles, [][]board.Digits{x}, [][]board.Digits{struck}, note)
	if found["naked-doubles in rows"] != 1 || found["naked-doubles missed in rows"] != 1 || found["naked-doubles in boxes"] != 0 || found["naked-doubles without reason"] != 1 {
		t.Errorf("another strike than a row's pair: %v", found)
	}

	array := []int{0, 4, -1, 9, 4}
	mask := func(at ...int) []int {
		m := make([]int, len(array))
		for _, i := range at {
			m[i] = 1
		}
		return m
	}
	for _, c := range []struct {
		calls [][]int
		right bool
	}{
		{[][]int{mask(3), mask(4), mask(1), mask()}, true},
		{[][]int{mask(3), mask(1), mask(4)}, true},
		{[][]int{mask(3), mask(1)}, false},                   // one left out
		{[][]int{mask(3), mask(1), mask(1)}, false},          // twice
		{[][]int{mask(3), mask(1, 4), mask()}, false},        // two at once
		{[][]int{mask(1), mask(3), mask(4)}, false},          // not the largest
		{[][]int{mask(3), mask(1), mask(4), mask(2)}, false}, // below zero
		{[][]int{mask(3), mask(), mask(1), mask(4)}, false},  // none
		{[][]int{mask(3), mask(1), mask(4), mask(0)}, false}, // zero
	} {
		if why := inTurn(array, c.calls); (why == "") != c.right {
			t.Errorf("%v: %q", c.calls, why)
		}
	}
}

// TestPairsOf: a convolution that sums up all digits has no pairs, and one for fewer boards is not per cell.
func TestPairsOf(t *testing.T) {
	pair := make([]int, 18)
	pair[0], pair[1], pair[9], pair[12] = 1, 1, 1, 1
	list := []tensornet.Convolution{{Kernel: [4]int{2, 9, 1, 1}, Weights: pair, Out: []int{5, 2, 9, 9}}}
	if pairs, cells := pairsOf(list, 5); pairs != 2 || cells != 81 {
		t.Errorf("%d pairs for %d cells, want 2 for 81", pairs, cells)
	}
	pair[12], pair[10] = 0, 1 // the same pair twice
	if pairs, _ := pairsOf(list, 5); pairs != 1 {
		t.Errorf("%d pairs, want 1", pairs)
	}
	pair[10], pair[11] = 0, 2
	if pairs, _ := pairsOf(list, 5); pairs != 1 {
		t.Errorf("%d pairs, want 1: weights are 0 and 1", pairs)
	}
	if pairs, _ := pairsOf(list, 4); pairs != 0 {
		t.Errorf("%d pairs for images that are not boards", pairs)
	}
}
