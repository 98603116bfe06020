package supervised

import "sudokulab/pkg/learn/puzzles"

// Held returns the puzzles of a set of the validation, by its place in the configuration.
func (t *Task) Held(set int) []puzzles.Sample { return t.held[set] }
