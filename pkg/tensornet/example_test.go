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

// What a rule of the literal form leaves of an empty board with one given.
func ExampleApply() {
	choice, err := accel.Choose(context.Background(), accel.Options{Backend: accel.NameGo, Sequential: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer choice.Close()
	shape, err := board.ShapeOf(2)
	if err != nil {
		fmt.Println(err)
		return
	}
	before := make([]board.Digits, shape.Cells())
	for cell := range before {
		before[cell] = board.AllDigits(shape.Side())
	}
	before[5] = board.DigitsOf(3)
	after, err := tensornet.Apply(choice.Backend, shape, tensornet.Literal, tensornet.Eliminate, [][]board.Digits{before})
	if err != nil {
		fmt.Println(err)
		return
	}
	for row := range slices.Chunk(after[0], shape.Side()) {
		fmt.Println(row)
	}
	// Output:
	// [{1,2,4} {1,2,4} {1,2,3,4} {1,2,3,4}]
	// [{1,2,4} {3} {1,2,4} {1,2,4}]
	// [{1,2,3,4} {1,2,4} {1,2,3,4} {1,2,3,4}]
	// [{1,2,3,4} {1,2,4} {1,2,3,4} {1,2,3,4}]
}

// The four calls of Iterate2D on an array with three numbers above zero, two of them equal.
func ExampleIterate2D() {
	choice, err := accel.Choose(context.Background(), accel.Options{Backend: accel.NameGo, Sequential: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer choice.Close()
	shape, err := board.ShapeOf(2)
	if err != nil {
		fmt.Println(err)
		return
	}
	array := make([]int, shape.Cells())
	array[1], array[6], array[9] = 2, 5, 2
	masks, err := tensornet.Iterate2D(choice.Backend, shape, tensornet.MaxUnpool, [][]int{array}, 4)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, call := range masks {
		fmt.Println(slices.Index(call[0], 1))
	}
	// Output:
	// 6
	// 1
	// 9
	// -1
}
