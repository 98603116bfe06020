package engine

import (
	"context"
	"fmt"

	"sudokulab/pkg/board"
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
