package solvertest

import (
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/symmetry"
)

// Metamorphic tests that an engine says of a random image of each board what it must say of
// the board: digits relabelled, the board transposed or not, lines and bands permuted; of a
// variant, digits relabelled and the board turned or mirrored with its regions. Such
// transforms keep the number of solutions. Run does this with two images of each board; call
// it with a source of your own for more.
func Metamorphic(t *testing.T, s solver.Solver, rng *rand.Rand, opts Options) {
	t.Helper()
	newSuite(s, opts).metamorphic(t, rng)
}

func (x *suite) metamorphic(r reporter, rng *rand.Rand) {
	r.Helper()
	for _, c := range x.cases {
		image, err := randomImage(rng, c.Puzzle)
		if err != nil {
			r.Errorf("%s: %v", c.Name, err)
			continue
		}
		x.expect(r, Case{Name: c.Name + " as " + image.String(), Puzzle: image, Solutions: c.Solutions}, solver.Limits{Solutions: 20})
	}
}

// randomImage returns the image of a board under a random transform that keeps the number of
// its solutions: one of package symmetry for a plain board, else one of the eight motions of
// the square, which maps a diagonal to a diagonal and a region to a region of another shape.
func randomImage(rng *rand.Rand, b board.Board) (board.Board, error) {
	s := b.Shape()
	if s.Plain() {
		return symmetry.Random(rng, s).Apply(b)
	}
	n := s.Side()
	transpose, flipRows, flipCols := rng.IntN(2) == 1, rng.IntN(2) == 1, rng.IntN(2) == 1
	source := func(cell int) int {
		row, col := cell/n, cell%n
		if transpose {
			row, col = col, row
		}
		if flipRows {
			row = n - 1 - row
		}
		if flipCols {
			col = n - 1 - col
		}
		return row*n + col
	}
	v := s.Variant()
	if regions := v.Regions; regions != nil {
		v.Regions = make([]int, len(regions))
		for cell := range regions {
			v.Regions[cell] = regions[source(cell)]
		}
	}
	t, err := board.ShapeWith(n, v)
	if err != nil {
		return board.Board{}, err
	}
	image := board.New(t)
	names := rng.Perm(n)
	for cell := range image.Cells() {
		if d := b.At(source(cell)); d != 0 {
			image.Set(cell, names[d-1]+1)
		}
	}
	return image, nil
}
