package weights_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/learn/puzzles"
)

// fusedPaths are those of this processor.
func fusedPaths() []fused.Path { return slices.Compact([]fused.Path{fused.Portable, fused.Best()}) }

// thoughts are those of the embedded network on a path, of GoMLX on the empty one.
func thoughts(t *testing.T, p fused.Path, c candidate.ThinkConfig, boards []board.Board, look func(index, steps int, so candidate.Thought)) []candidate.Thought {
	t.Helper()
	m, err := weights.Load(weights.Candidate)
	if err != nil {
		t.Fatal(err)
	}
	thinker, err := m.Fused(p).Thinker(acceltest.Go(t), c)
	if err != nil {
		t.Fatal(err)
	}
	defer thinker.Close()
	out, err := thinker.Think(t.Context(), boards, look)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestFused: on every path the network solves the same boards at the same step as on GoMLX. What it thinks of the others
// parts with the steps, since a difference in rounding grows; of those that are solved it does not.
func TestFused(t *testing.T) {
	count := map[string]int{"4x4": 16, "9x9-30-35": 12, "9x9-25-29": 12, "9x9-22-24": 8}
	if testing.Short() {
		count = map[string]int{"4x4": 8, "9x9-30-35": 4}
	}
	var boards []board.Board
	for name, n := range count {
		set, err := puzzles.TestSetOf(name)
		if err != nil {
			t.Fatal(err)
		}
		samples, err := puzzles.HeldOut(t.Context(), set, n, 0)
		if err != nil {
			t.Fatal(err)
		}
		boards = append(boards, puzzles.Boards(samples)...)
	}
	c := candidate.DefaultThink()
	want := thoughts(t, "", c, boards, nil)
	solved := 0
	for _, th := range want {
		if th.Solved {
			solved++
		}
	}
	if solved < len(boards)/2 {
		t.Fatalf("GoMLX solves %d of %d boards: too few to compare", solved, len(boards))
	}
	for _, p := range fusedPaths() {
		looks := make([]int, len(boards))
		got := thoughts(t, p, c, boards, func(index, steps int, _ candidate.Thought) {
			if looks[index] += c.Segment; looks[index] != steps {
				t.Errorf("%s: board %d is looked at after %d steps, want %d", p, index+1, steps, looks[index])
			}
		})
		for i := range boards {
			if got[i].Solved != want[i].Solved || got[i].Steps != want[i].Steps || got[i].Starts != want[i].Starts {
				t.Errorf("%s: board %d is solved: %v after %d steps; by GoMLX: %v after %d", p, i+1, got[i].Solved, got[i].Steps, want[i].Solved, want[i].Steps)
				continue
			}
			if !want[i].Solved {
				continue
			}
			if !slices.Equal(got[i].Grid, want[i].Grid) {
				t.Errorf("%s: board %d has another solution", p, i+1)
			}
			for k, v := range want[i].Probabilities {
				if d := math.Abs(float64(v - got[i].Probabilities[k])); !(d < 1e-3) {
					t.Errorf("%s: board %d, a probability is %g, by GoMLX %g", p, i+1, got[i].Probabilities[k], v)
					break
				}
			}
		}
	}
}

// TestFusedRestarts: fresh starts come with noise, the same as on GoMLX, and change no board beside them.
func TestFusedRestarts(t *testing.T) {
	hard := board.MustParse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	boards := []board.Board{hard, board.MustParse("12..34..2.4..3.1"), hard}
	c := candidate.ThinkConfig{Batch: 2, Segment: 2, Steps: 2, Restarts: 2, Noise: 0.5, Seed: 4}
	want := thoughts(t, "", c, boards, nil)
	for _, p := range fusedPaths() {
		got := thoughts(t, p, c, boards, nil)
		for i := range boards {
			if got[i].Starts != want[i].Starts || got[i].Steps != want[i].Steps {
				t.Errorf("%s: board %d has %d starts and %d steps, by GoMLX %d and %d", p, i+1, got[i].Starts, got[i].Steps, want[i].Starts, want[i].Steps)
			}
			for k, v := range want[i].Probabilities {
				if d := math.Abs(float64(v - got[i].Probabilities[k])); !(d < 1e-4) {
					t.Fatalf("%s: board %d, a probability is %g, by GoMLX %g", p, i+1, got[i].Probabilities[k], v)
				}
			}
		}
		if slices.Equal(got[0].Probabilities, got[2].Probabilities) {
			t.Errorf("%s: two boards get the same noise", p)
		}
	}
}

// TestFusedPath: the path is named where it computes, and nowhere else.
func TestFusedPath(t *testing.T) {
	m, err := weights.Load(weights.Candidate)
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Fused(fused.Portable).Path(); got != fused.Portable {
		t.Errorf("candidate network: path %q", got)
	}
	if got := m.Path(); got != "" {
		t.Errorf("by default: path %q, want none", got)
	}
	half := *m
	half.Card.Recipe.Network.Compute = candidate.BFloat16
	if got := half.Fused(fused.Portable).Path(); got != "" {
		t.Errorf("in bfloat16: path %q, want none", got)
	}
	for _, name := range weights.Names() {
		if other, err := weights.Load(name); err != nil || (other.Card.Recipe.Model() == weights.Candidate) != (other.Fused(fused.Portable).Path() != "") {
			t.Errorf("%s: path %q, %v", name, other.Fused(fused.Portable).Path(), err)
		}
	}
}

// TestFusedCancelled: thinking ends with its context, between steps.
func TestFusedCancelled(t *testing.T) {
	m, err := weights.Load(weights.Candidate)
	if err != nil {
		t.Fatal(err)
	}
	c := candidate.ThinkConfig{Batch: 2, Segment: 256, Steps: 256 * 1000}
	thinker, err := m.Fused(fused.Portable).Thinker(acceltest.Go(t), c)
	if err != nil {
		t.Fatal(err)
	}
	defer thinker.Close()
	ctx, cancel := context.WithCancel(t.Context())
	looks := 0
	_, err = thinker.Think(ctx, []board.Board{board.New(board.Standard())}, func(int, int, candidate.Thought) {
		looks++
		cancel()
	})
	if !errors.Is(err, context.Canceled) || looks != 1 {
		t.Errorf("%v after %d looks", err, looks)
	}
}
