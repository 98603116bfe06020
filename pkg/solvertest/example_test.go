package solvertest_test

import (
	"context"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
)

func ExamplePlain9() {
	puzzle := board.MustParse("..3.7....7.....3.4..4..8...1.82.7..6.4...69.8...4......3...2.97.1....542...8.....")
	res, err := solvertest.NewPlain9().Solve(context.Background(), puzzle, solver.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Status, "after", res.Stats.Nodes, "nodes")
	fmt.Println(res.Grid)
	// Output:
	// unique after 272 nodes
	// 983674251761925384524318679158297436247536918396481725635142897819763542472859163
}

func ExampleCount() {
	puzzle := board.MustParse("3.2....41.......")
	count, _, _ := solvertest.Count(puzzle, 10, 0)
	puzzle.Set(0, 0) // one given less
	more, _, _ := solvertest.Count(puzzle, 10, 0)
	fmt.Println(count, more)
	// Output: 2 6
}
