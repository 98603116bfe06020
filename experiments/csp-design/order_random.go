package cspdesign

import "math/rand/v2"

// random takes any open cell, all with the same chance.
type random struct {
	seed uint64
	pcg  rand.PCG
	rng  *rand.Rand
}

func newRandom(seed uint64) *random {
	o := &random{seed: seed}
	o.rng = rand.New(&o.pcg)
	return o
}

func (o *random) begin(puzzle int) { o.pcg.Seed(o.seed, uint64(puzzle)) }

func (o *random) pick(sizes *[cells]uint8) int {
	best, seen := -1, 0
	for cell, n := range sizes {
		if n > 1 {
			seen++
			if o.rng.IntN(seen) == 0 { // the n-th open cell replaces the choice with chance 1/n
				best = cell
			}
		}
	}
	return best
}
