package weights_test

import (
	"math"
	"slices"
	"testing"

	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/dqn/weights"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/learn/puzzles"
)

// TestFused: on every path the agent values boards as on GoMLX, makes the same moves and comes to the same ends.
func TestFused(t *testing.T) {
	if !slices.Contains(weights.Names(), weights.Default) {
		t.Skip("no agent with the candidate network is embedded")
	}
	m, err := weights.Named(weights.Default)
	if err != nil {
		t.Fatal(err)
	}
	shape, err := m.Card.Recipe.Shape()
	if err != nil {
		t.Fatal(err)
	}
	var samples []puzzles.Sample
	rows, each := []int{8, 20, 45}, 2
	if testing.Short() {
		rows, each = []int{8}, 1
	}
	for _, blanks := range rows {
		more, err := dqn.HeldOut(t.Context(), shape.Side(), dqn.Row{Low: blanks, High: blanks}, each, 1)
		if err != nil {
			t.Fatal(err)
		}
		samples = append(samples, more...)
	}
	var cells []uint8
	for _, s := range samples {
		cells = append(cells, s.Puzzle...)
	}
	backend := acceltest.Go(t)
	play := func(p fused.Path) ([]dqn.Choice, []dqn.Game) {
		player, err := m.Fused(p).Player(backend, shape, 4)
		if err != nil {
			t.Fatal(err)
		}
		defer player.Close()
		choices, err := player.Choose(cells, true)
		if err != nil {
			t.Fatal(err)
		}
		games, err := player.Play(t.Context(), samples)
		if err != nil {
			t.Fatal(err)
		}
		return choices, games
	}
	choices, games := play("")
	for _, p := range slices.Compact([]fused.Path{fused.Portable, fused.Best()}) {
		got, played := play(p)
		for i, c := range choices {
			if got[i].Action != c.Action || len(got[i].Values) != len(c.Values) || got[i].Value != got[i].Values[c.Action] {
				t.Errorf("%s: board %d gets move %d of %g, by GoMLX %d", p, i+1, got[i].Action, got[i].Value, c.Action)
				continue
			}
			for k, v := range c.Values {
				if d := math.Abs(float64(v - got[i].Values[k])); !(d < 1e-4) {
					t.Errorf("%s: board %d, move %d is valued at %g, by GoMLX %g", p, i+1, k, got[i].Values[k], v)
					break
				}
			}
			if g, w := played[i], games[i]; g.Solved != w.Solved || g.Moves != w.Moves || g.Wrong != w.Wrong || !slices.Equal(g.Mistake, w.Mistake) {
				t.Errorf("%s: game %d goes %+v, by GoMLX %+v", p, i+1, g, w)
			}
		}
	}
}

// TestFusedMasks: each mask leaves the moves that it leaves on GoMLX, none of a full board among them.
func TestFusedMasks(t *testing.T) {
	if !slices.Contains(weights.Names(), weights.Default) {
		t.Skip("no agent with the candidate network is embedded")
	}
	m, err := weights.Named(weights.Default)
	if err != nil {
		t.Fatal(err)
	}
	network, err := networks.New(m.Card.Recipe.Network)
	if err != nil {
		t.Fatal(err)
	}
	shape, err := board.ShapeOfSide(4)
	if err != nil {
		t.Fatal(err)
	}
	boards := []board.Board{
		board.MustParse("12..34..2.4..3.1"), board.MustParse("1234341221434321"), board.MustParse("123.4..........."), board.MustParse("1...........42.3"),
	}
	var cells []uint8
	for _, b := range boards {
		cells = append(cells, b.Cells()...)
	}
	for _, policy := range []dqn.Policy{{}, {Mask: true}, {Mask: true, Strict: true}} {
		store, err := m.Store()
		if err != nil {
			t.Fatal(err)
		}
		player, err := dqn.NewPlayer(acceltest.Go(t), network, store, shape, policy, 2)
		if err != nil {
			t.Fatal(err)
		}
		want, err := player.Choose(cells, false)
		if err != nil {
			t.Fatal(err)
		}
		other, err := dqn.NewFusedPlayer(network, store, shape, policy, fused.Best())
		if err != nil {
			t.Fatal(err)
		}
		got, err := other.Choose(cells, false)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			// Moves that are symmetric are worth the same, so either may be made.
			if got[i].Values != nil || !(math.Abs(float64(got[i].Value-want[i].Value)) < 1e-4) {
				t.Errorf("%+v, board %d: move %d of %g, by GoMLX %d of %g", policy, i+1, got[i].Action, got[i].Value, want[i].Action, want[i].Value)
			}
			full := boards[i].Filled() == len(boards[i].Cells())
			switch cell := got[i].Action / 4; {
			case policy.Mask && full && got[i].Value != 0:
				t.Errorf("%+v, board %d: nothing can be done, and it is worth %g", policy, i+1, got[i].Value)
			case policy.Mask && !full && got[i].Value != 0 && boards[i].At(cell) != 0:
				t.Errorf("%+v, board %d: a move on a filled cell", policy, i+1)
			}
		}
		if _, err := other.Choose(make([]uint8, 17), false); err == nil {
			t.Error("17 cells are taken")
		}
		player.Close()
		store.Finalize()
	}
}
