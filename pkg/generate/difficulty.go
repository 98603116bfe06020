package generate

import (
	"context"
	"errors"
	"fmt"

	"sudokulab/pkg/board"
)

// Rated is a puzzle with the rating that it was chosen for.
type Rated[R any] struct {
	Index  int // of the puzzle; the next search may begin after it
	Board  board.Board
	Rating R
	Tries  int // puzzles made, this one included
}

// TriesError reports that none of the puzzles made had a rating that was wanted.
type TriesError struct {
	From, Tries int
}

// Error says what was tried.
func (e *TriesError) Error() string {
	return fmt.Sprintf("generate: none of the %d puzzles tried from index %d is as hard as asked for", e.Tries, e.From)
}

// ByDifficulty makes puzzles from an index on until one has a rating that is wanted, and
// fails with a [TriesError] after a number of tries. puzzle returns the one with an index, as
// [Generator.Item] or [Minimal9.Item] do; rate may be that of package rate, so that
// difficulty is a technique or a number of guesses, or anything else. The result depends on
// what these three return and on nothing else. An error of puzzle or rate ends the search.
func ByDifficulty[R any](
	ctx context.Context, from, tries int,
	puzzle func(ctx context.Context, index int) (board.Board, error),
	rate func(board.Board) (R, error), want func(R) bool,
) (Rated[R], error) {
	switch {
	case puzzle == nil || rate == nil || want == nil:
		return Rated[R]{}, errors.New("generate: no puzzles, no rating or no wish")
	case ctx == nil:
		return Rated[R]{}, errNoContext
	case from < 0 || tries < 1:
		return Rated[R]{}, fmt.Errorf("generate: %d tries from index %d, want at least 1 from 0 or more", tries, from)
	}
	for i := range tries {
		if err := ctx.Err(); err != nil {
			return Rated[R]{}, err
		}
		b, err := puzzle(ctx, from+i)
		if err != nil {
			return Rated[R]{}, err
		}
		r, err := rate(b)
		if err != nil {
			return Rated[R]{}, itemError(from+i, err)
		}
		if want(r) {
			return Rated[R]{Index: from + i, Board: b, Rating: r, Tries: i + 1}, nil
		}
	}
	return Rated[R]{}, &TriesError{From: from, Tries: tries}
}
