package corpus

import (
	"context"
	"fmt"
	"iter"

	"sudokulab/pkg/board/format"
)

// Open yields the puzzles of a set in the order of its text, each with its place in
// [format.Puzzle.Line]. Before the first puzzle the whole text is hashed and compared (see
// [Store.Digest]), so bytes that are not the expected ones are never read as puzzles. The
// first error ends the sequence: an unknown id, a [*MissingError], a [*HashError], a line
// that is no puzzle of the set's side, ctx.Err().
func (s *Store) Open(ctx context.Context, id string) iter.Seq2[format.Puzzle, error] {
	return func(yield func(format.Puzzle, error) bool) {
		if err := s.read(ctx, id, yield); err != nil {
			yield(format.Puzzle{}, err)
		}
	}
}

// read yields puzzles; it returns the error that should come last, nil after yield refused.
func (s *Store) read(ctx context.Context, id string, yield func(format.Puzzle, error) bool) error {
	set, err := s.ByID(id)
	if err != nil {
		return err
	}
	loc, err := s.locate(set)
	if err != nil {
		return err
	}
	if _, err := s.digest(ctx, set, loc); err != nil {
		return err
	}
	return readText(ctx, set, loc, yield)
}

func readText(ctx context.Context, set Set, loc Location, yield func(format.Puzzle, error) bool) error {
	text, err := openText(loc)
	if err != nil {
		return err
	}
	defer closeRead(text)
	o := format.Options{File: loc.Path, Format: set.Format, Alphabet: set.Alphabet, Side: set.Side}
	for p, err := range format.Read(&ctxReader{ctx, text}, o) {
		// The reader may hold a buffer of lines, so the context is asked here, too.
		if ctxErr := ctx.Err(); ctxErr != nil {
			return fmt.Errorf("corpus: reading %s: %w", set.ID, ctxErr)
		}
		if err != nil {
			return fmt.Errorf("corpus: %w", err)
		}
		if !yield(p, nil) {
			return nil
		}
	}
	return nil
}

// Load returns the first puzzles of a set, at most limit; 0 means all.
func (s *Store) Load(ctx context.Context, id string, limit int) ([]format.Puzzle, error) {
	if limit < 0 {
		return nil, fmt.Errorf("corpus: limit %d, want 0 or more", limit)
	}
	var out []format.Puzzle
	for p, err := range s.Open(ctx, id) {
		if err != nil {
			return nil, err
		}
		if out = append(out, p); len(out) == limit {
			break
		}
	}
	return out, nil
}
