package train_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/train"
)

// weightsOnly has a loss that costs next to nothing beside the update.
type weightsOnly struct {
	bowl
	rows   int
	onStep func() bool
}

func (w *weightsOnly) Loss(scope *model.Scope, _ string, in []*graph.Node) (*graph.Node, []*graph.Node) {
	v := scope.VariableWithShape("weights", shapes.Make(dtypes.Float32, w.rows, 100)).NodeValue(in[0].Graph())
	return graph.Mul(graph.ReduceAllMean(graph.Square(v)), in[0]), nil
}

func (w *weightsOnly) Next(ctx context.Context) (train.Batch, error) {
	if !w.onStep() {
		return train.Batch{}, context.Canceled
	}
	return train.Batch{Kind: "all", Samples: 1, Inputs: []*tensors.Tensor{tensors.FromScalar(float32(1))}}, ctx.Err()
}

// BenchmarkStep measures what a step costs beside the task's own graph: update, average,
// clipping and guard.
func BenchmarkStep(b *testing.B) {
	for _, rows := range []int{100, 10_000} {
		b.Run(fmt.Sprintf("weights=%d", 100*rows), func(b *testing.B) {
			b.ReportAllocs()
			c := train.DefaultConfig()
			c.Steps, c.LogEvery = 1<<40, 0
			task := &weightsOnly{rows: rows, onStep: b.Loop}
			if _, err := open(b, task, c, train.Options{}).Run(b.Context()); err == nil {
				b.Fatal("Run ended without the last batch's error")
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(100*rows), "ns/weight")
		})
	}
}

// BenchmarkSave measures a checkpoint through its folder's file.
func BenchmarkSave(b *testing.B) {
	b.ReportAllocs()
	c := train.DefaultConfig()
	c.Steps, c.LogEvery, c.SaveEvery = 1<<40, 0, 1
	task := &weightsOnly{rows: 10_000, onStep: b.Loop}
	if _, err := open(b, task, c, train.Options{Folder: b.TempDir()}).Run(b.Context()); err == nil {
		b.Fatal("Run ended without the last batch's error")
	}
}
