package solver

import "sudokulab/pkg/board"

// A Search looks for every solution of a puzzle, in an order of its own, and tells of it: Try before each digit that it
// tries, Back when one that it tried has failed, Found at each solution. Where Try or Found returns false it ends at once. It
// returns whether it has looked everywhere. It leaves the puzzle as it is, and its course depends on nothing but the puzzle.
type Search func(puzzle board.Board, told Told) (everywhere bool)

// Told is what a [Search] tells, and by which it learns that it is to end.
type Told interface {
	Try() (goOn bool)
	Back()
	Found(grid board.Board) (goOn bool)
}
