package infer

import (
	"context"
	"math"

	"sudokulab/pkg/board"
)

// RunCells searches a puzzle for all solutions with the cell search's own workspace, so that
// tests can count its allocations; the function may be called again and again.
func RunCells(puzzle board.Board) (run func() (found int64)) {
	s := &Search{cfg: SearchConfig{Form: Cells, Order: Ascending}}
	c := newCellSearch(puzzle.Shape())
	root, ok := newPartial(puzzle.Clone())
	if !ok {
		panic("conflict")
	}
	ctx := context.Background()
	return func() int64 {
		s.rank = s.rank[:0]
		n := puzzle.Shape().Side()
		for cell, d := range root.Cells() {
			if d == 0 {
				for d := range root.candidates(cell).All() {
					s.rank = append(s.rank, int32(cell*n+d-1))
				}
			}
		}
		c.load(&root, s.rank, n)
		out := searched{}
		c.run(ctx, math.MaxInt64, math.MaxInt64, &out)
		return out.found
	}
}
