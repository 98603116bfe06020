package gnnpaths

import (
	"testing"

	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/lab/labtest"
)

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }

// TestTally: a board counts as alike if both solve it at the same step or neither does.
func TestTally(t *testing.T) {
	one := []candidate.Thought{{Solved: true, Steps: 8}, {Solved: true, Steps: 8}, {Steps: 32}, {Steps: 32}}
	other := []candidate.Thought{{Solved: true, Steps: 8}, {Solved: true, Steps: 16}, {Steps: 32}, {Solved: true, Steps: 24}}
	if solved, same := tally(one, other); solved != 3 || same != 2 {
		t.Errorf("%d solved and %d alike, want 3 and 2", solved, same)
	}
}
