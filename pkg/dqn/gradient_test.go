package dqn_test

import (
	"math"
	"slices"
	"testing"

	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
)

// recipe is the document's agent for boards of side 4 with a small network.
func recipe(t testing.TB, network string) dqn.Recipe {
	t.Helper()
	r, err := dqn.DocumentedRecipe(network, 4, 100)
	if err != nil {
		t.Fatal(err)
	}
	r.Network.Width, r.Network.Hidden = 4, 8
	return r
}

// Boards of side 4: one cell empty, none, and all.
var (
	oneEmpty = []uint8{0, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}
	full     = []uint8{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}
	empty    = make([]uint8, 16)
)

// TestGradients: a move that ends the game, one onto a full board in a game that goes on, and one that leaves
// cells empty.
func TestGradients(t *testing.T) {
	b := acceltest.Go(t)
	for _, name := range networks.DocumentedNames() {
		r := recipe(t, name)
		g, err := dqn.NewGradients(b, r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(g.Close)
		batch := dqn.Transitions{
			Before: slices.Concat(oneEmpty, oneEmpty, empty), After: slices.Concat(full, full, oneEmpty),
			Actions: []int32{0, 1, 5}, Rewards: []float32{110, -5, 10}, Discount: []float32{0, 0.99, 0.99},
		}
		by, unheld, err := g.Of(batch)
		if err != nil {
			t.Fatal(err)
		}
		inPlace, added, guarded := by[dqn.InPlace], by[dqn.Added], by[dqn.Guarded]
		if !slices.Equal(inPlace.Online, added.Online) || !slices.Equal(inPlace.Targets, added.Targets) {
			t.Errorf("%s: the mask in place and the mask added differ", name)
		}
		if added.Targets[0] != 110 || guarded.Targets[0] != 110 {
			t.Errorf("%s: targets %v and %v where nothing follows, want 110", name, added.Targets[0], guarded.Targets[0])
		}
		if guarded.Targets[1] != -5 || math.Abs(float64(added.Targets[1])+9.9e9) > 1e6 {
			t.Errorf("%s: targets %v and %v on a full board that is not the end, want −5 guarded and −9.9·10⁹", name, guarded.Targets[1], added.Targets[1])
		}
		if guarded.Targets[2] != added.Targets[2] || math.Abs(float64(added.Targets[2])) > 20 {
			t.Errorf("%s: targets %v and %v with legal actions", name, guarded.Targets[2], added.Targets[2])
		}
		for way, of := range by {
			if of.Target != 0 {
				t.Errorf("%s, %s: a gradient of %g reaches the target network", name, way, of.Target)
			}
			if !slices.ContainsFunc(of.Online, func(x float32) bool { return x != 0 }) {
				t.Errorf("%s, %s: no gradient", name, way)
			}
		}
		if unheld == 0 {
			t.Errorf("%s: nothing was to be held back", name)
		}
		if _, _, err := g.Of(dqn.Transitions{Before: full}); err == nil {
			t.Errorf("%s: a batch without moves was taken", name)
		}
	}
	r := recipe(t, networks.Conv)
	r.DQN.MaskTarget = false
	if _, err := dqn.NewGradients(b, r); err == nil {
		t.Error("an agent without a mask was taken")
	}
}

// TestInspect looks at all three places of the mask, on boards with one empty cell and with sixteen.
func TestInspect(t *testing.T) {
	b := acceltest.Go(t)
	r := recipe(t, networks.Conv)
	const draws = 50
	saw, err := dqn.Inspect(b, r, slices.Concat(oneEmpty, empty), draws)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range saw.Random {
		if i < draws && a >= 4 {
			t.Errorf("random move %d in a filled cell", a)
		}
	}
	if !slices.ContainsFunc(saw.Random[draws:], func(a int32) bool { return a >= 4 }) {
		t.Error("random moves on an empty board are in one cell")
	}
	if saw.Greedy[0] >= 4 {
		t.Errorf("greedy move %d in a filled cell", saw.Greedy[0])
	}
	if slices.Equal(saw.Online, saw.Target) {
		t.Error("both networks give the same values")
	}
	for i := range saw.Online {
		want, follow := saw.Online[i], saw.Target[i]
		if i >= 4 && i < 64 {
			want, follow = dqn.Illegal, dqn.Illegal
		}
		if saw.Policy[i] != want || saw.Follow[i] != follow {
			t.Fatalf("action %d: %v in the policy and %v in the target, want %v and %v", i, saw.Policy[i], saw.Follow[i], want, follow)
		}
	}
	for name, cells := range map[string][]uint8{"half a board": empty[:8], "none": nil, "a wrong digit": append([]uint8{5}, empty[1:]...)} {
		if _, err := dqn.Inspect(b, r, cells, 1); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
}
