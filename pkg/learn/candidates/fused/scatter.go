package fused

import "math/rand/v2"

// Scatter adds normal numbers of a deviation to a board's states, another to each number of each candidate, so that
// one puzzle can be begun in many ways. The states of noise given to [Board.Start] are all moved alike.
func Scatter(b *Board, rng *rand.Rand, deviation float64) {
	h := b.network.config.Hidden
	for i := range b.candidates {
		state := b.state[i*b.network.hidden:][:h]
		for j := range state {
			state[j] += float32(rng.NormFloat64() * deviation)
		}
	}
}
