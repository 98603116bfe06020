package triad_test

import (
	"fmt"

	"sudokulab/pkg/bitboard/triad"
	"sudokulab/pkg/board"
)

func Example() {
	puzzle := board.MustParse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	s := triad.New()
	fmt.Println(s.CountUpTo((*[81]uint8)(puzzle.Cells()), 2), "solution")
	solution := board.New(board.Standard())
	copy(solution.Cells(), s.First()[:])
	fmt.Println(solution)
	// Output:
	// 1 solution
	// 812753649943682175675491283154237896369845721287169534521974368438526917796318452
}

// The search can start from candidates and be taken in steps.
func ExampleSolver_BeginAt() {
	var candidates [81]uint16
	for i := range candidates {
		candidates[i] = 0x1ff
	}
	candidates[0] = 1<<(5-1) | 1<<(7-1) // 5 or 7 in the first cell

	s := triad.New()
	s.BeginAt(&candidates)
	steps := 1
	for s.Next(10) == triad.Budget {
		steps++
	}
	d := s.First()[0]
	fmt.Println(steps > 1, d == 5 || d == 7)
	// Output: true true
}
