package gnncandidate

import (
	"os"
	"testing"

	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/lab/labtest"
)

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }

// TestDrawn: every kind's steps are bounded by its batches, and no step is counted twice.
func TestDrawn(t *testing.T) {
	c := candidate.DefaultTask() // a batch of 64 at side 4 in one step of eight, else 32 at side 9
	got := drawn(c, 16)
	if got[4] != 2*64 || got[9] != 14*32 {
		t.Errorf("%v boards in 16 steps, want 128 at side 4 and 448 at side 9", got)
	}
}

// TestBatch: batches hold about as many candidates at every size, and no more boards than
// there are.
func TestBatch(t *testing.T) {
	c := Config{Batch: 32}
	for _, x := range []struct{ side, boards, want int }{{9, 1000, 32}, {9, 5, 5}, {16, 1000, 5}, {4, 1000, 364}, {25, 1000, 1}} {
		if got := c.batch(x.side, x.boards); got != x.want {
			t.Errorf("side %d: batches of %d, want %d", x.side, got, x.want)
		}
	}
}

// TestRecipe: the recipe of the card's job is one, and it trains on 4×4 and 9×9 only, as the
// goals for other sizes demand.
func TestRecipe(t *testing.T) {
	text, err := os.ReadFile("recipe-gpu.json")
	if err != nil {
		t.Fatal(err)
	}
	r, err := candidate.ParseRecipe(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range r.Task.Kinds {
		if side := k.Puzzles.Side; side != 4 && side != 9 {
			t.Errorf("trains on boards of side %d", side)
		}
	}
	if !r.Task.Forget {
		t.Error("checkpoints hold the states, which are more than a slice may bring back")
	}
}
