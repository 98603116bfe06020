package symmetry

import (
	"sudokulab/pkg/board"
	"sudokulab/pkg/digest"
)

// Key returns the key of the class of b. Errors are as for [Canonicalizer.Canonical].
func (c *Canonicalizer) Key(b board.Board) (Key, error) {
	if err := c.run(b); err != nil {
		return Key{}, err
	}
	sum := digest.SHA256(c.form[:len(b.Cells())])
	return Key(sum[:len(Key{})]), nil
}
