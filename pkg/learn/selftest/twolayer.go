package selftest

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/train"
)

// Sizes of the package's own case.
const (
	ownBatch, ownInputs, ownHidden, ownOutputs = 200, 24, 64, 8

	ownSteps = 30
	ownRate  = 1e-2 // the learning rate
)

// twoLayers is the package's own case: the network of the gradients' check learns the outputs of
// another one.
func twoLayers(seed uint64, platform string) Case {
	config := train.DefaultConfig()
	config.Seed, config.Optimizer.LearningRate = seed, ownRate
	c := Case{
		Name: "two layers, small", Model: "two layers", Size: Small, Steps: ownSteps,
		Tolerance: Tolerance{Loss: 1e-3, Values: 1e-3}, Halves: true,
		Unit: "samples/s", Parameters: (ownInputs+1)*ownHidden + (ownHidden+1)*ownOutputs,
		FLOPs: func(steps int) float64 {
			return 3 * float64(steps) * 2 * ownBatch * ownHidden * (ownInputs + ownOutputs)
		},
		Train: config,
		Open: func(context.Context, compute.Backend) (train.OpenTask, error) {
			return &ownTask{seed: seed, teacher: newNetwork(ownInputs, ownHidden, ownOutputs, rand.New(rand.NewPCG(seed, 3)))}, nil
		},
	}
	if platform == accel.PlatformGo {
		c.Tolerance = Tolerance{}
	}
	return c
}

// ownTask trains the two-layer network. The batches are a function of seed and step, so that the
// resumed half sees the same ones.
type ownTask struct {
	seed    uint64
	teacher network // what the batches are labelled by
	step    int
}

func (*ownTask) Close() {}

// Next returns samples [B, inputs] and the teacher's outputs [B, outputs].
func (t *ownTask) Next(ctx context.Context) (train.Batch, error) {
	if err := ctx.Err(); err != nil {
		return train.Batch{}, err
	}
	x := normals(rand.New(rand.NewPCG(t.seed, 1000+uint64(t.step))), ownBatch*ownInputs)
	return train.Batch{Samples: ownBatch, Inputs: []*tensors.Tensor{
		tensors.FromFlatDataAndDimensions(x, ownBatch, ownInputs),
		tensors.FromFlatDataAndDimensions(t.teacher.apply(x, ownBatch), ownBatch, ownOutputs),
	}}, nil
}

// Loss is the mean squared error. The initial weights come from the seed, not from the backend,
// so that all backends start alike.
func (t *ownTask) Loss(scope *model.Scope, _ string, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
	x, target := inputs[0], inputs[1]
	start := newNetwork(ownInputs, ownHidden, ownOutputs, rand.New(rand.NewPCG(t.seed, 2)))
	variable := func(name string, values []float32, dims ...int) *graph.Node {
		return scope.VariableWithValue(name, tensors.FromFlatDataAndDimensions(values, dims...)).NodeValue(x.Graph())
	}
	y := forward(x,
		variable("w1", start.w1, ownInputs, ownHidden), variable("b1", start.b1, ownHidden),
		variable("w2", start.w2, ownHidden, ownOutputs), variable("b2", start.b2, ownOutputs))
	return graph.ReduceAllMean(graph.Square(graph.Sub(y, target))), nil
}

// Observe counts the step.
func (t *ownTask) Observe(string, []*tensors.Tensor) (train.Metrics, error) {
	t.step++
	return train.Metrics{}, nil
}

// Validate measures nothing: no caller asks for a measure.
func (*ownTask) Validate(context.Context, *model.Store) (train.Metrics, error) {
	return train.Metrics{}, nil
}

// Save returns the step.
func (t *ownTask) Save() (train.TaskState, error) {
	text, err := json.Marshal(t.step)
	return train.TaskState{JSON: text}, err
}

// Load goes on from it.
func (t *ownTask) Load(from train.TaskState) error {
	if err := json.Unmarshal(from.JSON, &t.step); err != nil {
		return fmt.Errorf("step: %w", err)
	}
	return nil
}

// apply runs the network as loops: x [batch, inputs] → [batch, outputs].
func (n network) apply(x []float32, batch int) []float32 {
	y := make([]float32, 0, batch*n.outputs)
	h := make([]float64, n.hidden)
	for b := range batch {
		for j := range h {
			z := float64(n.b1[j])
			for i := range n.inputs {
				z += float64(x[b*n.inputs+i]) * float64(n.w1[i*n.hidden+j])
			}
			h[j] = math.Tanh(z)
		}
		for k := range n.outputs {
			v := float64(n.b2[k])
			for j := range h {
				v += h[j] * float64(n.w2[j*n.outputs+k])
			}
			y = append(y, float32(v))
		}
	}
	return y
}
