package infer

import (
	"context"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn"
)

// single is method 1.
func (x *run) single(_ context.Context, jobs []*job) error {
	for _, j := range jobs {
		start := time.Now()
		j.stage().Rounds = 1
		j.explain(Round{Method: Single, Round: 1}, j.puzzle, j.root)
		grid := argmax(j.puzzle, j.root)
		err := j.found(grid, 0)
		if err != nil {
			j.giveUp(grid)
		}
		j.explainEnd(Single, err, j.puzzle, j.root)
		j.work(start)
	}
	return nil
}

// argmax returns a board with the model's first digits in the cells that b leaves empty.
func argmax(b board.Board, p learn.Prediction) board.Board {
	grid := b.Clone()
	n := b.Shape().Side()
	for cell, d := range b.Cells() {
		if d == 0 {
			first, _ := best(p, cell, n)
			grid.Set(cell, first)
		}
	}
	return grid
}
