package train_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/layers"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/train"
)

// regression learns y = mean over rows of x·target with a two-layer network and dropout,
// from batches of two kinds with different shapes. It carries the mean output of each step
// into the next as an input with weight 0.01, so that a state that is not restored shows.
type regression struct {
	t        testing.TB
	rng      rand.PCG
	step     int
	carried  *tensors.Tensor // []
	dropout  float64
	onStep   func(step int) error
	validate func(step int) train.Metrics // nil: the loss of fixed samples
}

const inputs = 6

func newRegression(t testing.TB) *regression {
	t.Helper()
	return &regression{t: t, rng: *rand.NewPCG(5, 6), dropout: 0.3, carried: tensors.FromScalar(float32(0))}
}

func (r *regression) network(scope *model.Scope, x *graph.Node, training bool) *graph.Node {
	h := graph.Tanh(dense(scope.At("hidden"), x, 16))
	if training && r.dropout > 0 {
		h = layers.Dropout(scope, h, graph.Scalar(x.Graph(), dtypes.Float32, r.dropout))
	}
	return graph.ReduceMean(dense(scope.At("out"), h, 1), 1, 2) // [B]
}

func dense(scope *model.Scope, x *graph.Node, outputs int) *graph.Node {
	g := x.Graph()
	w := scope.VariableWithShape("weights", shapes.Make(dtypes.Float32, x.Shape().Dim(-1), outputs))
	b := scope.VariableWithShape("biases", shapes.Make(dtypes.Float32, outputs))
	return graph.Add(graph.Einsum("brf,fo->bro", x, w.NodeValue(g)), graph.ExpandLeftToRank(b.NodeValue(g), x.Rank()))
}

// Loss: inputs are x [B, rows, 6], y [B] and the carried scalar.
func (r *regression) Loss(scope *model.Scope, kind string, in []*graph.Node) (*graph.Node, []*graph.Node) {
	y := r.network(scope, in[0], true)
	if kind == "long" { // a variable that only one kind has
		gain := scope.VariableWithValue("gain", float32(1))
		y = graph.Mul(y, gain.NodeValue(y.Graph()))
	}
	// A variable that is not trained and changes all the same.
	mean := scope.VariableWithValue("mean", float32(0)).SetTrainable(false)
	old := mean.NodeValue(y.Graph())
	mean.SetNodeValue(graph.Add(graph.MulScalar(old, 0.9), graph.MulScalar(graph.ReduceAllMean(y), 0.1)))
	y = graph.Add(y, graph.MulScalar(graph.Add(in[2], old), 0.01))
	loss := graph.ReduceAllMean(graph.Square(graph.Sub(y, in[1])))
	return loss, []*graph.Node{graph.ReduceAllMean(graph.Abs(graph.Sub(y, in[1]))), graph.ReduceAllMean(y)}
}

// samples draws x [n, rows, 6] and y [n].
func samples(rng *rand.Rand, n, rows int) (x, y []float32) {
	for range n {
		sum := 0.0
		for range rows {
			for i := range inputs {
				v := rng.NormFloat64()
				x = append(x, float32(v))
				sum += v * float64(i-2) / 4 / float64(rows)
			}
		}
		y = append(y, float32(sum))
	}
	return x, y
}

func (r *regression) Next(ctx context.Context) (train.Batch, error) {
	if err := ctx.Err(); err != nil {
		return train.Batch{}, err
	}
	rng := rand.New(&r.rng)
	kind, rows := "short", 2
	if r.step%3 == 2 {
		kind, rows = "long", 5
	}
	r.step++
	if r.onStep != nil {
		if err := r.onStep(r.step); err != nil {
			return train.Batch{}, err
		}
	}
	x, y := samples(rng, 8, rows)
	return train.Batch{Kind: kind, Samples: 8, Inputs: []*tensors.Tensor{
		tensors.FromFlatDataAndDimensions(x, 8, rows, inputs), tensors.FromFlatDataAndDimensions(y, 8), r.carried,
	}}, nil
}

func (r *regression) Observe(_ string, out []*tensors.Tensor) (train.Metrics, error) {
	r.carried = out[1]
	m := train.Metrics{"error": float64(tensors.ToScalar[float32](out[0]))}
	return m, out[0].FinalizeAll()
}

func (r *regression) Validate(ctx context.Context, weights *model.Store) (train.Metrics, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if r.validate != nil {
		return r.validate(r.step), nil
	}
	x, y := samples(rand.New(rand.NewPCG(1, 1)), 64, 3)
	exec, err := model.NewExec(backend(r.t), weights, func(_ *model.Scope, in []*graph.Node) *graph.Node {
		d := graph.Sub(r.network(weights.Scope(train.ScopePath), in[0], false), in[1])
		return graph.ReduceAllMean(graph.Square(d))
	})
	if err != nil {
		return nil, err
	}
	defer exec.Finalize()
	out, err := exec.Exec(tensors.FromFlatDataAndDimensions(x, 64, 3, inputs), tensors.FromFlatDataAndDimensions(y, 64))
	if err != nil {
		return nil, err
	}
	return train.Metrics{"loss": float64(tensors.ToScalar[float32](out[0]))}, nil
}

type position struct {
	Step int
	RNG  []byte
}

func (r *regression) Save() (train.TaskState, error) {
	rng, err := r.rng.MarshalBinary()
	if err != nil {
		return train.TaskState{}, err
	}
	text, err := json.Marshal(position{r.step, rng})
	return train.TaskState{JSON: text, Tensors: map[string]*tensors.Tensor{"carried": r.carried}}, err
}

func (r *regression) Load(s train.TaskState) error {
	var p position
	if err := json.Unmarshal(s.JSON, &p); err != nil {
		return err
	}
	carried, ok := s.Tensors["carried"]
	if !ok {
		return fmt.Errorf("no carried tensor among %d", len(s.Tensors))
	}
	r.step, r.carried = p.Step, carried
	return r.rng.UnmarshalBinary(p.RNG)
}

var opened = map[testing.TB]compute.Backend{}

// backend opens the pure-Go backend once for each test.
func backend(t testing.TB) compute.Backend {
	t.Helper()
	if b, ok := opened[t]; ok {
		return b
	}
	choice, err := accel.Choose(context.Background(), accel.Options{Backend: accel.NameGo})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		delete(opened, t)
		choice.Close()
	})
	opened[t] = choice.Backend
	return choice.Backend
}

// small is a configuration with everything on.
func small(steps int) train.Config {
	c := train.DefaultConfig()
	c.Seed, c.Steps = 3, steps
	c.Optimizer.LearningRate = 1e-2
	c.Schedule = train.Schedule{Kind: train.ScheduleCosine, WarmUp: 5, Final: 0.1, Length: 200}
	c.EMA = 0.95
	c.ValidateEvery, c.Watch = 10, "loss"
	c.Plateau, c.EarlyStop = train.DefaultPlateau(), train.DefaultEarlyStop()
	c.LogEvery, c.SaveEvery, c.SaveSeconds = 7, 0, 0
	return c
}
