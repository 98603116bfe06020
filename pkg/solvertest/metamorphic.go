package solvertest

import (
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/solver"
	"sudokulab/pkg/symmetry"
)

// Metamorphic tests that an engine says of a random image of each board what it must say of
// the board: digits relabelled, the board transposed or not, lines and bands permuted. Such
// transforms keep the number of solutions. Run does this with two images of each board; call
// it with a source of your own for more.
func Metamorphic(t *testing.T, s solver.Solver, rng *rand.Rand, opts Options) {
	t.Helper()
	newSuite(s, opts).metamorphic(t, rng)
}

func (x *suite) metamorphic(r reporter, rng *rand.Rand) {
	r.Helper()
	for _, c := range x.cases {
		transform := symmetry.Random(rng, c.Puzzle.Shape())
		image, err := transform.Apply(c.Puzzle)
		if err != nil {
			r.Errorf("%s: %v", c.Name, err)
			continue
		}
		x.expect(r, Case{Name: c.Name + " as " + image.String(), Puzzle: image, Solutions: c.Solutions}, solver.Limits{Solutions: 20})
	}
}
