package watch_test

import (
	"context"
	"fmt"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/method"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/watch"
)

func ExampleFrames() {
	by, err := method.Open(context.Background(), "minigrid", method.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = by.Close() }()
	puzzle := board.MustParse("1.3.3.1...4..3.1")
	r, err := watch.Frames(context.Background(), by, puzzle, watch.Options{Limits: solver.Limits{Solutions: 1}}, func(f watch.Frame) error {
		fmt.Println(strings.ReplaceAll(f.Picture.Caption, "\n", " "))
		return nil
	})
	fmt.Println(r.Status, err)
	// Output:
	// Phase 1, masks: the digits that the givens leave each cell.
	// Phase 2, fillings: the boxes have 6 in all. A cell shows the digits that some filling of its box has there. By box: 2 2 / 1 1
	// Phase 3, edges: 7 pairs of fillings of boxes in one band or stack fit together. By box: 2 2 / 1 1
	// Phase 5, extraction. Box 3 has one filling left. By box: 2 2 / 1 1
	// Phase 5, extraction. Box 4 has one filling left. By box: 2 2 / 1 1
	// Phase 5, extraction. Try filling 1 in box 1, which has 2 left, the fewest. By box: 1 1 / 1 1
	// Phase 5, extraction. Every box is filled: a solution. By box: 1 1 / 1 1
	// A solution. Whether there is another was not asked.
	// found <nil>
}
