package generate

import (
	"errors"
	"iter"

	"sudokulab/pkg/board"
	"sudokulab/pkg/symmetry"
)

// Distinct passes on the items whose boards are no symmetric twin of an earlier one, in
// order. boardOf returns an item's board, a plain one. seen holds the classes met so far, in
// about 40 bytes each, for boards of any size; it may hold classes beforehand, such
// as those of a training set, and counts them afterwards. An error, of the sequence or of a
// board without a canonical form, is passed on and ends the sequence.
func Distinct[T any](items iter.Seq2[T, error], boardOf func(T) board.Board, seen *symmetry.Seen) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		if items == nil || boardOf == nil || seen == nil {
			var none T
			yield(none, errors.New("generate: no puzzles, no way to their boards or no set to compare them with"))
			return
		}
		for item, err := range items {
			fresh := false
			if err == nil {
				fresh, err = seen.Add(boardOf(item))
			}
			if err != nil {
				yield(item, err)
				return
			}
			if fresh && !yield(item, nil) {
				return
			}
		}
	}
}
