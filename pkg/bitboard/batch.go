package bitboard

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"sudokulab/pkg/pipeline"
)

// Result is what [Batch] and [Stream] found of a puzzle.
type Result struct {
	Solutions int   // at most the limit
	First     Cells // the first solution; zero if there is none
	Guesses   int64
}

// chunk is how many puzzles a worker takes at a time: enough to make the taking cheap, few
// enough that hard puzzles in a row do not leave other workers idle for long.
const chunk = 64

// Batch solves puzzles[i] up to a limit of solutions into results[i], with a number of
// goroutines (at least one). It returns ctx.Err() if ctx ends it, with some results unset, and an error
// if the lengths differ or limit is below 1.
func Batch(ctx context.Context, puzzles []Cells, limit, workers int, results []Result) error {
	if len(puzzles) != len(results) {
		return fmt.Errorf("bitboard: %d puzzles and room for %d results, want as many", len(puzzles), len(results))
	}
	if err := checkRun(ctx, limit); err != nil {
		return err
	}
	work := make([]func(context.Context, int) error, max(1, min(workers, (len(puzzles)+chunk-1)/chunk)))
	for w := range work {
		s := New()
		work[w] = func(ctx context.Context, k int) error {
			for i := k * chunk; i < min((k+1)*chunk, len(puzzles)); i++ {
				if !s.solve(ctx, &puzzles[i], limit, &results[i]) {
					return ctx.Err()
				}
			}
			return nil
		}
	}
	return pipeline.For(ctx, (len(puzzles)+chunk-1)/chunk, work)
}

func checkRun(ctx context.Context, limit int) error {
	switch {
	case ctx == nil:
		return errors.New("bitboard: the context is nil, want context.Background() at least")
	case limit < 1:
		return fmt.Errorf("bitboard: limit of %d solutions, want 1 or more", limit)
	}
	return nil
}

// pause is how many guesses or solutions go by between two looks at the context: about a
// millisecond.
const pause = 1 << 11

// solve returns false if ctx ended it.
func (s *Solver) solve(ctx context.Context, puzzle *Cells, limit int, r *Result) bool {
	s.Begin(puzzle)
	r.Solutions = 0
	for r.Solutions < limit {
		outcome := s.Next(pause)
		if outcome == Exhausted {
			break
		}
		if outcome == Found {
			r.Solutions++
		}
		if (outcome == Paused || r.Solutions%pause == 0) && ctx.Err() != nil {
			return false
		}
	}
	r.First, r.Guesses = *s.First(), s.Guesses()
	return true
}

// Stream solves puzzles as they come and yields their results in the same order, with a
// number of goroutines (at least one). It reads a bounded number of puzzles ahead, some
// hundred for each worker. When the sequence ends, or its consumer stops early, all
// goroutines have returned. The error, ctx.Err() or a limit below 1, comes last.
func Stream(ctx context.Context, puzzles iter.Seq[Cells], limit, workers int) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		err := checkRun(ctx, limit)
		if err == nil && puzzles == nil {
			err = errors.New("bitboard: no puzzles: the sequence is nil")
		}
		if err != nil {
			yield(Result{}, err)
			return
		}
		work := make([]func(context.Context, *Cells, *Result) error, max(1, workers))
		for w := range work {
			s := New()
			work[w] = func(ctx context.Context, puzzle *Cells, r *Result) error {
				if !s.solve(ctx, puzzle, limit, r) {
					return ctx.Err()
				}
				return nil
			}
		}
		pipeline.MapInto(ctx, func(yield func(Cells, error) bool) {
			for p := range puzzles {
				if !yield(p, nil) {
					return
				}
			}
		}, work, pipeline.Options{})(yield)
	}
}
