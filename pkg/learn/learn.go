package learn

import (
	"context"

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
