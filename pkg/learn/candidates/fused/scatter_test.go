package fused_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"sudokulab/pkg/learn/candidates"
	"sudokulab/pkg/learn/candidates/fused"
)

// TestScatter: each number of each candidate gets its own, of the deviation, and what fills up blocks does no
// harm: the board goes on as one that was begun anew does.
func TestScatter(t *testing.T) {
	c := candidates.Config{Hidden: 12, Channels: 4, Pool: candidates.PoolSoftmax, Steps: 5, Seed: 3}
	weights := map[string][]float32{}
	rng := rand.New(rand.NewPCG(5, 6))
	for name, shape := range c.Shapes() {
		size := 1
		for _, d := range shape {
			size *= d
		}
		for range size {
			weights[name] = append(weights[name], float32(rng.NormFloat64()*0.3))
		}
	}
	for _, p := range paths() {
		b := on(t, built(t, c, weights, p), side(t, 9), make([]uint8, 81), nil)
		before := b.States()
		fused.Scatter(b, rand.New(rand.NewPCG(1, 2)), 0.5)
		after := b.States()
		sum, square := 0.0, 0.0
		for i := range after {
			d := float64(after[i] - before[i])
			sum, square = sum+d, square+d*d
		}
		size := float64(len(after))
		if mean, deviation := sum/size, math.Sqrt(square/size); math.Abs(mean) > 0.02 || math.Abs(deviation-0.5) > 0.02 {
			t.Errorf("%s: noise of mean %v and deviation %v, want 0 and 0.5", p, mean, deviation)
		}
		if err := b.Steps(t.Context(), 3); err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(b.States(), func(x float32) bool { return x != x || x < -4 || x > 4 }) {
			t.Errorf("%s: states leave all bounds", p)
		}
		if err := b.Start(make([]uint8, 81), nil); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(b.States(), before) {
			t.Errorf("%s: a start after noise differs from the first", p)
		}
	}
}
