package score

import (
	"context"
	"fmt"
	"math"

	"sudokulab/pkg/learn"
	"sudokulab/pkg/learn/puzzles"
)

// leastProbability bounds −log p where a probability underflows.
const leastProbability = 1e-30

// Evaluate measures a predictor's likeliest digits on puzzles, and adds up −log p(solution) over
// their empty cells, in nats.
func Evaluate(ctx context.Context, p learn.Predictor, samples []puzzles.Sample) (m Metrics, loss float64, err error) {
	predictions, err := p.Predict(ctx, puzzles.Boards(samples))
	if err != nil {
		return m, 0, err
	}
	if len(predictions) != len(samples) {
		return m, 0, fmt.Errorf("score: %d predictions for %d boards", len(predictions), len(samples))
	}
	for i, s := range samples {
		n := s.Board().Shape().Side()
		if have, want := len(predictions[i].P), len(s.Puzzle)*n; have != want {
			return m, 0, fmt.Errorf("score: prediction of %d probabilities for board %d, want %d", have, i, want)
		}
		grid := make([]uint8, len(s.Puzzle))
		for c, given := range s.Puzzle {
			if given != 0 {
				grid[c] = given
				continue
			}
			of := predictions[i].P[c*n : (c+1)*n]
			best := 0
			for d, x := range of {
				if x > of[best] {
					best = d
				}
			}
			grid[c] = uint8(best + 1)
			loss -= math.Log(max(float64(of[s.Solution[c]-1]), leastProbability))
		}
		if err := m.Grid(s, grid); err != nil {
			return m, 0, err
		}
	}
	return m, loss, nil
}
