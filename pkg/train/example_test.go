package train_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/safetensors"
	"sudokulab/pkg/train"
)

// line fits y = 3x - 1 by a slope and an offset.
type line struct{ step int }

func (l *line) Loss(scope *model.Scope, _ string, in []*graph.Node) (*graph.Node, []*graph.Node) {
	x, y := in[0], in[1]
	slope := scope.VariableWithValue("slope", float32(0)).NodeValue(x.Graph())
	offset := scope.VariableWithValue("offset", float32(0)).NodeValue(x.Graph())
	fit := graph.Add(graph.Mul(slope, x), offset)
	return graph.ReduceAllMean(graph.Square(graph.Sub(fit, y))), nil
}

func (l *line) Next(context.Context) (train.Batch, error) {
	l.step++
	x := float32(l.step % 5)
	return train.Batch{Kind: "points", Samples: 2, Inputs: []*tensors.Tensor{
		tensors.FromValue([]float32{x, -x}), tensors.FromValue([]float32{3*x - 1, -3*x - 1}),
	}}, nil
}

func (l *line) Observe(string, []*tensors.Tensor) (train.Metrics, error) { return nil, nil }

func (l *line) Validate(_ context.Context, weights *model.Store) (train.Metrics, error) {
	slope := tensors.ToScalar[float32](weights.GetVariable(train.ScopePath + "/slope").MustValue())
	return train.Metrics{"slope error": max(float64(slope)-3, 3-float64(slope))}, nil
}

func (l *line) Save() (train.TaskState, error) {
	text, err := json.Marshal(l.step)
	return train.TaskState{JSON: text}, err
}

func (l *line) Load(s train.TaskState) error { return json.Unmarshal(s.JSON, &l.step) }

func ExampleTrainer() {
	choice, err := accel.Choose(context.Background(), accel.Options{Backend: accel.NameGo})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer choice.Close()
	dir, err := os.MkdirTemp("", "train-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()

	config := train.DefaultConfig()
	config.Optimizer.LearningRate, config.EMA = 0.05, 0.9
	config.ValidateEvery, config.Watch = 100, "slope error"
	for _, steps := range []int{150, 400} { // the second goes on where the first ended
		config.Steps = steps
		trainer, err := train.New(choice.Backend, &line{}, config, train.Options{Folder: dir, Resume: true})
		if err != nil {
			fmt.Println(err)
			return
		}
		report, err := trainer.Run(context.Background())
		trainer.Close()
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("from step %d to %d\n", report.From, report.Step)
	}
	weights, err := train.ReadWeights(filepath.Join(dir, train.CheckpointName), train.PartBest)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, w := range weights {
		value, err := safetensors.Values[float32](w)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s %.2f\n", w.Name, value[0])
	}
	// Output:
	// from step 0 to 150
	// from step 150 to 400
	// offset -1.00
	// slope 3.00
}
