package counter_test

import (
	"context"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/generate/counter"
	"sudokulab/pkg/solver"
)

func Example() {
	puzzle, err := board.Parse(".6.983.75.....16..97.6...18.1.4......36.2.84......8.3.65...2.81..78.....18.795.2.")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, cfg := range []counter.Config{counter.NaiveConfig(), counter.DefaultConfig()} {
		c, err := counter.New(puzzle.Shape(), cfg)
		if err != nil {
			fmt.Println(err)
			return
		}
		n := c.CountUpTo(puzzle, 2)
		s := c.Stats()
		fmt.Printf("%s: %d solution, %d nodes, %d cells compared\n", cfg, n, s.Nodes, s.Compared)
	}
	// Output:
	// scan: 1 solution, 364 nodes, 29028 cells compared
	// mrv+masks+blanks: 1 solution, 46 nodes, 0 cells compared
}

// A run that reaches its bound counts nothing: it says so.
func ExampleCounter_Solve() {
	c, err := counter.New(board.Standard(), counter.NaiveConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	puzzle, err := board.Parse("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9")
	if err != nil {
		fmt.Println(err)
		return
	}
	res, err := c.Solve(context.Background(), puzzle, solver.Limits{Solutions: 2, Nodes: 100_000})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Status, res.Solutions, res.Stats.Nodes)
	// Output:
	// capped 0 100000
}
