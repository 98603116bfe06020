package bitboard_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
)

// TestTraceIsTheSolver: the traced search makes the scalar solver's guesses and conflicts and finds its solutions in
// their order, and each picture of a position holds the solutions below it.
func TestTraceIsTheSolver(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	s := bitboard.NewScalar()
	puzzles := []bitboard.Cells{*parse(t, easy), *parse(t, hard), *parse(t, twofer), {}, {1, 1}, {10}}
	for range 400 {
		puzzles = append(puzzles, randomBoard(rng, s))
	}
	guesses, kinds := int64(0), map[bitboard.Kind]int{}
	for i := range puzzles {
		p := &puzzles[i]
		for _, limit := range []int{1, 2, 30} {
			var want []bitboard.Cells
			s.Begin(p)
			for len(want) < limit && s.Next(-1) == bitboard.Found {
				want = append(want, *s.Solution())
			}
			var got []bitboard.Cells
			var marks []board.Digits
			depth := 0
			tally, err := bitboard.Trace(t.Context(), p, limit, -1, func(m bitboard.Moment) error {
				kinds[m.Kind]++
				marks = m.Candidates(marks)
				switch m.Kind {
				case bitboard.Solved:
					var c bitboard.Cells
					for cell, d := range marks {
						if !d.Single() {
							t.Fatalf("%v: solved, and cell %d has %v", *p, cell, d)
						}
						c[cell] = uint8(d.First())
					}
					got = append(got, c)
				case bitboard.Guessed:
					if m.Depth != depth+1 || len(m.Cells) != 1 && len(m.Cells) != 3 || m.Digit < 1 || m.Digit > 9 {
						t.Fatalf("%v: guess %+v at depth %d", *p, m, depth)
					}
				}
				depth = m.Depth
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if tally.Guesses != s.Guesses() || tally.Conflicts != s.Conflicts() || tally.Solutions != len(want) || tally.First != *s.First() {
				t.Fatalf("%v, limit %d: the trace comes to %+v, the solver to %d guesses, %d conflicts, %d solutions", *p, limit, tally, s.Guesses(), s.Conflicts(), len(want))
			}
			if tally.Exhausted != (len(want) < limit) {
				t.Errorf("%v, limit %d: exhausted %v with %d solutions", *p, limit, tally.Exhausted, len(want))
			}
			for k := range want {
				if got[k] != want[k] {
					t.Fatalf("%v: solution %d is %v, want %v", *p, k, got[k], want[k])
				}
			}
			guesses += tally.Guesses
		}
	}
	for k := bitboard.Begun; k <= bitboard.Solved; k++ {
		if kinds[k] == 0 {
			t.Errorf("the puzzles show no moment of kind %d", k)
		}
	}
	if guesses < 1000 {
		t.Errorf("%d guesses in all: the puzzles are too easy to show anything", guesses)
	}
}

// TestTraceEnds: a bound on guesses holds, and an error of the listener ends the search.
func TestTraceEnds(t *testing.T) {
	for most := range int64(6) {
		s := bitboard.NewScalar()
		s.Begin(parse(t, hard))
		s.Next(most)
		tally, err := bitboard.Trace(t.Context(), parse(t, hard), 2, most, func(bitboard.Moment) error { return nil })
		if err != nil || tally.Guesses != s.Guesses() || tally.Exhausted {
			t.Errorf("at most %d guesses: %+v, %v; the solver makes %d", most, tally, err, s.Guesses())
		}
	}
	gone := errors.New("gone")
	if _, err := bitboard.Trace(t.Context(), parse(t, hard), 2, -1, func(bitboard.Moment) error { return gone }); !errors.Is(err, gone) {
		t.Errorf("%v, want gone", err)
	}
	if _, err := bitboard.Trace(t.Context(), nil, 2, -1, func(bitboard.Moment) error { return nil }); err == nil {
		t.Error("no puzzle was traced")
	}
}
