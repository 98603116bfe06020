package bitboard_test

import (
	"context"
	"fmt"
	"log"

	"sudokulab/pkg/bitboard"
)

func Example() {
	grid, solutions, err := bitboard.Solve("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(grid)
	fmt.Println("the only solution:", solutions == 1)
	// Output:
	// 812753649943682175675491283154237896369845721287169534521974368438526917796318452
	// the only solution: true
}

// One solver for many puzzles: after New nothing is allocated.
func ExampleSolver_CountUpTo() {
	s := bitboard.New()
	for _, line := range []string{
		"..4....8....719........8.97....67...5.......2...2..73.16..729.....9...61..2.865..",
		"1.3.5.7.9456789123789123456214365897365897214897214365531642978642978531978531642",
		"11...............................................................................",
	} {
		puzzle, err := bitboard.Parse(line)
		if err != nil {
			log.Fatal(err)
		}
		switch s.CountUpTo(&puzzle, 2) {
		case 1:
			fmt.Println(s.First())
		case 2:
			fmt.Println("two solutions or more")
		default:
			fmt.Println("no solution")
		}
	}
	// Output:
	// 974325186836719425215648397321467859547893612689251734163572948758934261492186573
	// 123456789456789123789123456214365897365897214897214365531642978642978531978531642
	// no solution
}

func ExampleParse() {
	_, err := bitboard.Parse("8..........3x......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	fmt.Println(err)
	// Output: bitboard: character 13 (row 2, column 4) is 'x', want a digit 1 to 9, or . or 0 for an empty cell
}

// The solutions of a puzzle one by one, looking up after every thousand guesses.
func ExampleSolver_Next() {
	puzzle, err := bitboard.Parse("1.3.5.7.9456789123789123456214365897365897214897214365531642978642978531978531642")
	if err != nil {
		log.Fatal(err)
	}
	s := bitboard.New()
	s.Begin(&puzzle)
	for {
		switch s.Next(1000) {
		case bitboard.Found:
			fmt.Println(s.Solution())
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

// A counter tells how many solutions there are, and nothing else.
func ExampleCounter() {
	c := bitboard.NewCounter()
	for _, line := range []string{
		"..4....8....719........8.97....67...5.......2...2..73.16..729.....9...61..2.865..",
		"..4....8....719........8.97....67...5.......2...2..73.16..729.....9...61..2......",
	} {
		puzzle, err := bitboard.Parse(line)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(c.CountUpTo(&puzzle, 100_000))
	}
	// Output:
	// 1
	// 164
}
