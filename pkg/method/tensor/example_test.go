package tensor_test

import (
	"context"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/method"
	_ "sudokulab/pkg/method/tensor"
	"sudokulab/pkg/solver"
)

func Example() {
	s, err := method.Open(context.Background(), "tensor", method.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close() //nolint:errcheck // the answer stands
	puzzle := board.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	res, err := s.Solve(context.Background(), puzzle, solver.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Status, res.Stats.Nodes, res.Stats.Counter("steps"))
	// Output: unique 0 5
}
