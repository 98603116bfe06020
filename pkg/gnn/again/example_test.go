package again_test

import (
	"fmt"

	"sudokulab/pkg/gnn/again"
)

// Half of the places that become free go to boards that failed. A share of 1 would bring no new boards.
func ExampleConfig_Validate() {
	fmt.Println(again.Config{Share: 0.5}.Validate())
	fmt.Println(again.Config{Share: 1}.Validate())
	// Output:
	// <nil>
	// again: a share of 1 of boards that failed, want 0 or more and below 1
}
