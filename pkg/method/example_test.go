package method_test

import (
	"context"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/method"
	"sudokulab/pkg/solver"
)

func Example() {
	puzzle, err := board.Parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := method.Open(context.Background(), method.Auto, method.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close() //nolint:errcheck // an exact method has nothing to let go of
	res, err := s.Solve(context.Background(), puzzle, solver.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Grid)
	fmt.Println(res.Status, "by", s.NameFor(puzzle.Shape()))
	// Output:
	// 534678912672195348198342567859761423426853791713924856961537284287419635345286179
	// unique by bitboard
}

func ExampleAll() {
	for _, m := range method.All() {
		if m.Family == "wide" {
			fmt.Printf("%s takes %s, %s, lists solutions: %t\n", m.Name, m.Boards, m.Proves, m.Enumerates)
		}
	}
	// Output:
	// wide takes every board, decides, lists solutions: true
	// wide-sat takes every board, decides, lists solutions: false
}

func ExampleOpen_unknown() {
	_, err := method.Open(context.Background(), "bitbaord", method.Options{})
	fmt.Println(err)
	// Output:
	// method: no method "bitbaord"; did you mean bitboard?
}
