package infer_test

import (
	"context"
	"fmt"
	"os"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/solver"
)

// nearly is a model for one puzzle: sure of most cells, and undecided in some of the puzzle.
type nearly struct{ solution board.Board }

func (m nearly) Predict(_ context.Context, boards []board.Board) ([]learn.Prediction, error) {
	out := make([]learn.Prediction, len(boards))
	for i, b := range boards {
		out[i] = spread(b, func(cell int) (int, float32) {
			if b.Filled() < 8 && cell%3 == 0 {
				return m.solution.At(cell)%4 + 1, 0.4
			}
			return m.solution.At(cell), 0.96 + float32(cell)/1000
		})
	}
	return out, nil
}

func ExampleRunner_Solve() {
	puzzles := []board.Board{
		board.MustParse("2..........31..4"),
		board.MustParse("3.2....41......."), // two solutions
		board.MustParse("12.........3...4"), // none
	}
	r, err := infer.NewRunner(uniform(), infer.DefaultConfig(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	answers, err := r.Solve(context.Background(), puzzles, solver.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, a := range answers {
		fmt.Println(a.Status, a.By, a.Grid)
	}
	// Output:
	// unique beam 2431314242131324
	// multiple beam 3421213412434312
	// unsat start
}

func ExampleRunner_Explain() {
	puzzle := board.MustParse("2..........31..4")
	r, err := infer.NewRunner(nearly{solutions()(puzzle)}, infer.DefaultConfig(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	a, trace, err := r.Explain(context.Background(), puzzle, solver.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := trace.WriteText(os.Stdout); err != nil {
		fmt.Println(err)
	}
	fmt.Println(a.Status, a.By)
	// Output:
	// refine, round 1: 12 cells open, 9 filled
	// 2     4+96  | 3+96  2?40
	// 3+96  1+96  | 1?40  2+96
	// ------------+-------------
	// 4+96  3?40  | 1+97  3
	// 1     3+97  | 2+97  4
	// refine, round 2: 3 cells open, 3 filled
	// 2     4     | 3     1+96
	// 3     1     | 4+96  2
	// ------------+-------------
	// 4     2+96  | 1     3
	// 1     3     | 2     4
	// refine: solved
	// unique refine
}

func ExampleSearch_Solve() {
	puzzle := board.MustParse("..3.7....7.....3.4..4..8...1.82.7..6.4...69.8...4......3...2.97.1....542...8.....")
	model := oracle(0.1, 0.5, 1) // knows the solution but for a tenth of the cells
	p, err := model.Predict(context.Background(), []board.Board{puzzle})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, order := range []infer.Order{infer.Ascending, infer.Confidence} {
		s, err := infer.NewSearch(infer.SearchConfig{Form: infer.Cells, Order: order})
		if err != nil {
			fmt.Println(err)
			return
		}
		res, err := s.Solve(context.Background(), puzzle, p[0], solver.Limits{Solutions: 1})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(order, res.Status, res.Stats.Nodes, "nodes", res.Stats.Backtracks, "backtracks")
	}
	// Output:
	// ascending found 59 nodes 4 backtracks
	// confidence found 55 nodes 0 backtracks
}
