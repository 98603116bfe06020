package bitboard_test

import (
	"context"
	"fmt"
	"log"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
)

func Example() {
	b, err := board.Parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	if err != nil {
		log.Fatal(err)
	}
	puzzle, err := bitboard.FromBoard(b)
	if err != nil {
		log.Fatal(err)
	}
	s := bitboard.New()
	fmt.Println("solutions:", s.CountUpTo(&puzzle, 2))
	grid, err := board.FromCells(s.First()[:])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(grid)
	// Output:
	// solutions: 1
	// 812753649943682175675491283154237896369845721287169534521974368438526917796318452
}

// The solutions of a puzzle one by one, looking up after every thousand guesses.
func ExampleSolver_Next() {
	b := board.MustParse("1.3.5.7.9456789123789123456214365897365897214897214365531642978642978531978531642")
	puzzle, err := bitboard.FromBoard(b)
	if err != nil {
		log.Fatal(err)
	}
	s := bitboard.New()
	s.Begin(&puzzle)
	for {
		switch s.Next(1000) {
		case bitboard.Found:
			grid := board.New(b.Shape())
			copy(grid.Cells(), s.Solution()[:])
			fmt.Println(grid)
		case bitboard.Exhausted:
			return
		case bitboard.Paused: // a good moment to ask whether to go on
		}
	}
	// Output:
	// 123456789456789123789123456214365897365897214897214365531642978642978531978531642
}

func ExampleBatch() {
	puzzles := make([]bitboard.Cells, 2) // an empty board and
	puzzles[1][0], puzzles[1][8] = 5, 5  // one with two fives in a row
	results := make([]bitboard.Result, 2)
	if err := bitboard.Batch(context.Background(), puzzles, 10, 2, results); err != nil {
		log.Fatal(err)
	}
	for _, r := range results {
		fmt.Println(r.Solutions)
	}
	// Output:
	// 10
	// 0
}
