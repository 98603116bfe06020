package dqn

import (
	"reflect"
	"strings"
	"testing"

	"sudokulab/pkg/dqn/environment"
)

// TestPlayRandom: random games end at the first mistake, keep to the policy's mask, and follow from the seed.
func TestPlayRandom(t *testing.T) {
	samples, err := HeldOut(t.Context(), 4, Row{6, 6}, 200, 3)
	if err != nil {
		t.Fatal(err)
	}
	play := func(p Policy, seed uint64) []Game {
		t.Helper()
		games, err := PlayRandom(t.Context(), 4, samples, p, seed)
		if err != nil {
			t.Fatal(err)
		}
		return games
	}
	masked := play(Policy{Mask: true}, 1)
	if !reflect.DeepEqual(masked, play(Policy{Mask: true}, 1)) || reflect.DeepEqual(masked, play(Policy{Mask: true}, 2)) {
		t.Error("random games do not follow from their seed")
	}
	for i, g := range masked {
		if g.Filled != 0 || g.Blanks != 6 || g.Solved != (g.Right == 6) || !g.Solved && g.Moves != g.Right+1 {
			t.Errorf("game %d: %+v", i+1, g)
		}
	}
	free, strict := TallyOf(play(Policy{}, 1)), TallyOf(play(Policy{Mask: true, Strict: true}, 1))
	if all := TallyOf(masked); free.Filled == 0 || free.RightRate() >= all.RightRate() || strict.RightRate() <= all.RightRate() {
		t.Errorf("without a mask %+v, with it %+v, with the strict one %+v", free, all, strict)
	}
	if games, err := PlayRandom(t.Context(), 4, nil, Policy{}, 1); err != nil || len(games) != 0 {
		t.Errorf("no samples: %v, %v", games, err)
	}
	game := environment.Default(9)
	if _, err := PlayRandom(t.Context(), 4, samples, Policy{Game: &game}, 1); err == nil || !strings.Contains(err.Error(), "a game of side 9") {
		t.Errorf("a game of another side: %v", err)
	}
	if _, err := PlayRandom(t.Context(), 9, samples, Policy{}, 1); err == nil || !strings.Contains(err.Error(), "want 81") {
		t.Errorf("puzzles of another side: %v", err)
	}
}
