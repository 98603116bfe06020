package main

import (
	"context"
	"errors"
	"fmt"
)

// onlyPuzzle returns the one puzzle of the input. A second one is an error; bad ones are told
// to the tally where the input keeps going.
func onlyPuzzle(ctx context.Context, in *input, t *tally) (entry, error) {
	var only entry
	found := false
	for e, err := range in.awaited(ctx) {
		switch {
		case err != nil:
			return entry{}, err
		case e.bad():
			t.skip(e.err)
		case found:
			return entry{}, fmt.Errorf("want one puzzle, this is the second: %s; --first 1 takes the first", e.place())
		default:
			only, found = e, true
		}
	}
	switch {
	case !found && t.skipped > 0:
		return entry{}, t.failed()
	case !found:
		return entry{}, errors.New("no puzzle, want one")
	}
	return only, nil
}
