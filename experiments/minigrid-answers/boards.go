package minigridanswers

import (
	"context"
	"iter"
	"math/rand/v2"

	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
)

// maker yields the boards of a case.
type maker func(ctx context.Context, r *lab.Run, rng *rand.Rand) iter.Seq2[item, error]

// derivation makes a board of another one, which it leaves as it is.
type derivation func(rng *rand.Rand, b board.Board) board.Board

// asGiven takes the board as it is.
func asGiven(_ *rand.Rand, b board.Board) board.Board { return b }

// without takes out 1 to most givens.
func without(most int) derivation {
	return func(rng *rand.Rand, b board.Board) board.Board {
		out := b.Clone()
		left := 1 + rng.IntN(most)
		for _, cell := range rng.Perm(len(b.Cells())) {
			if left > 0 && out.At(cell) != 0 {
				out.Set(cell, 0)
				left--
			}
		}
		return out
	}
}

// conflicts is how often a changed given is put in conflict with another on purpose.
const conflicts = 10

// withChange gives one given another digit: in one board of ten any, else one that no filled
// peer holds, so that the masks of phase 1 do not show it. If no given has such a digit, the
// board stays as it is.
func withChange(rng *rand.Rand, b board.Board) board.Board {
	out := b.Clone()
	careless := rng.IntN(conflicts) == 0
	n := b.Shape().Side()
	for _, cell := range rng.Perm(len(b.Cells())) {
		if b.At(cell) == 0 {
			continue
		}
		var taken board.Digits
		if !careless {
			for _, peer := range b.Shape().Peers(cell) {
				if d := b.At(peer); d != 0 {
					taken = taken.With(d)
				}
			}
		}
		for _, d := range rng.Perm(n) {
			if d+1 != b.At(cell) && !taken.Has(d+1) {
				out.Set(cell, d+1)
				return out
			}
		}
	}
	return out
}

// derived derives a board of each puzzle of the case's set.
func derived(d derivation) maker {
	return func(ctx context.Context, r *lab.Run, rng *rand.Rand) iter.Seq2[item, error] {
		return func(yield func(item, error) bool) {
			puzzles, err := r.Puzzles(ctx)
			if err != nil {
				yield(item{}, err)
				return
			}
			for i, p := range puzzles {
				it := item{Board: d(rng, p.Board), count: -1}
				if it.Equal(p.Board) {
					it.count = p.Count
				}
				if !yield(it, nil) {
					return
				}
				r.Progress(i+1, len(puzzles))
			}
		}
	}
}

// partsOf makes random full 9×9 grids, keeps low to high of the digits of each and derives a
// board of that.
func partsOf(count, low, high int, d derivation) maker {
	return func(ctx context.Context, r *lab.Run, rng *rand.Rand) iter.Seq2[item, error] {
		return func(yield func(item, error) bool) {
			for i := range count {
				b, err := generate.FullGrid(ctx, rng, generate.DefaultGrid(9))
				if err != nil {
					yield(item{}, err)
					return
				}
				keep := low + rng.IntN(high-low+1)
				for _, cell := range rng.Perm(len(b.Cells()))[keep:] {
					b.Set(cell, 0)
				}
				if !yield(item{Board: d(rng, b), count: -1}, nil) {
					return
				}
				r.Progress(i+1, count)
			}
		}
	}
}

// grids4 are the two 4×4 grids that no relabelling, transposition or permutation of bands,
// stacks, rows and columns turns into each other. All 288 grids are forms of them.
var grids4 = []string{"1234341221434321", "1234341223414123"}

// partsOf4 takes every stride-th of the 2¹⁶ parts of each of the two 4×4 grids. Bit c of a
// part's number says that the digit of cell c stays.
func partsOf4(stride int, d derivation) maker {
	return func(_ context.Context, r *lab.Run, rng *rand.Rand) iter.Seq2[item, error] {
		return func(yield func(item, error) bool) {
			for i, line := range grids4 {
				grid, err := board.Parse(line)
				if err != nil {
					yield(item{}, err)
					return
				}
				for part := 0; part < 1<<16; part += stride {
					b := grid.Clone()
					for cell := range 16 {
						if part>>cell&1 == 0 {
							b.Set(cell, 0)
						}
					}
					if !yield(item{Board: d(rng, b), count: -1}, nil) {
						return
					}
					if part&0xff == 0 {
						r.Progress(i<<16+part, len(grids4)<<16)
					}
				}
			}
		}
	}
}
