package corpus

import (
	"context"
	"errors"
	"fmt"

	"sudokulab/pkg/board/format"
)

// Check is one row of a verification.
type Check struct {
	Set     Set
	Digest  Digest // empty if the set is missing
	Puzzles int    // counted, -1 if the set could not be read to its end
	Err     error  // why the set is missing or wrong, nil if nothing is wrong
}

// Present reports whether the set is on this machine, right or wrong.
func (c Check) Present() bool {
	var missing *MissingError
	return !errors.As(c.Err, &missing)
}

// HashOK reports whether the bytes equal what the list or the first fetch recorded.
func (c Check) HashOK() bool {
	var wrong *HashError
	return c.Digest.SHA256 != "" && c.Digest.Basis != NoHash && !errors.As(c.Err, &wrong)
}

// CountOK reports whether the set was read to its end and has as many puzzles as the list
// says; if the list does not say, reading to the end is enough.
func (c Check) CountOK() bool {
	return c.Puzzles >= 0 && (c.Set.Puzzles < 0 || c.Puzzles == c.Set.Puzzles)
}

// Verify hashes and counts the sets with the given ids, or all of the list if there are
// none, and returns a row for each. What is wrong with a set is in its row; the error is
// for an unknown id or the context's end.
func (s *Store) Verify(ctx context.Context, ids ...string) ([]Check, error) {
	if ctx == nil {
		return nil, errors.New("corpus: the context is nil, want context.Background() at least")
	}
	sets := s.sets()
	if len(ids) > 0 {
		sets = make([]Set, len(ids))
		for i, id := range ids {
			var err error
			if sets[i], err = s.ByID(id); err != nil {
				return nil, err
			}
		}
	}
	rows := make([]Check, len(sets))
	for i, set := range sets {
		rows[i] = s.check(ctx, set)
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("corpus: verifying %s: %w", set.ID, err)
		}
	}
	return rows, nil
}

func (s *Store) check(ctx context.Context, set Set) Check {
	c := Check{Set: set, Puzzles: -1}
	loc, err := s.locate(set)
	if err != nil {
		c.Err = err
		return c
	}
	if c.Digest, c.Err = s.digest(ctx, set, loc); c.Err != nil {
		return c
	}
	n := 0
	c.Err = readText(ctx, set, loc, func(format.Puzzle, error) bool {
		n++
		return true
	})
	if c.Err != nil {
		return c
	}
	if c.Puzzles = n; !c.CountOK() {
		c.Err = fmt.Errorf("corpus: set %q: %s: %d puzzles, want %d", set.ID, loc.Path, n, set.Puzzles)
	}
	return c
}
