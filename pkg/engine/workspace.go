package engine

import (
	"context"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
)

// usable returns why an engine cannot begin: its configuration's error, or no board.
func usable(name string, configErr error, puzzle board.Board) error {
	switch {
	case configErr != nil:
		return fmt.Errorf("engine: %s: %w", name, configErr)
	case puzzle.IsZero():
		return fmt.Errorf("engine: %s: puzzle is the zero board", name)
	}
	return nil
}

// noContext returns an error for a nil context.
func noContext(ctx context.Context, name string) error {
	if ctx == nil {
		return fmt.Errorf("engine: %s: the context is nil, want context.Background() at least", name)
	}
	return nil
}

// within bounds ctx by the time limit, if there is one.
func within(ctx context.Context, limits solver.Limits) (context.Context, context.CancelFunc) {
	if limits.Time > 0 {
		return context.WithTimeout(ctx, limits.Time)
	}
	return ctx, func() {}
}
