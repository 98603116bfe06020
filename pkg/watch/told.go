package watch

import (
	"context"
	"errors"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/film"
	"sudokulab/pkg/method"
	"sudokulab/pkg/render"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/tensornet/plain"
)

// told is the film of a method that explains its answers, made of its account.
func told(ctx context.Context, by *method.Solver, puzzle board.Board, o Options, emit func(Frame) error,
	filmOf func(method.Explanation, film.Options) ([]render.Frame, error),
) (solver.Result, error) {
	e, err := by.Explain(ctx, puzzle, o.Limits)
	if err != nil {
		return solver.Result{}, err
	}
	if err := gone(ctx); err != nil {
		return e.Result, err
	}
	frames, err := filmOf(e, film.Options{Density: o.Density, Most: o.Most, Title: o.Title, Brief: true, End: func() error { return gone(ctx) }})
	if err != nil {
		return e.Result, err
	}
	return e.Result, Hand(frames, emit)
}

// gone is the error of a context that was cancelled: nobody waits for the film. Where the time was up it is shown.
func gone(ctx context.Context) error {
	if err := ctx.Err(); errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// propagation shows arcs, strikes and guesses of the csp family.
func propagation(ctx context.Context, by *method.Solver, puzzle board.Board, o Options, emit func(Frame) error) (solver.Result, error) {
	return told(ctx, by, puzzle, o, emit, func(e method.Explanation, how film.Options) ([]render.Frame, error) {
		t, ok := e.Told.(*method.Propagated)
		if !ok {
			return nil, fmt.Errorf("watch: an account %T of propagation", e.Told)
		}
		return film.Propagation(puzzle, t.CSPTrace, how)
	})
}

// steps shows those of the tensor network.
func steps(ctx context.Context, by *method.Solver, puzzle board.Board, o Options, emit func(Frame) error) (solver.Result, error) {
	return told(ctx, by, puzzle, o, emit, func(e method.Explanation, how film.Options) ([]render.Frame, error) {
		t, ok := e.Told.(plain.Trace)
		if !ok {
			return nil, fmt.Errorf("watch: an account %T of steps", e.Told)
		}
		return film.Search(t, how)
	})
}

// rounds shows those of a network's methods.
func rounds(ctx context.Context, by *method.Solver, puzzle board.Board, o Options, emit func(Frame) error) (solver.Result, error) {
	return told(ctx, by, puzzle, o, emit, func(e method.Explanation, how film.Options) ([]render.Frame, error) {
		return film.OfRounds(e.Told, e.Result, how)
	})
}
