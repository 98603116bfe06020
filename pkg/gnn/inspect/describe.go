package inspect

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/train/optimizer"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn"
)

// Options say which graph is looked at.
type Options struct {
	Batch    int  `json:"batch"`
	Training bool `json:"training"` // with dropout, gradients and AdamW's update
	Steps    int  `json:"steps"`    // as in [gnn.Mode]
}

// Variable is one learned tensor.
type Variable struct {
	Path string
	Dims []int
}

// Facts are what a graph shows. Bytes are those of one batch.
type Facts struct {
	Variables  []Variable // in the order of their paths
	Parameters int        // values in them
	Logits     []int      // dimensions of the answer
	Results    int        // results that the loss is to be put on
	Products   int64      // floating-point operations of the forward pass in matrix products, 2 for each multiplication with its addition

	ParameterBytes int64
	GradientBytes  int64 // of all gradients
	OptimiserBytes int64 // of the optimiser's own variables: AdamW's two moments, rate and step
	InputBytes     int64 // of the boards

	// Held is what the forward pass makes and the backward pass reads, without parameters
	// and constants. A value that is only another view of one (a reshape) counts once.
	Held int64
	// Peak is the greatest sum of all that is alive at one time, parameters, moments and
	// boards included, if nodes run in the order of building, values are dropped after
	// their last use and nothing is computed in place.
	Peak int64
}

// Describe builds the graph of a network for boards of a shape and counts.
func Describe(backend compute.Backend, net gnn.Network, s *board.Shape, o Options) (f Facts, err error) {
	if o.Batch < 1 {
		return f, fmt.Errorf("inspect: batch is %d, want 1 at least", o.Batch)
	}
	if err := net.Takes(s); err != nil {
		return f, fmt.Errorf("inspect: %w", err)
	}
	err = guard(func() error {
		f = describe(backend, net, s, o)
		return nil
	})
	return f, err
}

func describe(backend compute.Backend, net gnn.Network, s *board.Shape, o Options) (f Facts) {
	store := model.NewStore()
	defer store.Finalize()
	if err := store.SetRNGStateFromSeed(1); err != nil {
		panic(err)
	}
	g := graph.NewGraph(backend, "inspect")
	defer g.Finalize()
	model.SetStore(g, store)
	scope := store.RootScope()
	boards := graph.Parameter(g, "boards", shapes.Make(dtypes.Int32, o.Batch, s.Cells()))
	results := net.Logits(scope, boards, s, gnn.Mode{Training: o.Training, Steps: o.Steps})
	last := results[len(results)-1]
	f.Logits, f.Results = slices.Clone(last.Shape().Dimensions), len(results)
	f.InputBytes = bytes(boards)
	for v := range store.IterVariables() {
		if !v.Trainable {
			continue
		}
		f.Variables = append(f.Variables, Variable{v.Path(), slices.Clone(v.Shape().Dimensions)})
		f.Parameters += v.Shape().Size()
		f.ParameterBytes += v.Shape().ByteSize()
	}
	slices.SortFunc(f.Variables, func(a, b Variable) int { return cmp.Compare(a.Path, b.Path) })

	outputs := results
	forward := g.LastNode()
	if o.Training {
		targets := graph.Parameter(g, "targets", shapes.Make(dtypes.Int32, o.Batch, s.Cells()))
		loss := meanLoss(results, targets)
		forward = g.LastNode()
		grads := scope.BuildTrainableVariablesGradientsGraph(loss)
		for _, grad := range grads {
			f.GradientBytes += bytes(grad)
		}
		adamW(1e-3).(withGradients).UpdateGraphWithGradients(scope, grads, dtypes.Float32)
		outputs = []*graph.Node{loss}
		for v := range store.IterVariables() {
			if v.ChangedInGraph(g) {
				outputs = append(outputs, v.NodeValue(g))
			}
			if !v.Trainable && v.Path() != model.JoinPath(model.RootScopePath, model.RNGStateVariableName) {
				f.OptimiserBytes += v.Shape().ByteSize()
			}
		}
	}
	w := newWalk(g, outputs, forward)
	f.Products, f.Held, f.Peak = w.products(), w.held(), w.peak()
	return f
}

// withGradients is the part of an optimiser that GoMLX's interface leaves out.
type withGradients interface {
	UpdateGraphWithGradients(scope *model.Scope, grads []*graph.Node, lossDType dtypes.DType)
}

// adamW is the document's optimiser at a rate.
func adamW(rate float64) optimizer.Interface {
	return optimizer.Adam().LearningRate(rate).WeightDecay(0.01).Done()
}

// meanLoss is the cross-entropy of the solutions, mean over results, boards and cells:
// results [B, N, n] each, targets [B, N] digits from 1.
func meanLoss(results []*graph.Node, targets *graph.Node) *graph.Node {
	var sum *graph.Node
	for _, logits := range results {
		digits := logits.Shape().Dimensions[2]
		chosen := graph.OneHot(graph.AddScalar(targets, -1), digits, logits.DType()) // [B, N, n]
		loss := graph.Neg(graph.ReduceAllMean(graph.ReduceSum(graph.Mul(chosen, graph.LogSoftmax(logits, -1)), -1)))
		if sum == nil {
			sum = loss
		} else {
			sum = graph.Add(sum, loss)
		}
	}
	return graph.DivScalar(sum, float64(len(results)))
}
