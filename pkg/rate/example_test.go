package rate_test

import (
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/rate"
)

func Example() {
	r := rate.New(board.Standard())
	for _, text := range []string{
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
		"4....32...6..2...92....1...3.9....7...7....8....31.4....1...5....6.3...47....5.13",
	} {
		puzzle, err := board.Parse(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		rating, err := r.Rate(puzzle, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(rating.Technique, rating.Steps.Naked, rating.Steps.Hidden, rating.Steps.Locked)
	}
	// Output:
	// naked-singles 51 0 0
	// locked-candidates 44 12 6
}

// Where the techniques get stuck, a search of the caller's counts.
func ExampleRater_Rate() {
	r := rate.New(board.Standard())
	guesses := func(board.Board) int64 { return 3 } // such as bitboard's Guesses
	rating, err := r.Rate(board.New(board.Standard()), guesses)
	fmt.Println(rating.Technique, rating.Open, rating.Guesses, err)
	// Output: guesses 81 3 <nil>
}
