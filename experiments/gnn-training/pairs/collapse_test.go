package pairs

import (
	"testing"

	"sudokulab/pkg/gnn/puzzles"
)

func TestConstant(t *testing.T) {
	samples := []puzzles.Sample{
		{Puzzle: []uint8{0, 0, 3, 4}, Solution: []uint8{1, 2, 3, 4}},
		{Puzzle: []uint8{1, 0, 0, 4}, Solution: []uint8{1, 2, 3, 4}},
	}
	samples[0].Puzzle = append(samples[0].Puzzle, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
	samples[0].Solution = append(samples[0].Solution, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
	samples[1].Puzzle = append(samples[1].Puzzle, samples[0].Puzzle[4:]...)
	samples[1].Solution = append(samples[1].Solution, samples[0].Solution[4:]...)
	if d := MostFrequent(samples); d != 2 {
		t.Errorf("most frequent digit %d, want 2", d)
	}
	if share, cells := Constant(samples); share != 0.5 || cells != 4 {
		t.Errorf("%g of %d cells, want half of 4", share, cells)
	}
}
