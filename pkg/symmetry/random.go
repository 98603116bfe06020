package symmetry

import (
	"math/rand/v2"

	"sudokulab/pkg/board"
)

// Random returns a transform drawn uniformly from the whole group. For a shape that is not
// plain it returns the zero Transform, which no method takes as valid, and draws nothing. It
// panics without a shape or a random source.
func Random(rng *rand.Rand, s *board.Shape) Transform {
	if !s.Plain() {
		return Transform{}
	}
	if rng == nil {
		panic("symmetry: no random source")
	}
	k, n := s.Box(), s.Side()
	t := Transform{Box: uint8(k), Transpose: rng.IntN(2) == 1}
	randomLines(rng, t.Rows[:n], k)
	randomLines(rng, t.Cols[:n], k)
	for i, d := range rng.Perm(n) {
		t.Digits[i+1] = uint8(d + 1)
	}
	return t
}

// randomLines fills from with a uniform permutation of the k² lines that keeps their
// groups of k together.
func randomLines(rng *rand.Rand, from []uint8, k int) {
	for i, group := range rng.Perm(k) {
		for j, line := range rng.Perm(k) {
			from[i*k+j] = uint8(group*k + line)
		}
	}
}
