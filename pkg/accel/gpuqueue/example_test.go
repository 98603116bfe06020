package gpuqueue_test

import (
	"fmt"

	"sudokulab/pkg/accel/gpuqueue"
)

func ExampleNext() {
	queue := &gpuqueue.Queue{Version: 1, Jobs: []gpuqueue.Job{
		{ID: "selftest", Command: []string{"accel", "selftest"}},
		{ID: "later", Needs: "a model"},
	}}
	state := gpuqueue.State{}
	job, err := gpuqueue.Next(queue, state)
	fmt.Println(job.ID, err)

	state.Slices = append(state.Slices, gpuqueue.Slice{Job: "selftest", Outcome: gpuqueue.OutcomeDone})
	_, err = gpuqueue.Next(queue, state)
	fmt.Println(err)
	// Output:
	// selftest <nil>
	// gpuqueue: no job is open: later is waiting
}
