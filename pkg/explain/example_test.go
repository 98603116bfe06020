package explain_test

import (
	"encoding/json"
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

// A hint at its three levels, on a board with the person's own marks. An engine has found the solution.
func ExampleExplainer_Hint() {
	puzzle := board.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	solution := board.MustParse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
	if err := board.CheckSolution(puzzle, solution); err != nil {
		fmt.Println(err)
		return
	}
	e, err := explain.New(puzzle.Shape(), explain.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	marks := board.Candidates(puzzle)
	p, err := e.Position(puzzle, marks)
	if err != nil {
		fmt.Println(err)
		return
	}
	for level := explain.HintWhere; level <= explain.HintWhy; level++ {
		hint, err := e.Hint(p, level, explain.Known{Solutions: explain.OneSolution, Solution: solution})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(hint.Text)
	}
	// Output:
	// The next step is in box 5.
	// The next step is in box 5: naked single. A cell has one candidate left. That digit goes there.
	// naked single: Every digit but 5 is ruled out in r5c5, so r5c5 is 5.
}

// The position just before the first naked pair of a puzzle, for practice.
func ExamplePath_First() {
	puzzle := board.MustParse("1.864.729.4.92.3819.2..1645..1.....4..47.981...3.1..72.19...4.8....9.1..4.51.629.")
	e, err := explain.New(puzzle.Shape(), explain.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	path, err := e.Path(puzzle)
	if err != nil {
		fmt.Println(err)
		return
	}
	if i := path.First(explain.NakedPair); i >= 0 {
		fmt.Println(path.Before(i).Board())
		fmt.Println(path.Before(i).Struck())
		fmt.Println(path.Steps[i].String())
	}
	// Output:
	// 1.864.729.4.92.3819.2..1645..1.....4..47.981...3.1..72.19...4.8....9.1..4.51.629.
	// r3c5-3 r4c1-256 r4c2-256 r4c5-3 r4c6-5 r4c8-5 r5c1-6 r5c2-6 r5c5-5 r6c1-5 r6c2-5 r6c6-5 r7c5-3 r7c6-5 r8c2-3 r8c6-5 r8c9-3 r9c2-3
	// naked pair: r8c3 and r8c9 in row 8 have only 6 and 7 between them and take both, so r8c1 and r8c2 cannot be 6 or 7; r8c6 cannot be 7; and r8c8 cannot be 6.
}

// A step that was written to JSON tells its sentence and can be applied where it is read.
func ExampleStep_UnmarshalJSON() {
	text := `{"technique":"hidden-single","side":4,"places":[{"cell":3,"digit":4}],"digits":8,
		"units":[{"unit":0,"role":"unit"}],"candidates":[{"cell":3,"digit":4,"role":"set"}]}`
	var step explain.Step
	if err := json.Unmarshal([]byte(text), &step); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(step.String())
	err := json.Unmarshal([]byte(`{"technique":"x-wing","side":4,"strikes":[{"cell":16,"digit":1}]}`), &step)
	fmt.Println(err)
	// Output:
	// hidden single: In row 1 the 4 can only go in r1c4, so r1c4 is 4.
	// explain: step: digit 1 in cell 16 of a board of side 4
}
