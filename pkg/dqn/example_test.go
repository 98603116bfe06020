package dqn_test

import (
	"fmt"

	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/environment"
)

// A right move is worth more the more moves follow it, unless γ is 0.9: there ten points a move for ever are
// worth as much as the hundred at the end.
func ExampleRuler() {
	for _, gamma := range []float64{0.99, 0.9} {
		ruler := dqn.NewRuler(environment.Documented(), gamma)
		for _, blanks := range []int{1, 10, 55} {
			fmt.Printf("γ %.2f, %d empty: right %.1f, wrong %.1f\n", gamma, blanks, ruler.Right(blanks), ruler.Wrong())
		}
	}
	// Output:
	// γ 0.99, 1 empty: right 110.0, wrong -5.0
	// γ 0.99, 10 empty: right 187.0, wrong -5.0
	// γ 0.99, 55 empty: right 482.8, wrong -5.0
	// γ 0.90, 1 empty: right 110.0, wrong -5.0
	// γ 0.90, 10 empty: right 103.9, wrong -5.0
	// γ 0.90, 55 empty: right 100.0, wrong -5.0
}
