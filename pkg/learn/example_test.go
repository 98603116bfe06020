package learn_test

import (
	"context"
	"fmt"
	"log"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn"
)

// level is a Predictor that has learned nothing: all candidates of a cell are equally likely.
type level struct{}

func (level) Predict(_ context.Context, boards []board.Board) ([]learn.Prediction, error) {
	answers := make([]learn.Prediction, len(boards))
	for i, b := range boards {
		n := b.Shape().Side()
		answers[i].P = make([]float32, b.Shape().Cells()*n)
		for cell, candidates := range board.Candidates(b) {
			for d := range candidates.All() {
				answers[i].P[cell*n+d-1] = 1 / float32(candidates.Count())
			}
		}
	}
	return answers, nil
}

func Example() {
	puzzle := board.MustParse("12..34..2.4..3..")
	var p learn.Predictor = level{}
	answers, err := p.Predict(context.Background(), []board.Board{puzzle})
	if err != nil {
		log.Fatal(err)
	}
	cell := puzzle.Shape().Cell(1, 2)
	fmt.Println("r2c3:", answers[0].P[4*cell:4*cell+4])
	// Output: r2c3: [0.5 0.5 0 0]
}
