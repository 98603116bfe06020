package corpus

import "sudokulab/pkg/board"

// Boards returns the boards of puzzles, in their order.
func Boards(items []Item) []board.Board {
	boards := make([]board.Board, len(items))
	for i, item := range items {
		boards[i] = item.Board
	}
	return boards
}
