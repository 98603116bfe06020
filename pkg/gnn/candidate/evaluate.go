package candidate

import (
	"context"
	"fmt"

	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/learn/score"
)

// Evaluation is what a network does alone on a set of puzzles.
type Evaluation struct {
	Metrics score.Metrics `json:"metrics"` // of the grids with which thinking ended
	// SolvedBy counts the boards that were solved after at most so many steps of one start,
	// for each look: SolvedBy[i] after (i+1)·Segment steps. Later starts come on top.
	SolvedBy []int `json:"solved_by"`
	// Restarted counts the boards that a later start solved.
	Restarted int `json:"restarted"`
	// Steps is the number of steps that were made on all boards together.
	Steps int64 `json:"steps"`
}

// Evaluate thinks about the samples and compares the answers with their solutions.
func (t *Thinker) Evaluate(ctx context.Context, samples []puzzles.Sample) (Evaluation, error) {
	thoughts, err := t.Think(ctx, puzzles.Boards(samples), nil)
	if err != nil {
		return Evaluation{}, err
	}
	e := Evaluation{SolvedBy: make([]int, t.config.Steps/t.config.Segment)}
	for i, th := range thoughts {
		if err := e.Metrics.Grid(samples[i], th.Grid); err != nil {
			return Evaluation{}, fmt.Errorf("candidate: %w", err)
		}
		e.Steps += int64(th.Steps)
		switch {
		case th.Solved && th.Starts == 1:
			for look := th.Steps/t.config.Segment - 1; look < len(e.SolvedBy); look++ {
				e.SolvedBy[look]++
			}
		case th.Solved:
			e.Restarted++
		}
	}
	return e, nil
}
