package dqngradients

import (
	"math"
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/learn/puzzles"
)

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }

func TestApart(t *testing.T) {
	next := func(x float32) float32 { return math.Nextafter32(x, float32(math.Inf(1))) }
	for _, c := range []struct {
		a, b float32
		want uint64
	}{{1, 1, 0}, {1, next(1), 1}, {next(-2), -2, 1}, {0, float32(math.Copysign(0, -1)), 0}, {math.SmallestNonzeroFloat32, -math.SmallestNonzeroFloat32, 2}, {next(next(5)), 5, 2}} {
		if got := apart(c.a, c.b); got != c.want {
			t.Errorf("%v and %v are %d apart, want %d", c.a, c.b, got, c.want)
		}
	}
}

// TestBatch: in each game the first move fills its board, the second is a mistake, the third leaves cells empty, and
// what follows counts where the game says so.
func TestBatch(t *testing.T) {
	stream := puzzles.DefaultConfig(9)
	stream.Lookahead = 5
	s, err := puzzles.New(t.Context(), stream, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	samples, err := s.Batch(t.Context(), 5)
	if err != nil {
		t.Fatal(err)
	}
	const gamma = 0.5
	for _, c := range []struct {
		game  string
		first float32 // discount after the move that fills the board
		wrong float32 // after the mistake
	}{{documented, 0, 0}, {endless, gamma, gamma}, {open, gamma, gamma}} {
		m, err := newMoves(samples, c.game, Config{Batch: 4, Empty: 6}, gamma)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(1, 2))
		for range 20 {
			b := m.batch(rng)
			if len(b.Before) != 4*81 || len(b.After) != 4*81 || len(b.Actions) != 4 || len(b.Rewards) != 4 || len(b.Discount) != 4 {
				t.Fatalf("%s: a batch of other sizes", c.game)
			}
			if left := len(puzzles.Empty(b.After[:81])); left != 0 || b.Discount[0] != c.first {
				t.Errorf("%s: %d cells empty after the first move and a discount of %v, want none and %v", c.game, left, b.Discount[0], c.first)
			}
			if b.Discount[1] != c.wrong || b.Rewards[1] >= 0 {
				t.Errorf("%s: a discount of %v and a reward of %v after the mistake, want %v and a penalty", c.game, b.Discount[1], b.Rewards[1], c.wrong)
			}
			if len(puzzles.Empty(b.After[2*81:3*81])) == 0 || b.Discount[2] != gamma {
				t.Errorf("%s: a discount of %v after a right move that leaves cells empty, want %v", c.game, b.Discount[2], gamma)
			}
		}
	}
}
