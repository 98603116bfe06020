package puzzles

import (
	"context"

	"sudokulab/pkg/symmetry"
)

// HeldOutClass reports whether the lab holds a class of boards of a side out: no stream of this package yields a puzzle of it, so a
// test whose puzzles are all of such classes shares none with a training of the lab, nor with any training that keeps to the
// rule. The rule looks at the key alone: at side 9 a class is held out if the four low bits of the key's first byte are zero, at other
// sides if the two low bits are.
func HeldOutClass(side int, k symmetry.Key) bool { return heldOut(side, k) }

// Bars returns what says of a class whether no sample of a configuration may be of it: the lab holds it out, or it is one of those that the
// configuration excludes.
func Bars(ctx context.Context, cfg Config) (func(symmetry.Key) bool, error) {
	b, err := newBarred(ctx, cfg)
	if err != nil {
		return nil, err
	}
	return b.has, nil
}
