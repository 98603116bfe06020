package train

import (
	"context"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
)

// Task is what a Trainer trains: a loss, the batches it is computed on, and whatever must
// be carried from one step to the next.
type Task interface {
	// Loss builds the graph of one step for batches of the kind: a scalar loss to be
	// minimised, and outputs that go to Observe. Variables live under scope.
	Loss(scope *model.Scope, kind string, inputs []*graph.Node) (loss *graph.Node, outputs []*graph.Node)
	// Next returns the batch of the step. It is called once for each step, in order, by
	// one goroutine.
	Next(ctx context.Context) (Batch, error)
	// Observe is given the outputs of the step, after Next and before the following Next.
	// It owns the tensors. It returns the step's metrics, averaged by the trainer between
	// two lines of the log.
	Observe(kind string, outputs []*tensors.Tensor) (Metrics, error)
	// Validate measures the weights in the store, which are the averaged ones if the
	// trainer averages. It may take long and polls ctx. One of its metrics is the
	// configuration's Watch, on which plateau and early stopping look.
	Validate(ctx context.Context, weights *model.Store) (Metrics, error)
	// Save returns what Load needs so that the steps that follow are the same to the
	// last bit: the position in the data, carried tensors.
	Save() (TaskState, error)
	Load(TaskState) error
}

// OpenTask is a task with what it holds open, such as a stream of puzzles, until it is closed.
type OpenTask interface {
	Task
	Close()
}

// Batch is the input of one step. All batches of a kind have the same shapes, so that
// each kind is compiled once.
type Batch struct {
	Kind    string            // for example the side of the boards, "9"
	Samples int               // items in it, for the rate
	Inputs  []*tensors.Tensor // consumed by the step
}

// Metrics are named figures of a step or of a validation.
type Metrics map[string]float64

// TaskState is what a task adds to a checkpoint.
type TaskState struct {
	JSON    []byte                     // the task's own words, or nil
	Tensors map[string]*tensors.Tensor // carried tensors, by name
}
