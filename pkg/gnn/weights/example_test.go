package weights_test

import (
	"fmt"
	"log"

	"sudokulab/pkg/gnn/weights"
)

// The embedded weights need no file; their card says where they come from.
func ExampleLoad() {
	m, err := weights.Load(weights.Candidate)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(m.Card.Name, "in", m.Card.Format)
	fmt.Println("trained:", m.Card.Training.Steps > 0, "scored:", len(m.Card.Scores) > 0)
	// Output:
	// candidate in F16
	// trained: true scored: true
}
