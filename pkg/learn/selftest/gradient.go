package selftest

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/train"
)

// Gradient compares the loss and its gradients with loops in float64.
type Gradient struct {
	OK        bool         `json:"ok"`
	MaxError  train.Number `json:"max_error"` // largest absolute difference; all values are below about 10
	Tolerance float64      `json:"tolerance"`
}

// network holds a two-layer network's parameters, row by row.
//
//	W1 [inputs, hidden]   b1 [hidden]   W2 [hidden, outputs]   b2 [outputs]
type network struct {
	inputs, hidden, outputs int
	w1, b1, w2, b2          []float32
}

func newNetwork(inputs, hidden, outputs int, rng *rand.Rand) network {
	normal := func(n, fanIn int) []float32 {
		values := make([]float32, n)
		for i := range values {
			values[i] = float32(rng.NormFloat64() / math.Sqrt(float64(fanIn)))
		}
		return values
	}
	return network{
		inputs: inputs, hidden: hidden, outputs: outputs,
		w1: normal(inputs*hidden, inputs), b1: normal(hidden, hidden),
		w2: normal(hidden*outputs, hidden), b2: normal(outputs, outputs),
	}
}

// forward builds the network: x [B, inputs] → [B, outputs].
func forward(x, w1, b1, w2, b2 *graph.Node) *graph.Node {
	h := graph.Tanh(graph.Add(graph.Dot(x, w1).Product(), graph.ExpandAxes(b1, 0))) // [B, hidden]
	return graph.Add(graph.Dot(h, w2).Product(), graph.ExpandAxes(b2, 0))           // [B, outputs]
}

// checkGradient uses sizes that are all different, so that no transposition of an
// operand in a backward product goes unseen.
func checkGradient(ctx context.Context, choice *accel.Choice, seed uint64) (Gradient, error) {
	const batch, inputs, hidden, outputs = 5, 7, 4, 3
	if err := ctx.Err(); err != nil {
		return Gradient{}, fmt.Errorf("gradient: %w", err)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	n := newNetwork(inputs, hidden, outputs, rng)
	x, target := normals(rng, batch*inputs), normals(rng, batch*outputs)

	var got [][]float32 // loss, then the gradients of W1, b1, W2, b2
	err := guard(func() error {
		exec, err := graph.NewExec(choice.Backend, func(in []*graph.Node) []*graph.Node {
			y := forward(in[0], in[2], in[3], in[4], in[5])
			loss := graph.ReduceAllMean(graph.Square(graph.Sub(y, in[1])))
			return append([]*graph.Node{loss}, graph.Gradient(loss, in[2], in[3], in[4], in[5])...)
		})
		if err != nil {
			return err
		}
		defer exec.Finalize()
		results, err := exec.Call(
			tensors.FromFlatDataAndDimensions(x, batch, inputs), tensors.FromFlatDataAndDimensions(target, batch, outputs),
			tensors.FromFlatDataAndDimensions(n.w1, inputs, hidden), tensors.FromFlatDataAndDimensions(n.b1, hidden),
			tensors.FromFlatDataAndDimensions(n.w2, hidden, outputs), tensors.FromFlatDataAndDimensions(n.b2, outputs))
		if err != nil {
			return err
		}
		for _, r := range results {
			values, err := tensors.CopyFlatData[float32](r)
			if err != nil {
				return err
			}
			got = append(got, values)
		}
		return nil
	})
	if err != nil {
		return Gradient{}, fmt.Errorf("gradient: %w", err)
	}

	tolerance := 1e-5
	if choice.TF32 {
		tolerance = 1e-2
	}
	return compareGradient(got, plainGradient(n, x, target, batch), tolerance)
}

// compareGradient judges what a backend computed: the loss, and the gradient of each parameter.
func compareGradient(got [][]float32, want [][]float64, tolerance float64) (Gradient, error) {
	result := Gradient{Tolerance: tolerance}
	if len(got) != len(want) {
		return result, fmt.Errorf("gradient: %d results, want %d", len(got), len(want))
	}
	for i, of := range want {
		if len(got[i]) != len(of) {
			return result, fmt.Errorf("gradient: result %d has %d values, want %d", i, len(got[i]), len(of))
		}
		for j := range of {
			result.MaxError = max(result.MaxError, train.Number(math.Abs(float64(got[i][j])-of[j]))) // max keeps a NaN
		}
	}
	result.OK = float64(result.MaxError) <= tolerance
	if !result.OK {
		return result, fmt.Errorf("gradient: %w: off by %.3g, allowed %.3g", accel.ErrWrongAnswer, float64(result.MaxError), tolerance)
	}
	return result, nil
}

// plainGradient is the loss L = Σ (y-t)² / (B·outputs) and its derivatives, as loops.
func plainGradient(n network, x, target []float32, batch int) [][]float64 {
	dw1, db1 := make([]float64, len(n.w1)), make([]float64, len(n.b1))
	dw2, db2 := make([]float64, len(n.w2)), make([]float64, len(n.b2))
	loss := 0.0
	scale := 1 / float64(batch*n.outputs)
	h, dh := make([]float64, n.hidden), make([]float64, n.hidden)
	for b := range batch {
		for j := range n.hidden {
			z := float64(n.b1[j])
			for i := range n.inputs {
				z += float64(x[b*n.inputs+i]) * float64(n.w1[i*n.hidden+j])
			}
			h[j], dh[j] = math.Tanh(z), 0
		}
		for k := range n.outputs {
			y := float64(n.b2[k])
			for j := range n.hidden {
				y += h[j] * float64(n.w2[j*n.outputs+k])
			}
			diff := y - float64(target[b*n.outputs+k])
			loss += diff * diff * scale
			dy := 2 * diff * scale
			db2[k] += dy
			for j := range n.hidden {
				dw2[j*n.outputs+k] += h[j] * dy
				dh[j] += float64(n.w2[j*n.outputs+k]) * dy
			}
		}
		for j := range n.hidden {
			dz := dh[j] * (1 - h[j]*h[j])
			db1[j] += dz
			for i := range n.inputs {
				dw1[i*n.hidden+j] += float64(x[b*n.inputs+i]) * dz
			}
		}
	}
	return [][]float64{{loss}, dw1, db1, dw2, db2}
}

func normals(rng *rand.Rand, n int) []float32 {
	values := make([]float32, n)
	for i := range values {
		values[i] = float32(rng.NormFloat64())
	}
	return values
}
