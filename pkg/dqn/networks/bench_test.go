package networks_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/dqn/networks"
)

// BenchmarkStep is the values of 64 boards and the gradients of all variables.
func BenchmarkStep(b *testing.B) {
	const batch = 64
	choice := acceltest.Go(b)
	for _, name := range networks.DocumentedNames() {
		for _, side := range []int{4, 9} {
			b.Run(fmt.Sprintf("network=%s/side=%d", name, side), func(b *testing.B) {
				net, s := documented(b, networks.Default(name, side)), shapeOf(b, side)
				store := model.NewStore()
				defer store.Finalize()
				exec, err := model.NewExec(choice, store, func(scope *model.Scope, boards *graph.Node) []*graph.Node {
					y := net.Values(scope, boards, s)[0]
					return scope.BuildTrainableVariablesGradientsGraph(graph.ReduceAllMean(graph.Square(y)))
				})
				if err != nil {
					b.Fatal(err)
				}
				defer exec.Finalize()
				rng := rand.New(rand.NewPCG(1, 2))
				cells := make([]int32, batch*s.Cells())
				for i := range cells {
					cells[i] = int32(rng.IntN(side + 1))
				}
				boards := tensors.FromFlatDataAndDimensions(cells, batch, s.Cells())
				b.ReportAllocs()
				for b.Loop() {
					if _, err := exec.Exec(boards); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(net.FLOPs(batch)), "forward-FLOPs")
				b.ReportMetric(batch*float64(b.N)/b.Elapsed().Seconds(), "boards/s")
			})
		}
	}
}
