package files_test

import (
	"os"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dataset/files"
)

// A puzzle in the form of Sudoku-Extreme.
func ExampleWrite() {
	puzzle, solution := board.MustParse("1.......34......"), board.MustParse("1243342121344312")
	rows := files.Rows{Side: 4, Count: 1, All: func(yield func(files.Row, error) bool) {
		yield(files.Row{Puzzle: puzzle.Cells(), Solution: solution.Cells(), Source: "mine"}, nil)
	}}
	if err := files.Write(os.Stdout, files.Extreme, ".extreme.csv", rows); err != nil {
		panic(err)
	}
	// Output:
	// source,question,answer,rating
	// mine,1.......34......,1243342121344312,0
}
