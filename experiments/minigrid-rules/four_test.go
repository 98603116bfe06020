package minigridrules

import (
	"math/big"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solvertest"
	"sudokulab/pkg/symmetry"
)

// TestOrbits shows that the automorphisms are all there are, that the orbits make up all sets of
// cells, and that the two classes make up all 288 grids.
func TestOrbits(t *testing.T) {
	grids := new(big.Int)
	for class, text := range fourGrids {
		grid := board.MustParse(text)
		autos := automorphisms(grid)
		want, err := symmetry.Automorphisms(grid)
		if err != nil || want.Cmp(big.NewInt(int64(len(autos)))) != 0 {
			t.Errorf("class %d: %d automorphisms, want %v (%v)", class, len(autos), want, err)
		}
		size := new(big.Int).Div(symmetry.GroupOrder(grid.Shape()), want)
		grids.Add(grids, size)
		sets := int64(0)
		for mask := range 1 << 16 {
			sets += orbit(autos, uint16(mask))
		}
		if sets != 1<<16 {
			t.Errorf("class %d: the orbits hold %d sets, want %d", class, sets, 1<<16)
		}
	}
	if grids.Cmp(big.NewInt(288)) != 0 {
		t.Errorf("the classes hold %v grids, want 288", grids)
	}
}

// TestFourByNaiveGraph goes through all 4×4 boards that have a solution, up to symmetry, without
// package minigrid: none with one solution keeps a stray, and the fewest on any other are those of
// the kept board.
func TestFourByNaiveGraph(t *testing.T) {
	fewestStrays := int64(0)
	unique := int64(0)
	for _, text := range fourGrids {
		grid := board.MustParse(text)
		autos := automorphisms(grid)
		for mask := range 1 << 16 {
			size := orbit(autos, uint16(mask))
			if size == 0 {
				continue
			}
			b := grid.Clone()
			for cell := range b.Cells() {
				if mask>>cell&1 == 0 {
					b.Set(cell, 0)
				}
			}
			n, _, _ := solvertest.Count(b, 2, 0)
			if n == 1 {
				unique += size
			}
			g := joinedGraph(t, b)
			if err := g.prune(t.Context()); err != nil {
				t.Fatal(err)
			}
			left := 0
			for _, box := range g.left() {
				left += len(box)
			}
			if n == 1 && left != 4 {
				t.Errorf("%s has one solution and %d fillings left, want 4", b, left)
			}
			if n == 1 {
				continue
			}
			if s := straysOf(t, b, g); s > 0 && (fewestStrays == 0 || s < fewestStrays) {
				fewestStrays = s
			}
		}
	}
	if unique != 91428 {
		t.Errorf("%d boards with one solution, want 91428", unique)
	}
	for _, c := range kept() {
		if c.Name == "stray-4x4" && c.Number != fewestStrays {
			t.Errorf("the kept board has %d strays, the fewest are %d", c.Number, fewestStrays)
		}
	}
}

func TestFewest(t *testing.T) {
	var f fewest
	full := board.MustParse(fourGrids[0])
	part := full.Clone()
	part.Set(0, 0)
	for _, step := range []struct {
		count  int64
		board  board.Board
		want   int64
		givens int
	}{{0, full, 0, 0}, {3, part, 3, 15}, {4, full, 3, 15}, {3, full, 3, 16}, {2, part, 2, 15}} {
		f.see(step.count, step.board)
		if f.count != step.want || f.givens != step.givens {
			t.Errorf("after %d on %d givens: %+v", step.count, step.board.Filled(), f)
		}
	}
}
