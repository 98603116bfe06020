package tensornet_test

import (
	"context"
	"fmt"
	"slices"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/tensornet"
)

func ExampleNetwork_Solve() {
	choice, err := accel.Choose(context.Background(), accel.Options{Backend: accel.NameGo, Sequential: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer choice.Close()
	puzzles := []board.Board{
		board.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"),
		board.MustParse(".....6....59.....82....8....45........3........6..3.54...325..6.................."),
	}
	cfg := tensornet.DefaultConfig()
	cfg.Batch = len(puzzles)
	n, err := tensornet.New(choice.Backend, board.Standard(), cfg)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer n.Close()
	for a, err := range n.Solve(context.Background(), slices.Values(puzzles), 2) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(a.Index, a.End, a.Solutions, a.Guesses > 0)
	}
	// Output:
	// 0 exhausted 1 false
	// 1 limited 2 true
}
