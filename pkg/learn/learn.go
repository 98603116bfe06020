package learn

import (
	"context"
	"iter"

	"sudokulab/pkg/board"
)

// Predictor gives the digits' probabilities, for a batch of boards of any number and of
// one shape or several. Implementations cut it into batches of the size they compiled for.
type Predictor interface {
	Predict(ctx context.Context, boards []board.Board) ([]Prediction, error)
}

// Prediction holds the probabilities of one board.
type Prediction struct {
	// P is [N·n]: P[cell·n+digit-1], with N = n² cells in row-major order and n digits. Each
	// cell's sum is 1; a given's own digit has 1.
	P []float32
}

// ByShape yields the shapes of boards in the order in which they first appear, each with the
// places of its boards, in their order: what a predictor compiles for is one shape.
func ByShape(boards []board.Board) iter.Seq2[*board.Shape, []int] {
	return func(yield func(*board.Shape, []int) bool) {
		places := map[*board.Shape][]int{}
		var order []*board.Shape
		for i, b := range boards {
			s := b.Shape()
			if places[s] == nil {
				order = append(order, s)
			}
			places[s] = append(places[s], i)
		}
		for _, s := range order {
			if !yield(s, places[s]) {
				return
			}
		}
	}
}
