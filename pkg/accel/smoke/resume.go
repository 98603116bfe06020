package smoke

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/model/checkpoint"
	"github.com/gomlx/gomlx/ml/train"
	"github.com/gomlx/gomlx/ml/train/loss"
	"github.com/gomlx/gomlx/ml/train/optimizer"

	"sudokulab/pkg/accel"
)

// Training is the uninterrupted run.
type Training struct {
	OK               bool    `json:"ok"` // the loss fell to half or less
	FirstLoss        float64 `json:"first_loss"`
	LastLoss         float64 `json:"last_loss"`
	Steps            int     `json:"steps"`
	StepSeconds      float64 `json:"step_s"` // median, the first step (compilation) left out
	SamplesPerSecond float64 `json:"samples_per_s"`
}

// Resume compares the variables after the resumed half with those of the
// uninterrupted run: weights, moments and the step counter.
type Resume struct {
	OK        bool    `json:"ok"`
	Exact     bool    `json:"exact"` // equal to the last bit
	Variables int     `json:"variables"`
	Values    int     `json:"values"`
	MaxError  float64 `json:"max_error"` // largest absolute difference
	Tolerance float64 `json:"tolerance"`
}

// run is one store with its trainer.
type run struct {
	config  Config
	teacher network // what the batches are labelled by
	store   *model.Store
	trainer *train.Trainer
}

// newRun builds the trainer on a store that is empty or was filled from a
// checkpoint. The initial weights come from the seed, not from the backend, so that
// all backends start alike.
func newRun(choice *accel.Choice, c Config, store *model.Store) *run {
	start := newNetwork(c.Inputs, c.Hidden, c.Outputs, rand.New(rand.NewPCG(c.Seed, 2)))
	modelFn := func(scope *model.Scope, x *graph.Node) *graph.Node {
		g := x.Graph()
		variable := func(name string, values []float32, dims ...int) *graph.Node {
			return scope.VariableWithValue(name, tensors.FromFlatDataAndDimensions(values, dims...)).NodeValue(g)
		}
		return forward(x,
			variable("w1", start.w1, c.Inputs, c.Hidden), variable("b1", start.b1, c.Hidden),
			variable("w2", start.w2, c.Hidden, c.Outputs), variable("b2", start.b2, c.Outputs))
	}
	return &run{
		config:  c,
		teacher: newNetwork(c.Inputs, c.Hidden, c.Outputs, rand.New(rand.NewPCG(c.Seed, 3))),
		store:   store,
		trainer: train.NewTrainer(choice.Backend, store, modelFn, loss.MeanSquaredError,
			optimizer.Adam().LearningRate(c.LearningRate).Done(), nil, nil),
	}
}

// step trains on the batch of the given number and returns its loss before the update.
func (r *run) step(number int) (float64, error) {
	c := r.config
	rng := rand.New(rand.NewPCG(c.Seed, 1000+uint64(number)))
	x := normals(rng, c.Batch*c.Inputs)
	batch := train.Batch{
		Inputs: []*tensors.Tensor{tensors.FromFlatDataAndDimensions(x, c.Batch, c.Inputs)},
		Labels: []*tensors.Tensor{tensors.FromFlatDataAndDimensions(r.teacher.apply(x, c.Batch), c.Batch, c.Outputs)},
	}
	var value float64
	err := guard(func() error {
		metrics, err := r.trainer.TrainStep(batch) // takes over the batch
		if err != nil {
			return err
		}
		value = float64(tensors.ToScalar[float32](metrics[0]))
		for _, m := range metrics {
			m.MustFinalizeAll()
		}
		return nil
	})
	return value, err
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

// trainAndResume trains 2·Steps steps with a checkpoint in the middle, then starts
// from the checkpoint with a new store and trainer and makes the second half again.
func trainAndResume(ctx context.Context, choice *accel.Choice, c Config, dir string) (Training, Resume, error) {
	fail := func(what string, err error) (Training, Resume, error) {
		return Training{}, Resume{}, fmt.Errorf("smoke: %s: %w", what, err)
	}
	place, err := os.MkdirTemp(dir, "checkpoint-")
	if err != nil {
		return fail("checkpoint folder", err)
	}
	defer func() { _ = os.RemoveAll(place) }()

	straight := newRun(choice, c, model.NewStore())
	defer straight.store.Finalize()
	var handler *checkpoint.Handler
	err = guard(func() error {
		var err error
		handler, err = checkpoint.Build(straight.store).Dir(place).Keep(1).Done()
		return err
	})
	if err != nil {
		return fail("checkpoint", err)
	}
	training := Training{Steps: 2 * c.Steps}
	var times []float64
	for i := range 2 * c.Steps {
		if err := ctx.Err(); err != nil {
			return fail("training", err)
		}
		begin := time.Now()
		value, err := straight.step(i)
		if err != nil {
			return fail(fmt.Sprintf("training step %d", i), err)
		}
		if i == 0 {
			training.FirstLoss = value
		} else {
			times = append(times, time.Since(begin).Seconds())
		}
		training.LastLoss = value
		if i == c.Steps-1 {
			if err := guard(handler.Save); err != nil {
				return fail("saving the checkpoint", err)
			}
		}
	}
	slices.Sort(times)
	training.StepSeconds = times[len(times)/2]
	training.SamplesPerSecond = float64(c.Batch) / training.StepSeconds
	training.OK = training.LastLoss <= training.FirstLoss/2

	store := model.NewStore()
	defer store.Finalize()
	err = guard(func() error {
		_, err := checkpoint.Load(store).Dir(place).Done()
		return err
	})
	if err != nil {
		return fail("loading the checkpoint", err)
	}
	resumed := newRun(choice, c, store)
	for i := c.Steps; i < 2*c.Steps; i++ {
		if err := ctx.Err(); err != nil {
			return fail("resumed training", err)
		}
		if _, err := resumed.step(i); err != nil {
			return fail(fmt.Sprintf("resumed step %d", i), err)
		}
	}
	resume, err := compare(straight.store, resumed.store)
	if err != nil {
		return fail("comparing the runs", err)
	}
	return training, resume, nil
}

// variables maps the paths of a store's variables, without the trainer's metrics:
// those are for display, lie below a random name made anew by every trainer, and
// are not resumed.
func variables(s *model.Store) map[string]*model.Variable {
	vars := map[string]*model.Variable{}
	for v := range s.IterVariables() {
		if !strings.HasPrefix(v.Path(), "/metrics/") {
			vars[v.Path()] = v
		}
	}
	return vars
}

// compare looks at every variable of both stores. A variable that only one of them
// has is an error: something was not saved.
func compare(a, b *model.Store) (result Resume, err error) {
	result = Resume{Exact: true, Tolerance: 1e-3}
	err = guard(func() error {
		after := variables(b)
		for path, v := range variables(a) {
			w, ok := after[path]
			delete(after, path)
			if !ok {
				return fmt.Errorf("variable %s is missing after the resumption", path)
			}
			result.Variables++
			x, y := v.MustValue(), w.MustValue()
			if !x.Equal(y) {
				result.Exact = false
			}
			if v.DType() != dtypes.Float32 {
				if !x.Equal(y) {
					return fmt.Errorf("variable %s (%v) differs", v.Path(), v.Shape())
				}
				result.Values += x.Size()
				continue
			}
			xs, ys := tensors.MustCopyFlatData[float32](x), tensors.MustCopyFlatData[float32](y)
			for i := range xs {
				result.MaxError = max(result.MaxError, math.Abs(float64(xs[i])-float64(ys[i])))
			}
			result.Values += len(xs)
		}
		for path := range after {
			return fmt.Errorf("variable %s appeared with the resumption", path)
		}
		return nil
	})
	result.OK = err == nil && result.MaxError <= result.Tolerance
	return result, err
}
