package dqnenvironment

import (
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/learn/puzzles"
)

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }

// TestKindOf looks at moves of each kind on a board whose first row is given but for two cells, one of them played.
func TestKindOf(t *testing.T) {
	s := puzzles.Sample{Puzzle: make([]uint8, 81), Solution: make([]uint8, 81)}
	for i := range s.Solution { // rows that are moved on by 3, and by 1 from band to band
		s.Solution[i] = uint8((i%9+i/9*3+i/27)%9 + 1)
	}
	copy(s.Puzzle, s.Solution[:7])
	cells := position(rand.New(rand.NewPCG(1, 2)), s, 74)
	if len(puzzles.Empty(cells)) != 74 {
		t.Fatalf("%d empty cells, want 74", len(puzzles.Empty(cells)))
	}
	cells[7] = s.Solution[7]
	for _, c := range []struct {
		cell, digit int
		want        string
	}{{0, 1, given}, {0, 5, given}, {7, 8, played}, {8, 9, matching}, {8, 1, broken}, {9, 4, matching}, {9, 1, broken}, {9, 5, off}, {80, 8, matching}, {80, 7, off}} {
		if got := kindOf(s, cells, c.cell*9+c.digit-1); got != c.want {
			t.Errorf("digit %d in cell %d is %q, want %q", c.digit, c.cell, got, c.want)
		}
	}
}

func TestSpan(t *testing.T) {
	var s span
	for _, x := range []float64{-5, -10, 3} {
		s.add(x)
	}
	if s != (span{3, -10, 3}) {
		t.Errorf("%+v, want 3 figures from −10 to 3", s)
	}
}
