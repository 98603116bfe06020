package score_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/learn/score"
)

// answerer gives the digits of a grid the probability p and shares the rest, the same for every
// board.
type answerer struct {
	grid board.Board
	p    float32
	err  error
	less int // values that are left out
}

func (a answerer) Predict(_ context.Context, boards []board.Board) ([]learn.Prediction, error) {
	n := a.grid.Shape().Side()
	var out []learn.Prediction
	for range boards {
		var p []float32
		for _, d := range a.grid.Cells() {
			for digit := 1; digit <= n; digit++ {
				x := (1 - a.p) / float32(n-1)
				if digit == int(d) {
					x = a.p
				}
				p = append(p, x)
			}
		}
		out = append(out, learn.Prediction{P: p[a.less:]})
	}
	return out, a.err
}

// TestEvaluate: the likeliest digit of each empty cell counts, a given keeps its own, and the
// loss is that of the solution's digits.
func TestEvaluate(t *testing.T) {
	sample := few()
	two := []puzzles.Sample{sample, sample}
	right := answerer{grid: board.MustParse("1243342121344312"), p: 0.7}
	m, loss, err := score.Evaluate(t.Context(), right, two)
	if err != nil {
		t.Fatal(err)
	}
	want := score.Metrics{Empty: score.Count{Hits: 24, Trials: 24}, Cells: score.Count{Hits: 32, Trials: 32}, Grids: score.Count{Hits: 2, Trials: 2}, Units: score.Count{Hits: 24, Trials: 24}}
	if m != want || math.Abs(loss+24*math.Log(0.7)) > 1e-5 {
		t.Errorf("%+v and %g, want %+v and %g", m, loss, want, -24*math.Log(0.7))
	}
	// Two cells are taken for each other, of which the first row's are givens or not.
	wrong := answerer{grid: board.MustParse("2143342121344321"), p: 0.7}
	if m, loss, err = score.Evaluate(t.Context(), wrong, two[:1]); err != nil {
		t.Fatal(err)
	}
	if m.Empty != (score.Count{Hits: 10, Trials: 12}) || m.Cells != (score.Count{Hits: 14, Trials: 16}) || m.Grids.Hits != 0 ||
		math.Abs(loss+10*math.Log(0.7)+2*math.Log(0.1)) > 1e-5 {
		t.Errorf("%+v and %g", m, loss)
	}
	if _, loss, err = score.Evaluate(t.Context(), answerer{grid: wrong.grid, p: 1}, two[:1]); err != nil || math.IsInf(loss, 0) || loss < 100 {
		t.Errorf("digits held impossible: a loss of %g, %v", loss, err)
	}
	boom := errors.New("boom")
	if _, _, err := score.Evaluate(t.Context(), answerer{grid: right.grid, p: 1, err: boom}, two); !errors.Is(err, boom) {
		t.Errorf("%v, want the predictor's error", err)
	}
	if _, _, err := score.Evaluate(t.Context(), answerer{grid: right.grid, p: 1, less: 1}, two); err == nil {
		t.Error("a prediction of too few probabilities is measured")
	}
}
