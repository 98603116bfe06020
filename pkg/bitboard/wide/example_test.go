package wide_test

import (
	"fmt"

	"sudokulab/pkg/bitboard/wide"
	"sudokulab/pkg/board"
)

func Example() {
	puzzle := board.MustParse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	s, err := wide.New(puzzle.Shape(), wide.DefaultConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	n, err := s.CountUpTo(puzzle, 2)
	fmt.Println(n, err)
	fmt.Println(s.Solution())
	// Output:
	// 1 <nil>
	// 812753649943682175675491283154237896369845721287169534521974368438526917796318452
}

// A diagonal board of side 4, one solution at a time.
func ExampleSolver_Next() {
	shape, err := board.ShapeWith(4, board.Variant{Diagonals: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	puzzle, err := board.ParseOn(shape, "12..............")
	if err != nil {
		fmt.Println(err)
		return
	}
	cfg := wide.DefaultConfig()
	cfg.Seed = 0
	s, err := wide.New(shape, cfg)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := s.Begin(puzzle); err != nil {
		fmt.Println(err)
		return
	}
	for {
		o := s.Next(1)
		if o == wide.Exhausted {
			break
		}
		if o == wide.Solution {
			fmt.Println(s.Solution())
		}
	}
	fmt.Println(s.Counters().Guesses, "guesses")
	// Output:
	// 1234341243212143
	// 1234432121433412
	// 1243342121344312
	// 1243431234212134
	// 3 guesses
}
