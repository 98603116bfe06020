package solvertest

import "testing"

// TestLargeBoards: cases beyond side 9 are taken where they are asked for, or where an engine claims
// no others.
func TestLargeBoards(t *testing.T) {
	largest := func(o Options) (side int) {
		for _, c := range newSuite(nil, o).cases {
			side = max(side, c.Puzzle.Shape().Side())
		}
		return side
	}
	both, only16 := Options{Sides: []int{4, 9, 16}}, Options{Sides: []int{16}}
	t.Setenv(LargeVariable, "")
	if got := largest(both); got != 9 {
		t.Errorf("largest side %d, want 9", got)
	}
	if got := largest(only16); got != 16 {
		t.Errorf("largest side %d of an engine for side 16, want 16", got)
	}
	t.Setenv(LargeVariable, "1")
	if got := largest(both); got != 16 {
		t.Errorf("largest side %d with %s, want 16", got, LargeVariable)
	}
}
