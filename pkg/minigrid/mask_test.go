package minigrid_test

import (
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/solvertest"
)

func TestMask(t *testing.T) {
	for _, c := range append(solvertest.Cases(), solvertest.VariantCases()...) {
		m, err := minigrid.Mask(c.Puzzle)
		if err != nil {
			t.Fatal(err)
		}
		conflict := len(board.Conflicts(c.Puzzle)) > 0
		if m.Conflict() != conflict {
			t.Errorf("%s: conflict %v, want %v", c.Name, m.Conflict(), conflict)
		}
		for u, cells := range c.Puzzle.Shape().Units() {
			var want board.Digits
			for _, cell := range cells {
				if d := c.Puzzle.At(cell); d != 0 {
					want = want.With(d)
				}
			}
			if m.Used(u) != want {
				t.Errorf("%s: unit %d uses %v, want %v", c.Name, u, m.Used(u), want)
			}
		}
		if m.Phase.Steps != int64(c.Puzzle.Shape().Cells()) {
			t.Errorf("%s: %d steps, want one a cell", c.Name, m.Phase.Steps)
		}
	}
}

// The table of section 6 puts the board at 324, 1024 and 2900 bits and the masks at 36, 64 and 116;
// only 324 is what the paper's formula gives, and a mask bit for each digit of each unit is 3n².
func TestBits(t *testing.T) {
	for _, tc := range []struct{ k, board, masks int }{{2, 48, 48}, {3, 324, 243}, {4, 1280, 768}, {5, 3125, 1875}} {
		s, err := board.ShapeOf(tc.k)
		if err != nil {
			t.Fatal(err)
		}
		m, err := minigrid.Mask(board.New(s))
		if err != nil {
			t.Fatal(err)
		}
		if m.BoardBits() != tc.board || m.Bits() != tc.masks {
			t.Errorf("k=%d: board %d bits, masks %d, want %d and %d", tc.k, m.BoardBits(), m.Bits(), tc.board, tc.masks)
		}
	}
}

func TestMaskZeroBoard(t *testing.T) {
	_, err := minigrid.Mask(board.Board{})
	wantError(t, err, "zero Board")
}

func TestMaskCopiesPuzzle(t *testing.T) {
	b := puzzleCase(t, "9/naked")
	before := b.Clone()
	m, err := minigrid.Mask(b)
	if err != nil {
		t.Fatal(err)
	}
	b.Set(0, 9)
	if !m.Puzzle().Equal(before) {
		t.Error("the masks' puzzle changed with the caller's")
	}
}
