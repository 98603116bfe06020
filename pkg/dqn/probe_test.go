package dqn

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/learn/puzzles"
)

// TestProbe: a probe finds what a linear function of the features tells, on rows that it was not fitted to, and nothing
// where only a product of features tells.
func TestProbe(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const n, wide = 600, 20
	rows := make([][]float32, n)
	linear, product := make([]bool, n), make([]bool, n)
	for i := range rows {
		rows[i] = make([]float32, wide)
		for j := range rows[i] {
			rows[i][j] = 5 + float32(j+1)*float32(rng.NormFloat64())
		}
		rows[i][wide-1] = 3 // says nothing
		linear[i] = 2*rows[i][0]-rows[i][4]/5 > 9
		product[i] = (rows[i][0] > 5) != (rows[i][4] > 5)
	}
	for name, c := range map[string]struct {
		yes         []bool
		least, most int
	}{"linear": {linear, 185, 200}, "product": {product, 70, 130}} {
		p, err := FitProbe(rows[:400], c.yes[:400], 0.01)
		if err != nil {
			t.Fatal(err)
		}
		if hits := p.Hits(rows[400:], c.yes[400:]); hits < c.least || hits > c.most {
			t.Errorf("%s: %d of 200 are right, want %d to %d", name, hits, c.least, c.most)
		}
	}
	for name, fit := range map[string]func() (*Probe, error){
		"no rows":    func() (*Probe, error) { return FitProbe(nil, nil, 1) },
		"answers":    func() (*Probe, error) { return FitProbe(rows, linear[1:], 1) },
		"no penalty": func() (*Probe, error) { return FitProbe(rows, linear, 0) },
		"lengths":    func() (*Probe, error) { return FitProbe([][]float32{{1, 2}, {1}}, []bool{true, false}, 1) },
	} {
		if _, err := fit(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestConflicts: boards of a pair differ in one cell, of which the first holds the right digit, and only the second
// breaks a rule.
func TestConflicts(t *testing.T) {
	samples, err := HeldOut(t.Context(), 9, Row{30, 50}, 20, 4)
	if err != nil {
		t.Fatal(err)
	}
	cells, err := Conflicts(samples, 1)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := Conflicts(samples, 1); err != nil || !reflect.DeepEqual(cells, again) {
		t.Errorf("the same seed gives other boards, %v", err)
	}
	broken := func(cells []uint8) bool {
		for cell, d := range cells {
			for _, p := range board.Standard().Peers(cell) {
				if d != 0 && cells[p] == d {
					return true
				}
			}
		}
		return false
	}
	for i, s := range samples {
		one, other := cells[2*i*81:(2*i+1)*81], cells[(2*i+1)*81:(2*i+2)*81]
		differ := 0
		for cell := range one {
			if one[cell] != other[cell] {
				differ++
				if one[cell] != s.Solution[cell] || s.Puzzle[cell] != 0 {
					t.Errorf("pair %d: cell %d holds %d, want the right digit in an empty cell", i, cell, one[cell])
				}
			}
		}
		if differ != 1 || broken(one) || !broken(other) {
			t.Errorf("pair %d differs in %d cells, breaks rules: %v, %v", i, differ, broken(one), broken(other))
		}
	}
	if _, err := Conflicts([]puzzles.Sample{{Puzzle: samples[0].Solution, Solution: samples[0].Solution}}, 1); err == nil {
		t.Error("a full board: no error")
	}
}

func TestPooled(t *testing.T) {
	got := Pooled([][]float32{{1, 2, 10, 20, 100, 200}}, 3)
	if want := [][]float32{{111, 222}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestAgent: before the first step an agent is the one that a training begins with, and after it another; it can be
// looked into and counts right moves.
func TestAgent(t *testing.T) {
	b := backend(t)
	r, err := DocumentedRecipe(networks.Conv, 4, 12)
	if err != nil {
		t.Fatal(err)
	}
	r.Network.Width, r.Network.Hidden = 4, 8
	r.Validation = exam4()
	r.DQN.Begin, r.DQN.Replay = 64, 200
	r.Train.ValidateEvery, r.Train.SaveSeconds = 12, 0
	r.Train.Optimizer.LearningRate = 0.01
	samples, err := HeldOut(t.Context(), 4, r.Validation.Rows[0], r.Validation.Count, r.Validation.Seed)
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := NewAgent(b, r)
	if err != nil {
		t.Fatal(err)
	}
	defer fresh.Close()
	untrained, err := Untrained(t.Context(), b, r, 1)
	if err != nil {
		t.Fatal(err)
	}
	agent, curve, err := TrainAgent(t.Context(), b, r, 1, "")
	if err != nil {
		t.Fatal(err)
	}
	defer agent.Close()
	for name, a := range map[string]*Agent{"fresh": fresh, "trained": agent} {
		games, err := a.Play(t.Context(), samples)
		if err != nil {
			t.Fatal(err)
		}
		want := untrained
		if name == "trained" {
			want = curve.Points[len(curve.Points)-1].Metrics
		}
		if got, want := TallyOf(games).RightRate(), want["right "+r.Validation.Rows[0].Name()]; got != want {
			t.Errorf("%s: %.3f of the moves are right, %.3f in a validation", name, got, want)
		}
	}
	cells := append(append([]uint8{}, samples[0].Puzzle...), samples[1].Puzzle...)
	one, err := fresh.Features(cells)
	if err != nil {
		t.Fatal(err)
	}
	other, err := agent.Features(cells)
	if err != nil {
		t.Fatal(err)
	}
	if len(one) != 2 || len(one[0]) != 16*4 || reflect.DeepEqual(one, other) || reflect.DeepEqual(one[0], one[1]) {
		t.Errorf("features of %d boards, %d numbers each; the same before and after: %v", len(one), len(one[0]), reflect.DeepEqual(one, other))
	}
	if reflect.DeepEqual(untrained, curve.Points[0].Metrics) {
		t.Error("the training changed nothing")
	}
	choices, err := agent.Choose(cells, false)
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for i, c := range choices {
		if int(samples[i].Solution[c.Action/4]) == c.Action%4+1 {
			want++
		}
	}
	if got, err := agent.RightMoves(cells, append(append([]uint8{}, samples[0].Solution...), samples[1].Solution...)); err != nil || got != want {
		t.Errorf("%d right moves, %v; want %d", got, err, want)
	}
	if _, err := agent.Features(cells[:5]); err == nil {
		t.Error("five cells: no error")
	}
	if _, err := agent.RightMoves(cells, cells[:16]); err == nil {
		t.Error("fewer solutions than boards: no error")
	}
}
