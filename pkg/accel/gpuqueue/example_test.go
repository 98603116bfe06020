package gpuqueue_test

import (
	"fmt"

	"sudokulab/pkg/accel/gpuqueue"
)

func ExampleNext() {
	queue := &gpuqueue.Queue{Version: 1, Jobs: []gpuqueue.Job{
		{ID: "smoke", Command: []string{"accel", "smoke"}},
		{ID: "later", Needs: "a model"},
	}}
	state := gpuqueue.State{}
	job, err := gpuqueue.Next(queue, state)
	fmt.Println(job.ID, err)

	state.Slices = append(state.Slices, gpuqueue.Slice{Job: "smoke", Outcome: gpuqueue.OutcomeDone})
	_, err = gpuqueue.Next(queue, state)
	fmt.Println(err)
	// Output:
	// smoke <nil>
	// gpuqueue: no job is open: later is waiting
}
