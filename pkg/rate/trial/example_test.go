package trial_test

import (
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/rate/trial"
)

// Singles do not solve this puzzle; trials, of which the first round takes 45 candidates away, do.
func ExampleTrier_Rate() {
	b := board.MustParse("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
	r := trial.New().Rate((*[81]uint8)(b.Cells()))
	fmt.Println(r.Depth(), r.Open, r.Failing, r.Left)
	// Output: 1 210 45 0
}
