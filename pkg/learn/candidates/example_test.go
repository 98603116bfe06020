package candidates_test

import (
	"context"
	"fmt"

	. "github.com/gomlx/gomlx/core/graph" //nolint:revive // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/learn/candidates"
)

// A head beside the score: the mean of the states of a board's candidates.
func ExampleNetwork_On() {
	choice, err := accel.Choose(context.Background(), accel.Options{Backend: accel.NameGo})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer choice.Close()
	c := candidates.Default()
	network, err := candidates.New(c)
	if err != nil {
		fmt.Println(err)
		return
	}
	shape, err := board.ShapeOfSide(4)
	if err != nil {
		fmt.Println(err)
		return
	}
	store := model.NewStore()
	out, err := model.CallOnceN(choice.Backend, store, func(scope *model.Scope, boards *Node) []*Node {
		b := network.On(scope, boards, shape)
		state := b.Steps(b.Start(), 3, nil)
		pooled := ReduceMean(Reshape(state, -1, 4*4*4, c.Hidden), 1)
		return []*Node{state, b.Score(state), pooled}
	}, tensors.FromFlatDataAndDimensions(make([]int32, 2*16), 2, 16)) // two empty boards
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("states", out[0].Shape().Dimensions, "scores", out[1].Shape().Dimensions, "pooled", out[2].Shape().Dimensions)
	fmt.Println(store.NumParameters() == c.Parameters())
	// Output:
	// states [128 48] scores [2 16 4] pooled [2 48]
	// true
}
