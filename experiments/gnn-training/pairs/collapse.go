package pairs

import (
	"slices"

	"sudokulab/pkg/gnn/puzzles"
)

// MostFrequent is the digit that most of the empty cells have in the solutions.
func MostFrequent(samples []puzzles.Sample) int {
	counts := make([]int, samples[0].Board().Shape().Side()+1)
	for _, s := range samples {
		for c, given := range s.Puzzle {
			if given == 0 {
				counts[s.Solution[c]]++
			}
		}
	}
	return slices.Index(counts, slices.Max(counts))
}

// Constant is the share of the empty cells that [MostFrequent] has right when it stands in all of
// them, and their number.
func Constant(samples []puzzles.Sample) (share float64, cells int) {
	digit, right := MostFrequent(samples), 0
	for _, s := range samples {
		for c, given := range s.Puzzle {
			if given != 0 {
				continue
			}
			cells++
			if int(s.Solution[c]) == digit {
				right++
			}
		}
	}
	return float64(right) / float64(max(1, cells)), cells
}
