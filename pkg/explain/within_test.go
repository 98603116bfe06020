package explain

import (
	"context"
	"errors"
	"testing"

	"sudokulab/pkg/board"
)

// TestWithin: an Explainer ends with the context that it was given, wherever it looks, and says so instead of that it is stuck.
func TestWithin(t *testing.T) {
	puzzle := board.MustParse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	e, err := New(puzzle.Shape(), Options{Unique: true})
	if err != nil {
		t.Fatal(err)
	}
	start, err := e.Position(puzzle, nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := e.Rate(puzzle)
	if err != nil {
		t.Fatal(err)
	}
	calls := map[string]func() error{
		"Rate":     func() error { _, err := e.Rate(puzzle); return err },
		"RateFrom": func() error { _, err := e.RateFrom(start); return err },
		"Path":     func() error { _, err := e.Path(puzzle); return err },
		"Next":     func() error { _, err := e.Next(start); return err },
		"All":      func() error { _, err := e.All(start); return err },
		"Hint":     func() error { _, err := e.Hint(start, HintWhy, Known{}); return err },
	}
	// Stopped before it begins, and at each of its looks in turn, so that each finder that asks is left half way.
	for name, call := range calls {
		for after := 0; after < 2000; after = after*3/2 + 1 {
			looks := 0
			e.found.end = func() error {
				looks++
				if looks > after {
					return context.Canceled
				}
				return nil
			}
			if err := call(); looks > after && !errors.Is(err, context.Canceled) {
				t.Errorf("%s, stopped at look %d: %v", name, after, err)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	e.Within(ctx)
	if got, err := e.Rate(puzzle); err != nil || got != want {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	cancel()
	if _, err := e.Rate(puzzle); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
