package wide_test

import (
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/bitboard/wide"
	"sudokulab/pkg/board"
	"sudokulab/pkg/dlx"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/solvertest"
	"sudokulab/pkg/symmetry"
)

// FuzzAgainstDLX compares counts with exact cover on parts of full grids of sides 4, 9 and 16,
// some with a few digits changed, under any configuration.
func FuzzAgainstDLX(f *testing.F) {
	for i := range uint8(12) {
		f.Add(uint64(i), i, 60+10*i, i, 3*i)
	}
	grids := map[int]board.Board{}
	exact := map[int]*dlx.Solver{}
	for _, c := range solvertest.Cases() {
		side := c.Puzzle.Shape().Side()
		if _, ok := grids[side]; ok || !c.Puzzle.Full() || c.Solutions != 1 || side > 16 {
			continue
		}
		grids[side] = c.Puzzle
		s, err := dlx.NewSolver(encode.ExactCover(c.Puzzle.Shape()), dlx.DefaultConfig())
		if err != nil {
			f.Fatal(err)
		}
		exact[side] = s
	}
	f.Fuzz(func(t *testing.T, seed uint64, size, keep, spoil, switches uint8) {
		side := []int{4, 9, 16}[size%3]
		rng := rand.New(rand.NewPCG(seed, 1))
		b := symmetry.Random(rng, grids[side].Shape()).MustApply(grids[side])
		order := rng.Perm(len(b.Cells()))
		for _, cell := range order[len(order)*(int(keep)+64)/320:] {
			b.Set(cell, 0)
		}
		for _, cell := range order[:spoil%4] {
			b.Set(cell, 1+rng.IntN(side))
		}
		const limit = 30
		want, err := exact[side].Solve(t.Context(), encode.Options(nil, b), dlx.Limits{Solutions: limit, Nodes: 50_000})
		if err != nil {
			t.Fatal(err)
		}
		if want.Stop == dlx.NodeLimit {
			t.Skip("exact cover gives up")
		}
		cfg := wide.Config{
			LockedCandidates: switches&1 != 0, Pairs: switches&2 != 0, Order: wide.Fewest,
			Restart: int(switches >> 6), Seed: seed,
		}
		if switches&4 != 0 {
			cfg.Order = wide.Weighted
		}
		s := newSolver(t, b.Shape(), cfg)
		if err := s.Begin(b); err != nil {
			t.Fatal(err)
		}
		got := int64(0)
		for got < limit {
			o := s.Next(20_000)
			if o == wide.Budget {
				t.Skip("without its techniques the search gives up")
			}
			if o == wide.Exhausted {
				break
			}
			got++
			if got > want.Solutions && want.Solutions < limit {
				break
			}
			if err := board.CheckSolution(b, s.Solution()); err != nil {
				t.Fatal(err)
			}
		}
		if got != want.Solutions {
			t.Errorf("%v: %d solutions, exact cover finds %d (%+v)", b, got, want.Solutions, cfg)
		}
	})
}
