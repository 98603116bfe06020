package tensoroperations

import (
	"slices"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/tensornet"
)

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }

// TestRecomputed: kernels by hand on a board of side 4, and nothing for what the rules do not name.
func TestRecomputed(t *testing.T) {
	shape, err := board.ShapeOf(2)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]int64{
		"kernel pairs":   {1, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1},
		"kernel ofPairs": {1, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 1},
		"kernel box":     {1, 1, 1, 1},
		"table digit":    {1, 2, 3, 4},
		"number 13":      {13}, // 7 peers, a weight of 4, and 2
		"number 9":       nil,
		"learned":        nil,
	} {
		if got := recomputed(tensornet.Input{Name: name}, shape, 63); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
