package minigridsizes

import (
	"math"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
)

// geometry counts what follows from the size alone: bits, boxes and pairs of boxes.
func geometry(r *lab.Run, k int) error {
	shape, err := board.ShapeOf(k)
	if err != nil {
		return err
	}
	n := shape.Side()
	m, err := minigrid.Mask(board.New(shape))
	if err != nil {
		return err
	}
	log := math.Log2(float64(n))
	r.Count("side", int64(n), "cells")
	r.Count("cells", int64(shape.Cells()), "cells")
	r.Count("board.bits", int64(m.BoardBits()), "bits")
	r.Exact("board.bits.table", float64(n*n)*log, "bits", 1)
	r.Exact("board.bits.states", float64(n*n)*math.Log2(float64(n+1)), "bits", 1)
	r.Count("board.bits.held", 8*int64(len(m.Puzzle().Cells())), "bits")
	r.Count("masks.bits", int64(m.Bits()), "bits")
	r.Exact("masks.bits.table", float64(n)*log, "bits", 1)
	r.Exact("masks.bits.ceiling", float64(n)*math.Ceil(math.Log2(float64(n+1))), "bits", 1)
	boxes(r, shape)
	pairs(r, shape)
	return nil
}

// boxes compares the paper's formula with the board's own boxes, cell by cell.
func boxes(r *lab.Run, shape *board.Shape) {
	n, k := shape.Side(), shape.Box()
	agree := 0
	size := make([]int, n)
	for cell := range shape.Cells() {
		if row, col := shape.Row(cell), shape.Col(cell); row/k*k+col/k == shape.BoxOf(cell) {
			agree++
		}
		size[shape.BoxOf(cell)]++
	}
	least, most := size[0], size[0]
	for _, s := range size {
		least, most = min(least, s), max(most, s)
	}
	r.Count("boxes", int64(len(size)), "boxes")
	r.Count("formula.agrees", int64(agree), "cells")
	r.Count("box.cells.min", int64(least), "cells")
	r.Count("box.cells.max", int64(most), "cells")
}

// pairs counts the dependent pairs as the method has them, and again from the rows and columns of
// the boxes' cells alone.
func pairs(r *lab.Run, shape *board.Shape) {
	n := shape.Side()
	dependents := make([]int, n)
	method := minigrid.Dependent(shape)
	for _, p := range method {
		dependents[p.A]++
		dependents[p.B]++
	}
	least, most := n, 0
	for _, d := range dependents {
		least, most = min(least, d), max(most, d)
	}
	shared := make(map[[2]int]bool)
	for a := range shape.Cells() {
		for b := range shape.Cells() {
			if shape.Row(a) != shape.Row(b) && shape.Col(a) != shape.Col(b) {
				continue
			}
			if x, y := shape.BoxOf(a), shape.BoxOf(b); x < y {
				shared[[2]int{x, y}] = true
			}
		}
	}
	r.Count("pairs", int64(len(method)), "pairs")
	r.Count("pairs.recounted", int64(len(shared)), "pairs")
	r.Count("pairs.all", int64(n*(n-1)/2), "pairs")
	r.Count("dependents.min", int64(least), "boxes")
	r.Count("dependents.max", int64(most), "boxes")
}
