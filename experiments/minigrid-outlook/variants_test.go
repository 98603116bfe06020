package minigridoutlook

import (
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/solvertest"
)

// TestJigsaw: what the maker makes is a map of regions.
func TestJigsaw(t *testing.T) {
	for seed := range uint64(20) {
		for _, side := range []int{5, 6, 9} {
			regions := jigsaw(rand.New(rand.NewPCG(seed, 1)), side, 2)
			if _, err := board.ShapeWith(side, board.Variant{Regions: regions}); err != nil {
				t.Errorf("seed %d, side %d: %v", seed, side, err)
			}
		}
	}
}

func TestGrids(t *testing.T) {
	cfg := config(lab.Smoke)
	for i, v := range variants {
		grid, err := gridOf(t.Context(), cfg, rand.New(rand.NewPCG(5, uint64(i))), v)
		if err != nil {
			t.Fatal(err)
		}
		if err := board.CheckSolution(board.New(grid.Shape()), grid); err != nil {
			t.Errorf("%s: %v", v.name, err)
		}
		if got := grid.Shape().Variant(); got.Diagonals != v.diagonals || (got.Regions != nil) != v.regions || grid.Shape().Side() != v.side {
			t.Errorf("%s: a grid of %s", v.name, grid.Shape())
		}
	}
}

// TestChanged: one given differs, and no other cell.
func TestChanged(t *testing.T) {
	for _, c := range solvertest.VariantCases() {
		if c.Puzzle.Filled() == 0 {
			continue
		}
		got := changed(rand.New(rand.NewPCG(1, 1)), c.Puzzle)
		differ := 0
		for cell := range got.Cells() {
			if got.At(cell) != c.Puzzle.At(cell) {
				differ++
				if got.At(cell) == 0 || c.Puzzle.At(cell) == 0 {
					t.Errorf("%s: cell %d became %d from %d", c.Name, cell, got.At(cell), c.Puzzle.At(cell))
				}
			}
		}
		if differ != 1 {
			t.Errorf("%s: %d cells differ, want 1", c.Name, differ)
		}
	}
}
