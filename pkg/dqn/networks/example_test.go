package networks_test

import (
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn/networks"
)

// Example prints the document's layout as it is built, and asks it for a smaller board.
func Example() {
	net, err := networks.NewDocumented(networks.Default(networks.Conv, 9))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, l := range net.Layers() {
		fmt.Println(l.Name, l.In, "→", l.Out, l.Activation, l.Parameters)
	}
	fmt.Println(net.Parameters(), "parameters,", net.FLOPs(1), "operations for a board")
	four, err := board.ShapeOfSide(4)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(net.Takes(four))
	// Output:
	// board [] → [9 9 10] linear 0
	// convolution-1 [9 9 10] → [9 9 24] relu 2184
	// convolution-2 [9 9 24] → [9 9 24] relu 5208
	// convolution-3 [9 9 24] → [9 9 24] relu 5208
	// flatten [9 9 24] → [1944] linear 0
	// dense-1 [1944] → [192] relu 373440
	// dense-2 [192] → [192] relu 37056
	// outputs [192] → [729] linear 140697
	// 563793 parameters, 3129696 operations for a board
	// networks: conv of side 9 values 729 actions, a board of side 4 has 64
}

// The cost of a forward pass on 64 boards of each default, in billions of operations in products.
func ExampleDocumented_FLOPs() {
	for _, name := range networks.DocumentedNames() {
		for _, side := range []int{4, 9} {
			net, err := networks.NewDocumented(networks.Default(name, side))
			if err != nil {
				fmt.Println(err)
				return
			}
			fmt.Printf("%-12s %d %7d %.4f\n", name, side, net.Parameters(), float64(net.FLOPs(64))/1e9)
		}
	}
	// Output:
	// conv         4   43248 0.0113
	// conv         9  563793 0.2003
	// unit-conv    4    5100 0.0048
	// unit-conv    9   83745 0.1754
	// resnet       4   39832 0.0160
	// resnet       9  574209 0.3078
	// transformer  4    4804 0.0108
	// transformer  9   18601 0.2837
}
