package dqn

import (
	"fmt"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/learn/candidates"
)

// TestDeadEnd: where games go on behind mistakes and the mask is strict, boards come up on which no action is legal. Nothing follows from
// these, and losses stay of the order of rewards, whatever the algorithm.
func TestDeadEnd(t *testing.T) {
	b := backend(t)
	const play = `"play":{"mask":true,"strict":true,"game":{"side":4,"end_at_mistake":false}}`
	dqn := func(more string) string {
		return `{"algorithm":"dqn",` + play + `,"dqn":{"gamma":0.9,"scale":100,"batch":16,"loss":"squared","replay":400,"begin":40,"copy":5,"mask_target":true` + more + `}}`
	}
	pqn := func(more string) string {
		return `{"algorithm":"pqn",` + play + `,"pqn":{"gamma":0.9,"rollout":4` + more + `}}`
	}
	for name, text := range map[string]string{
		"pqn":              `{"algorithm":"pqn",` + play + `}`,
		"pqn, squared":     pqn(`,"loss":"squared"`),
		"pqn, one step":    pqn(`,"lambda":0`),
		"pqn, whole games": pqn(`,"lambda":1`),
		"dqn":              dqn(`,"steps":1`),
		"dqn, double":      dqn(`,"steps":1,"double":true`),
		"dqn, three steps": dqn(`,"steps":3,"double":true`),
	} {
		t.Run(name, func(t *testing.T) {
			over := CandidateRecipe(4)
			over.Network.Candidate = &networks.CandidateConfig{Hidden: 8, Channels: 4, Pool: candidates.PoolSoftmax, Steps: 2, Scored: 1}
			over.Validation.Count, over.Train.Steps, over.Train.ValidateEvery, over.Train.LogEvery = 10, 60, 60, 1
			r, err := ParseRecipe([]byte(text), over)
			if err != nil {
				t.Fatal(err)
			}
			curve, err := Train(t.Context(), b, r, 1, "")
			if err != nil {
				t.Fatal(err)
			}
			// A mistake or a filled cell costs 50 at most and solving gives 100 more: in units of 100 no return exceeds
			// 1.1 / (1 − γ), and no loss half its square by much.
			for _, p := range curve.Steps {
				if loss := p.Metrics["loss"]; !(loss < 100) {
					t.Fatalf("step %d: loss %g", p.Step, loss)
				}
			}
		})
	}
}

// TestDeadEndValue: what a policy and a player say of a board without a legal action is 0, and the value of the best action elsewhere.
func TestDeadEndValue(t *testing.T) {
	s, err := board.ShapeOfSide(4)
	if err != nil {
		t.Fatal(err)
	}
	values := make([]float32, 64)
	for i := range values {
		values[i] = float32(i) - 70 // all below 0
	}
	open := board.MustParse("1.......34......")
	full := board.MustParse("1234341221434321")
	dead := board.MustParse("123.341421434321") // no digit is left for the one empty cell
	cells := slices.Concat(open.Cells(), full.Cells(), dead.Cells())
	p, err := NewPlayer(backend(t), fixed{values}, model.NewStore(), s, Policy{Mask: true, Strict: true}, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	choices, err := p.Choose(cells, false)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range choices {
		got = append(got, fmt.Sprint(c.Value))
	}
	if choices[0].Value >= 0 || choices[0].Value == Illegal || choices[1].Value != 0 || choices[2].Value != 0 {
		t.Errorf("values %v, want one below 0 and twice 0", got)
	}
}
