package infer_test

import (
	"context"
	"errors"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/solver"
)

// each makes a predictor of a function of one board, and counts.
type each struct {
	of            func(b board.Board) learn.Prediction
	calls, boards int
}

func (e *each) Predict(_ context.Context, boards []board.Board) ([]learn.Prediction, error) {
	e.calls++
	e.boards += len(boards)
	out := make([]learn.Prediction, len(boards))
	for i, b := range boards {
		out[i] = e.of(b)
	}
	return out, nil
}

// failing is a predictor that is nothing but a function.
type failing func(ctx context.Context, boards []board.Board) ([]learn.Prediction, error)

func (f failing) Predict(ctx context.Context, boards []board.Board) ([]learn.Prediction, error) {
	return f(ctx, boards)
}

// spread returns a prediction with a digit's probability in each cell, the others sharing the
// rest.
func spread(b board.Board, digit func(cell int) (d int, p float32)) learn.Prediction {
	n := b.Shape().Side()
	out := learn.Prediction{P: make([]float32, b.Shape().Cells()*n)}
	for cell := range b.Cells() {
		d, p := b.At(cell), float32(1)
		if d == 0 {
			d, p = digit(cell)
		}
		of := out.P[cell*n : cell*n+n]
		for i := range of {
			of[i] = (1 - p) / float32(n-1)
		}
		of[d-1] = p
	}
	return out
}

// rngOf returns a source that depends on the board alone.
func rngOf(b board.Board, seed uint64) *rand.Rand {
	h := fnv.New64a()
	h.Write(b.Cells())
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

// solutions finds and keeps a solution of each board; nil for a board that has none.
func solutions() func(b board.Board) board.Board {
	s := engine.Wide(engine.DefaultWide())
	type key struct {
		shape *board.Shape
		cells string
	}
	known := map[key]board.Board{}
	return func(b board.Board) board.Board {
		k := key{b.Shape(), string(b.Cells())}
		grid, ok := known[k]
		if !ok {
			res, err := s.Solve(context.Background(), b, solver.Limits{Solutions: 1})
			if err != nil {
				panic(err)
			}
			grid = res.Grid
			known[k] = grid
		}
		return grid
	}
}

// oracle knows a solution of every board that has one. In a part noise of the cells it is
// wrong, as confident as where it is right; confidences lie between low and 1.
func oracle(noise float64, low float32, seed uint64) *each {
	solve := solutions()
	return &each{of: func(b board.Board) learn.Prediction {
		grid, rng := solve(b), rngOf(b, seed)
		if grid.IsZero() {
			return uniform().of(b)
		}
		n := b.Shape().Side()
		return spread(b, func(cell int) (int, float32) {
			d, p := grid.At(cell), low+(1-low)*rng.Float32()
			if rng.Float64() < noise {
				d = (d+rng.IntN(n-1))%n + 1
			}
			return d, p
		})
	}}
}

// uniform knows nothing.
func uniform() *each {
	return &each{of: func(b board.Board) learn.Prediction {
		return spread(b, func(int) (int, float32) { return 1, 1 / float32(b.Shape().Side()) })
	}}
}

// adversary is sure of a wrong digit in every cell, one that no peer holds if there is such.
func adversary() *each {
	solve := solutions()
	return &each{of: func(b board.Board) learn.Prediction {
		grid, may := solve(b), board.Candidates(b)
		n := b.Shape().Side()
		return spread(b, func(cell int) (int, float32) {
			if grid.IsZero() {
				return 1, 0.99
			}
			wrong := may[cell].Without(grid.At(cell)).First()
			if wrong == 0 {
				wrong = grid.At(cell)%n + 1
			}
			return wrong, 0.99
		})
	}}
}

// noisy gives every digit a probability drawn for each board.
func noisy(seed uint64) *each {
	return &each{of: func(b board.Board) learn.Prediction {
		rng, n := rngOf(b, seed), b.Shape().Side()
		out := learn.Prediction{P: make([]float32, b.Shape().Cells()*n)}
		sharp := rng.Float64() * 30
		for cell := range b.Cells() {
			of := out.P[cell*n : cell*n+n]
			sum := float32(0)
			for i := range of {
				of[i] = float32(math.Exp(sharp * rng.Float64()))
				sum += of[i]
			}
			for i := range of {
				of[i] /= sum
			}
		}
		return out
	}}
}

// slow answers after a while, or when ctx ends.
func slow(e *each, after time.Duration) failing {
	return func(ctx context.Context, boards []board.Board) ([]learn.Prediction, error) {
		select {
		case <-ctx.Done():
			return nil, errors.New("interrupted")
		case <-time.After(after):
		}
		return e.Predict(ctx, boards)
	}
}
