package wide_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/bitboard/wide"
	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/symmetry"
)

// The largest boards, with enough givens that nothing is hard about them but their size, and
// with none.
func TestLargest(t *testing.T) {
	shape, err := board.ShapeOf(board.MaxBox)
	if err != nil {
		t.Fatal(err)
	}
	s := newSolver(t, shape, wide.DefaultConfig())
	for seed := range uint64(3) {
		rng := rand.New(rand.NewPCG(seed, 2))
		b := symmetry.Random(rng, shape).MustApply(generate.PatternGrid(shape))
		for _, cell := range rng.Perm(shape.Cells())[:shape.Cells()*2/5] {
			b.Set(cell, 0)
		}
		if n, err := s.CountUpTo(b, 1); err != nil || n != 1 {
			t.Fatalf("%d solutions, %v", n, err)
		}
		if err := board.CheckSolution(b, s.Solution()); err != nil {
			t.Error(err)
		}
	}
	empty := board.New(shape)
	if err := s.Begin(empty); err != nil {
		t.Fatal(err)
	}
	if o := s.Next(5000); o != wide.Solution {
		t.Fatalf("empty board: %v after %d guesses", o, s.Counters().Guesses)
	}
	if err := board.CheckSolution(empty, s.Solution()); err != nil {
		t.Error(err)
	}
}

// A part of each public set of large boards; experiments/speed-large tries them all.
func TestPublicBoards(t *testing.T) {
	store := corpus.FromEnv("")
	for _, set := range []string{"acs-9x9-half", "acs-16x16-half", "acs-25x25-half"} {
		items, err := store.Select(t.Context(), set, corpus.Selection{Every: 17})
		if missing := (*corpus.MissingError)(nil); errors.As(err, &missing) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		s := newSolver(t, items[0].Board.Shape(), wide.DefaultConfig())
		for _, p := range items {
			if err := s.Begin(p.Board); err != nil {
				t.Fatal(err)
			}
			if o := s.Next(20_000); o != wide.Solution {
				t.Errorf("%s, board %d: %v after %d guesses", set, p.Index, o, s.Counters().Guesses)
				continue
			}
			if err := board.CheckSolution(p.Board, s.Solution()); err != nil {
				t.Errorf("%s, board %d: %v", set, p.Index, err)
			}
		}
	}
}
