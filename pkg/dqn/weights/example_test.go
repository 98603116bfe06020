package weights_test

import (
	"fmt"
	"log"

	"sudokulab/pkg/dqn/weights"
)

// A recipe needs to say what differs from the default one of its network.
func ExampleParseRecipe() {
	r, err := weights.ParseRecipe([]byte(`{"algorithm": "pqn", "network": {"name": "conv", "side": 4}, "train": {"steps": 100}}`))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Title())
	fmt.Println(r.Trainer().Steps, "steps,", r.Shapes()["online/outputs/weights"], "weights of the outputs")
	// Output:
	// the network conv as an agent on 4×4, trained by pqn
	// 100 steps, [96 64] weights of the outputs
}
