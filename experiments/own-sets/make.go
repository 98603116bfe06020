package ownsets

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/board/format"
	"sudokulab/pkg/corpus"
)

// Make returns the bytes of an embedded set.
func Make(ctx context.Context, id string) ([]byte, error) {
	r, err := byID(id)
	if err != nil {
		return nil, err
	}
	return r.Text(ctx, r.Puzzles)
}

func byID(id string) (Recipe, error) {
	var ids []string
	for _, r := range Recipes() {
		if r.ID == id {
			return r, nil
		}
		ids = append(ids, r.ID)
	}
	return Recipe{}, fmt.Errorf("ownsets: no recipe %q, want one of %s", id, strings.Join(ids, ", "))
}

// Text returns the set's text with its first n puzzles: two lines of comment, then a line
// for each. It is a prefix of every longer text of the recipe.
func (r Recipe) Text(ctx context.Context, n int) ([]byte, error) {
	if n < 1 || n > r.Puzzles {
		return nil, fmt.Errorf("ownsets: %d puzzles of %s, want 1 to %d", n, r.ID, r.Puzzles)
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "# %s: %s\n# %s\n", r.ID, r.Description, r.Call)
	w := format.NewWriter(&text, r.Format)
	var writeErr error
	given := 0
	err := r.make(ctx, func(p format.Puzzle) bool {
		given++
		writeErr = w.Write(p)
		return writeErr == nil && given < n
	})
	for _, err := range []error{err, writeErr, w.Close()} {
		if err != nil {
			return nil, fmt.Errorf("ownsets: %s: %w", r.ID, err)
		}
	}
	return text.Bytes(), nil
}

// Write makes every set and writes the texts and their list into a folder, that of package
// corpus. Nothing of the folder is removed.
func Write(ctx context.Context, dir string) error {
	var list []corpus.OwnSet
	for _, r := range Recipes() {
		text, err := r.Text(ctx, r.Puzzles)
		if err != nil {
			return err
		}
		o := r.entry(text)
		if err := atomicfile.WriteBytes(filepath.Join(dir, o.File), text); err != nil {
			return err
		}
		list = append(list, o)
	}
	text, err := json.MarshalIndent(list, "", "\t")
	if err != nil {
		return fmt.Errorf("ownsets: %w", err)
	}
	if _, err := corpus.ParseOwnManifest(bytes.NewReader(text)); err != nil {
		return fmt.Errorf("ownsets: %w", err)
	}
	return atomicfile.WriteBytes(filepath.Join(dir, path.Base(corpus.OwnManifest)), append(text, '\n'))
}

func (r Recipe) entry(text []byte) corpus.OwnSet {
	sum := sha256.Sum256(text)
	return corpus.OwnSet{
		ID:          r.ID,
		Title:       r.Title,
		Description: r.Description,
		Side:        r.Side,
		Unique:      r.Unique,
		Format:      r.Format.String(),
		File:        r.ID + ".txt",
		Puzzles:     r.Puzzles,
		Recipe:      r.Call,
		SHA256:      hex.EncodeToString(sum[:]),
		Bytes:       int64(len(text)),
	}
}
