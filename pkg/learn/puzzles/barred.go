package puzzles

import "sudokulab/pkg/symmetry"

// barred is what no sample may be: the held-out classes, and the classes of what was excluded.
type barred struct {
	side int
	keys map[symmetry.Key]struct{}
}

func (b *barred) has(k symmetry.Key) bool {
	if heldOut(b.side, k) {
		return true
	}
	_, in := b.keys[k]
	return in
}
