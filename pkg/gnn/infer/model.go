package infer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn"
)

// sumTolerance is how far the probabilities of a cell may sum from 1. It has room for
// probabilities of 8 significant bits.
const sumTolerance = 0.05

// checkPrediction returns an error unless p can be a prediction for b: N·n numbers in [0, 1],
// those of each empty cell with the sum 1. It looks at empty cells only.
func checkPrediction(b board.Board, p learn.Prediction) error {
	s := b.Shape()
	n := s.Side()
	if len(p.P) != s.Cells()*n {
		return fmt.Errorf("prediction of %d probabilities, want %d for %v", len(p.P), s.Cells()*n, s)
	}
	for cell, d := range b.Cells() {
		if d != 0 {
			continue
		}
		sum := float32(0)
		for i, x := range p.P[cell*n : cell*n+n] {
			if !(x >= 0 && x <= 1+sumTolerance) { // so that NaN is refused
				return fmt.Errorf("%s holds %d with probability %v, want 0 to 1", s.CellName(cell), i+1, x)
			}
			sum += x
		}
		if !(sum >= 1-sumTolerance && sum <= 1+sumTolerance) {
			return fmt.Errorf("probabilities of %s sum to %v, want 1", s.CellName(cell), sum)
		}
	}
	return nil
}

// best returns the digit that the model puts first in a cell, the smallest of equals, and its
// probability.
func best(p learn.Prediction, cell, n int) (digit int, prob float32) {
	of := p.P[cell*n : cell*n+n]
	digit, prob = 1, of[0]
	for i, x := range of {
		if x > prob {
			digit, prob = i+1, x
		}
	}
	return digit, prob
}

// errStopped ends a run whose context or time has ended. What was answered before stays.
var errStopped = errors.New("infer: stopped")

// question is a board that the model is asked about for a puzzle.
type question struct {
	j *job
	b board.Board
}

// ask puts all the questions to the model in one call and checks what it says.
func (x *run) ask(ctx context.Context, qs []question) ([]learn.Prediction, error) {
	if ctx.Err() != nil {
		return nil, errStopped
	}
	if len(qs) == 0 {
		return nil, nil
	}
	boards := make([]board.Board, len(qs))
	for i, q := range qs {
		boards[i] = q.b
	}
	start := time.Now()
	out, err := x.r.model.Predict(ctx, boards)
	each := time.Since(start) / time.Duration(len(qs))
	switch {
	case ctx.Err() != nil:
		return nil, errStopped
	case err != nil:
		return nil, fmt.Errorf("infer: asking the model about %d boards: %w", len(qs), err)
	case len(out) != len(qs):
		return nil, fmt.Errorf("infer: the model gave %d predictions, want %d", len(out), len(qs))
	}
	var last *job
	for i, q := range qs {
		if err := checkPrediction(q.b, out[i]); err != nil {
			return nil, fmt.Errorf("infer: board %d: %w", q.j.index, err)
		}
		st := q.j.stage()
		st.Boards++
		st.Model += each
		if q.j != last { // the questions of a puzzle stand together
			st.Calls++
			last = q.j
		}
	}
	return out, nil
}

// roots sees to it that each job has the model's prediction for its puzzle. Every method
// begins with it, so that it is asked for once.
func (x *run) roots(ctx context.Context, jobs []*job) error {
	var qs []question
	for _, j := range jobs {
		if j.root.P == nil {
			qs = append(qs, question{j, j.puzzle})
		}
	}
	out, err := x.ask(ctx, qs)
	if err != nil {
		return err
	}
	for i, q := range qs {
		q.j.root = out[i]
	}
	return nil
}
