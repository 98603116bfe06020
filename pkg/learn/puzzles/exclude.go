package puzzles

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/symmetry"
)

// newBarred reads what a configuration excludes.
func newBarred(ctx context.Context, cfg Config) (*barred, error) {
	b := &barred{side: cfg.Side, keys: map[symmetry.Key]struct{}{}}
	keys, err := symmetry.NewCanonicalizer(symmetry.DefaultLimits())
	if err != nil {
		return nil, fmt.Errorf("puzzles: %w", err)
	}
	store := corpus.FromEnv(cfg.Cache)
	for _, name := range cfg.Exclude {
		add := func(puzzle board.Board) error {
			if puzzle.Shape() != cfg.shape() {
				return nil
			}
			k, err := keys.Key(puzzle)
			if errors.Is(err, symmetry.ErrLimit) {
				return nil // no sample has a class that is not known
			}
			if err == nil {
				b.keys[k] = struct{}{}
			}
			return err
		}
		if _, err := corpus.ByID(name); err == nil {
			err = addSet(ctx, store, name, add)
			if err != nil {
				return nil, fmt.Errorf("puzzles: exclude %s: %w", name, err)
			}
			continue
		}
		if err := addFile(name, add); err != nil {
			return nil, fmt.Errorf("puzzles: exclude %s, which is no set of package corpus: %w", name, err)
		}
	}
	return b, nil
}

// addSet adds the puzzles of a set. Boards without a class, whose givens conflict, have no
// solution, and no sample can equal them.
func addSet(ctx context.Context, store *corpus.Store, id string, add func(board.Board) error) error {
	for p, err := range store.Open(ctx, id) {
		if err != nil {
			return err
		}
		if len(board.Conflicts(p.Board)) > 0 {
			continue
		}
		if err := add(p.Board); err != nil {
			return err
		}
	}
	return nil
}

// addFile adds the puzzles of a file: what stands on each line before a comma.
func addFile(path string, add func(board.Board) error) (err error) {
	f, err := atomicfile.OpenRegular(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(strings.TrimSpace(lines.Text()), ",")
		if text == "" || text[0] == '#' {
			continue
		}
		puzzle, err := board.Parse(text)
		if err == nil {
			err = add(puzzle)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	return lines.Err()
}

// embedded returns the ids of the embedded sets of a side.
func embedded(side int) (ids []string) {
	for _, s := range corpus.All() {
		if s.Embedded && s.Side == side {
			ids = append(ids, s.ID)
		}
	}
	return ids
}
