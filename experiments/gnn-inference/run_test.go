package gnninference

import (
	"context"
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/learn"
)

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }

// flat says the same of every digit, and counts how often it was asked.
type flat struct{ asked int }

func (f *flat) Predict(_ context.Context, boards []board.Board) ([]learn.Prediction, error) {
	f.asked += len(boards)
	out := make([]learn.Prediction, len(boards))
	for i, b := range boards {
		n := b.Shape().Side()
		p := make([]float32, b.Shape().Cells()*n)
		for k := range p {
			p[k] = 1 / float32(n)
		}
		out[i] = learn.Prediction{P: p}
	}
	return out, nil
}

// TestTimed: a board is worked out once until it is forgotten, and its time counts again
// whenever it is asked for.
func TestTimed(t *testing.T) {
	f := &flat{}
	m := newTimed(f)
	a, b := board.MustParse("1..............."), board.MustParse("2...............")
	for range 3 {
		if _, err := m.Predict(t.Context(), []board.Board{a, b, a}); err != nil {
			t.Fatal(err)
		}
	}
	if f.asked != 2 || m.made != 2 {
		t.Errorf("asked about %d boards, %d made, want 2", f.asked, m.made)
	}
	want := 0.0
	for range 3 {
		want += 2*m.known[string(a.Cells())].seconds + m.known[string(b.Cells())].seconds
	}
	if d := m.spent - want; d > 1e-12 || d < -1e-12 {
		t.Errorf("%v s counted, want %v", m.spent, want)
	}
	m.forget()
	if _, err := m.Predict(t.Context(), []board.Board{a}); err != nil {
		t.Fatal(err)
	}
	if f.asked != 3 {
		t.Errorf("asked about %d boards after forgetting, want 3", f.asked)
	}
}

func TestConflicting(t *testing.T) {
	b := board.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	for seed := range uint64(20) {
		c := conflicting(b, rand.New(rand.NewPCG(seed, 1)))
		if len(board.Conflicts(c)) == 0 || c.Filled() != b.Filled()+1 {
			t.Fatalf("seed %d: %v has no conflict by one more given", seed, c)
		}
	}
	if len(board.Conflicts(b)) != 0 {
		t.Error("the board itself was changed")
	}
}
