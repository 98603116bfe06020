package engine

import (
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/bitboard/triad"
)

// TestRivals9 asks with vectors and without for second solutions of boards from almost full to almost empty.
func TestRivals9(t *testing.T) {
	if _, vector := NewRivals9(), triad.New().Vector(); NewRivals9().Vector() != vector {
		t.Fatalf("vectors %v, package triad has them: %v", NewRivals9().Vector(), vector)
	}
	counter := bitboard.NewScalar()
	solution := [81]uint8(*func() *bitboard.Cells { counter.CountUpTo(&bitboard.Cells{}, 1); return counter.First() }())
	rng := rand.New(rand.NewPCG(1, 1))
	fast, plain := new(Rivals9), &Rivals9{scalar: bitboard.NewScalar()}
	seen := map[bool]int{}
	for range 3000 {
		var puzzle [81]uint8
		for _, c := range rng.Perm(81)[:rng.IntN(82)] {
			puzzle[c] = solution[c]
		}
		cells := bitboard.Cells(puzzle)
		want := counter.CountUpTo(&cells, 2) > 1
		seen[want]++
		for name, r := range map[string]*Rivals9{"the processor's": fast, "scalar": plain} {
			asked, of := puzzle, solution
			rival, found := r.Another(&asked, &of)
			if found != want || asked != puzzle || of != solution {
				t.Fatalf("%s: %v of %v, want %v, and the boards as they were", name, found, puzzle, want)
			}
			if !found {
				continue
			}
			grid := bitboard.Cells(*rival)
			if *rival == solution || counter.CountUpTo(&grid, 2) != 1 {
				t.Fatalf("%s: %v is no second solution of %v", name, *rival, puzzle)
			}
			for c, d := range puzzle {
				if d != 0 && rival[c] != d || rival[c] == 0 {
					t.Fatalf("%s: %v is no completion of %v", name, *rival, puzzle)
				}
			}
		}
	}
	if seen[true] < 500 || seen[false] < 500 {
		t.Errorf("boards with a second solution and without: %v, want many of both", seen)
	}
	if n := testing.AllocsPerRun(100, func() { fast.Another(&[81]uint8{}, &solution) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}
