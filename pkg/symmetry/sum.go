package symmetry

import (
	"crypto/sha256"

	"sudokulab/pkg/board"
)

// Key returns the key of the class of b. Errors are as for [Canonicalizer.Canonical].
func (c *Canonicalizer) Key(b board.Board) (Key, error) {
	if err := c.run(b); err != nil {
		return Key{}, err
	}
	sum := sha256.Sum256(c.form[:len(b.Cells())])
	return Key(sum[:len(Key{})]), nil
}

// Key returns the key of the class of b, as [Canonicalizer.Key] does.
func (f *Forms) Key(b board.Board) (Key, error) {
	if !f.takes(b) {
		return f.all.Key(b)
	}
	var form [81]uint8
	f.full.form(form[:])
	sum := sha256.Sum256(form[:])
	return Key(sum[:len(Key{})]), nil
}
