package cnn_test

import (
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/cnn"
)

// Example counts the document's network and asks it for a larger board.
func Example() {
	net, err := cnn.New(cnn.Default())
	if err != nil {
		fmt.Println(err)
		return
	}
	sixteen, err := board.ShapeOfSide(16)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(net.Name(), net.Config().Parameters(), net.Config().FLOPs(9, 1))
	fmt.Println(net.Takes(board.Standard()))
	fmt.Println(net.Takes(sixteen))
	// Output:
	// cnn 7786265 51881472
	// <nil>
	// cnn: the linear layer reads 128·9·9 = 10368 values and writes 729, a board of side 16 gives 32768 and needs 4096
}
