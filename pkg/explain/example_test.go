package explain_test

import (
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/explain"
)

func Example() {
	puzzle, err := board.Parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := explain.New(board.Standard(), explain.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := e.Position(puzzle, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	step, err := e.Next(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(step.String())
	path, err := e.Path(puzzle)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(path.Hardest, path.Level, path.Score, path.Count, path.Stuck())
	// Output:
	// naked single: Every digit but 5 is ruled out in r5c5, so r5c5 is 5.
	// naked-single easy 204 51 false
}
