package plain

import (
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/board"
)

// TestDoublesIn: the units together strike what the two rules strike, and a row's doubles leave the other
// rows alone.
func TestDoublesIn(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 2))
	shape, struck := board.Standard(), 0
	for range 300 {
		x := make([]board.Digits, shape.Cells())
		for cell := range x {
			x[cell] = board.DigitsOf(1+rng.IntN(3), 1+rng.IntN(9))
		}
		all, naked, hidden := DoublesIn(shape.Units(), x), NakedDoubles(shape, x), HiddenDoubles(shape, x)
		row := DoublesIn(shape.Units()[:1], x)
		for cell := range x {
			if all[cell] != naked[cell]|hidden[cell] {
				t.Fatalf("cell %d: %v together, %v and %v apart", cell, all[cell], naked[cell], hidden[cell])
			}
			if row[cell]&^all[cell] != 0 || cell >= 9 && row[cell] != 0 {
				t.Fatalf("cell %d: the first row's doubles strike %v", cell, row[cell])
			}
			struck += all[cell].Count()
		}
	}
	if struck == 0 {
		t.Error("nothing was struck")
	}
}
