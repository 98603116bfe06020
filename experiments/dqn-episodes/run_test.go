package dqnepisodes

import (
	"slices"
	"testing"

	"sudokulab/pkg/lab/labtest"
)

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }

func TestPoints(t *testing.T) {
	if got := points(200); !slices.Equal(got, []int{0, 10, 20, 50, 100, 200}) {
		t.Errorf("points to 200: %v", got)
	}
}
