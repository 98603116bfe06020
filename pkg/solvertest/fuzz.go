package solvertest

import (
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
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
	grids := fullGrids(opts)
	if len(grids) == 0 {
		f.Fatalf("no grid of the sides %v in the table", opts.sides())
	}
	f.Fuzz(func(t *testing.T, seed uint64, side, keep, spoil, limit uint8) {
		b, err := randomBoard(seed, grids[int(side)%len(grids)], keep, spoil)
		if err != nil {
			t.Fatal(err)
		}
		x.compare(t, b, 1+int(limit)%20)
	})
}

// fullGrids returns a full grid of each shape that an engine claims and the tables have, in
// the order of the sides, then the variants.
func fullGrids(o Options) []board.Board {
	var grids []board.Board
	for _, side := range o.sides() {
		for _, c := range Cases() {
			if c.Solutions == 1 && c.Puzzle.Full() && c.Puzzle.Shape().Side() == side {
				grids = append(grids, c.Puzzle)
				break
			}
		}
	}
	for _, c := range VariantCases() {
		if c.Solutions == 1 && c.Puzzle.Full() && o.takes(c.Puzzle.Shape()) {
			grids = append(grids, c.Puzzle)
		}
	}
	return grids
}

// leastGivens returns the smallest number of givens in a fuzzed board: few enough for
// several solutions, enough for a plain engine to find them.
func leastGivens(side int) int {
	switch {
	case side <= 6:
		return 0
	case side == 9:
		return 24
	case side == 16:
		return 140
	}
	return side * side * 2 / 3
}

// randomBoard takes a full grid through a random symmetry, keeps a random part of its cells
// and changes up to three of those.
func randomBoard(seed uint64, grid board.Board, keep, spoil uint8) (board.Board, error) {
	s := grid.Shape()
	rng := rand.New(rand.NewPCG(seed, uint64(s.Side())))
	b, err := randomImage(rng, grid)
	if err != nil {
		return board.Board{}, err
	}
	least := leastGivens(s.Side())
	givens := least + int(keep)*(s.Cells()-least)/255
	order := rng.Perm(s.Cells())
	for _, cell := range order[givens:] {
		b.Set(cell, 0)
	}
	for _, cell := range order[:min(givens, int(spoil)%4)] {
		b.Set(cell, 1+rng.IntN(s.Side()))
	}
	return b, nil
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
