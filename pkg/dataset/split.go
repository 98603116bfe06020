package dataset

import (
	"fmt"

	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/symmetry"
)

// Split is one of the three sets of puzzles that a data set has.
type Split int

// The splits, in the order in which they are made.
const (
	Train Split = iota
	Validation
	Test
)

// Splits lists them.
func Splits() []Split { return []Split{Train, Validation, Test} }

var splitNames = [...]string{"train", "validation", "test"}

// String returns the split's name, such as "train".
func (s Split) String() string {
	if s < 0 || int(s) >= len(splitNames) {
		return fmt.Sprintf("split(%d)", int(s))
	}
	return splitNames[s]
}

// ParseSplit reads a name.
func ParseSplit(name string) (Split, error) {
	for i, n := range splitNames {
		if n == name {
			return Split(i), nil
		}
	}
	return 0, fmt.Errorf("dataset: no split %q, want one of %q", name, splitNames)
}

// SplitOf says which split a class of boards of a side belongs to, in every set of every recipe and seed. Test classes are
// those that the lab holds out of all its trainings, see [puzzles.HeldOutClass]; validation classes are those whose key is that of such
// a class but for its lowest bit of the first byte.
func SplitOf(side int, k symmetry.Key) Split {
	if puzzles.HeldOutClass(side, k) {
		return Test
	}
	k[0] ^= 1
	if puzzles.HeldOutClass(side, k) {
		return Validation
	}
	return Train
}
