package learn_test

import (
	"context"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/learn/score"
)

// counter is the smallest predictor: it gives the digits of a cell in proportion to their
// candidates in the rules' first round.
type counter struct{}

func (counter) Predict(_ context.Context, boards []board.Board) ([]learn.Prediction, error) {
	out := make([]learn.Prediction, len(boards))
	for i, b := range boards {
		n := b.Shape().Side()
		out[i].P = make([]float32, b.Shape().Cells()*n)
		for cell, candidates := range board.Candidates(b) {
			if d := b.At(cell); d != 0 {
				out[i].P[cell*n+d-1] = 1
			}
			for d := 1; d <= n && b.At(cell) == 0; d++ {
				if candidates.Has(d) {
					out[i].P[cell*n+d-1] = 1 / float32(candidates.Count())
				}
			}
		}
	}
	return out, nil
}

func ExamplePredictor() {
	var p learn.Predictor = counter{}
	puzzle, solution := board.MustParse("12..34..........").Cells(), board.MustParse("1243342121344312").Cells()
	metrics, _, err := score.Evaluate(context.Background(), p, []puzzles.Sample{{Puzzle: puzzle, Solution: solution}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d of %d empty cells right\n", metrics.Empty.Hits, metrics.Empty.Trials)
	// Output: 5 of 12 empty cells right
}
