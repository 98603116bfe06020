package solvertest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/symmetry"
)

// oracleNodes bounds the oracle on a fuzzed board; boards that it cannot decide are passed
// over.
const oracleNodes = 20_000

// FuzzCounts fuzzes an engine against the oracle: random parts of full grids, some with a
// digits changed so that they may have no solution. Larger boards keep more of their cells,
// so that a plain engine can answer each in milliseconds.
func FuzzCounts(f *testing.F, s solver.Solver, opts Options) {
	f.Helper()
	for i := range uint8(16) {
		f.Add(uint64(i), i, 40*i, i%4, i)
	}
	x := newSuite(s, opts)
	f.Fuzz(func(t *testing.T, seed uint64, side, keep, spoil, limit uint8) {
		sides := opts.sides()
		b, ok := randomBoard(seed, sides[int(side)%len(sides)], keep, spoil)
		if !ok {
			t.Fatalf("no grid of side %d in the table", sides[int(side)%len(sides)])
		}
		x.compare(t, b, 1+int(limit)%20)
	})
}

// leastGivens returns the smallest number of givens in a fuzzed board: few enough for
// several solutions, enough for a plain engine to find them.
func leastGivens(side int) int {
	switch side {
	case 4:
		return 0
	case 9:
		return 24
	case 16:
		return 140
	}
	return side * side * 2 / 3
}

// randomBoard takes the table's full grid of a side through a random symmetry, keeps a
// random part of its cells and changes up to three of those.
func randomBoard(seed uint64, side int, keep, spoil uint8) (board.Board, bool) {
	cases := Cases()
	i := slices.IndexFunc(cases, func(c Case) bool {
		return c.Solutions == 1 && c.Puzzle.Full() && c.Puzzle.Shape().Side() == side
	})
	if i < 0 {
		return board.Board{}, false
	}
	rng := rand.New(rand.NewPCG(seed, uint64(side)))
	s := cases[i].Puzzle.Shape()
	b := symmetry.Random(rng, s).MustApply(cases[i].Puzzle)
	least := leastGivens(side)
	givens := least + int(keep)*(s.Cells()-least)/255
	order := rng.Perm(s.Cells())
	for _, cell := range order[givens:] {
		b.Set(cell, 0)
	}
	for _, cell := range order[:min(givens, int(spoil)%4)] {
		b.Set(cell, 1+rng.IntN(side))
	}
	return b, true
}

// compare reports an engine that disagrees with the oracle on a board.
func (x *suite) compare(r reporter, b board.Board, limit int) {
	r.Helper()
	count, _, complete := Count(b, limit+1, oracleNodes)
	if !complete {
		return
	}
	if count > limit {
		count = Many
	}
	x.expect(r, Case{Name: b.String(), Puzzle: b, Solutions: count}, solver.Limits{Solutions: limit})
}
