package train

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/train/optimizer"
)

const (
	// ScopePath is where a task's variables live in a store: those that [Trainer] trains,
	// those that [Task.Validate] is given, and those of [StoreOf].
	ScopePath = "/model"

	averagePath = "/average" // followed by the path of the variable it averages
)

// gradientUpdater is the part of GoMLX's optimizers that takes finished gradients. Its
// interface leaves it out.
type gradientUpdater interface {
	UpdateGraphWithGradients(scope *model.Scope, gradients []*graph.Node, loss dtypes.DType)
}

// kind is the compiled step for one kind of batch.
type kind struct {
	exec   *model.Exec
	shapes []shapes.Shape
}

// stepper runs steps: loss, gradients, clipping, AdamW, averaging. All kinds share the
// store's weights, moments and step counter.
type stepper struct {
	backend compute.Backend
	store   *model.Store
	task    Task
	config  Config
	adam    gradientUpdater
	kinds   map[string]*kind
}

func newStepper(backend compute.Backend, store *model.Store, task Task, c Config) (*stepper, error) {
	o := c.Optimizer
	// The decay is applied below, for GoMLX would decay biases too.
	adam, ok := optimizer.Adam().LearningRate(o.LearningRate).Betas(o.Beta1, o.Beta2).Epsilon(o.Epsilon).
		DType(dtypes.Float32).Done().(gradientUpdater)
	if !ok {
		return nil, errors.New("GoMLX's Adam takes no gradients")
	}
	return &stepper{backend: backend, store: store, task: task, config: c, adam: adam, kinds: map[string]*kind{}}, nil
}

// graph builds the step. Its results are the loss, the norm of the gradients before
// clipping, and the task's outputs.
//
// If the loss or the norm is not finite, every variable keeps its value.
func (s *stepper) graph(name string, inputs []*graph.Node) []*graph.Node {
	g := inputs[0].Graph()
	s.store.SetTraining(g, true)
	loss, outputs := s.task.Loss(s.store.Scope(ScopePath), name, inputs)
	if !loss.Shape().IsScalar() || !loss.DType().IsFloat() {
		panic(fmt.Errorf("the loss is %s, want a scalar", loss.Shape()))
	}
	loss = graph.ConvertDType(loss, dtypes.Float32)

	vars := s.trainable(g)
	weights := make([]*graph.Node, len(vars))
	for i, v := range vars {
		weights[i] = v.NodeValue(g)
	}
	gradients := graph.Gradient(loss, weights...)
	norm := globalNorm(gradients)
	if s.config.ClipNorm > 0 {
		bound := graph.Scalar(g, dtypes.Float32, s.config.ClipNorm)
		scale := graph.Div(bound, graph.Max(norm, bound)) // exactly 1 for a norm within the bound
		for i := range gradients {
			gradients[i] = graph.Mul(gradients[i], scale)
		}
	}
	root := s.store.RootScope()
	s.adam.UpdateGraphWithGradients(root, gradients, dtypes.Float32)
	if decay := s.config.Optimizer.WeightDecay; decay > 0 {
		step := graph.MulScalar(s.rate().NodeValue(g), decay)
		for i, v := range vars {
			if v.Shape().Rank() >= 2 {
				v.SetNodeValue(graph.Sub(v.NodeValue(g), graph.Mul(step, weights[i])))
			}
		}
	}
	if s.config.EMA > 0 {
		s.average(g, vars)
	}
	finite := graph.LogicalAnd(graph.IsFinite(loss), graph.IsFinite(norm))
	for v := range s.store.IterVariables() {
		if v.ChangedInGraph(g) {
			v.SetNodeValue(graph.Where(finite, v.NodeValue(g), g.GetParameterByName(v.Path())))
		}
	}
	return append([]*graph.Node{loss, norm}, outputs...)
}

// trainable lists the variables to be trained in the order of their creation, which a
// checkpoint keeps: the norm's sum has the same order after a resumption.
func (s *stepper) trainable(g *graph.Graph) []*model.Variable {
	var vars []*model.Variable
	for v := range s.store.IterVariables() {
		if !v.Trainable || !v.InUseByGraph(g) {
			continue
		}
		if !strings.HasPrefix(v.Path(), ScopePath+"/") {
			panic(fmt.Errorf("trainable variable %s does not lie under %s", v.Path(), ScopePath))
		}
		if v.DType() != dtypes.Float32 {
			panic(fmt.Errorf("trainable variable %s is %s, want float32 (compute in another format, keep the weights)",
				v.Path(), v.DType()))
		}
		vars = append(vars, v)
	}
	if len(vars) == 0 {
		panic(errors.New("the loss uses no trainable variable"))
	}
	return vars
}

func globalNorm(gradients []*graph.Node) *graph.Node {
	var sum *graph.Node
	for _, d := range gradients {
		square := graph.ReduceAllSum(graph.Square(d))
		if sum == nil {
			sum = square
		} else {
			sum = graph.Add(sum, square)
		}
	}
	return graph.Sqrt(sum)
}

// average moves the averages towards the new weights, a ← d·a + (1-d)·w with
// d = min(EMA, (1+t)/(10+t)) after t steps, so that the first steps do not weigh for ever.
func (s *stepper) average(g *graph.Graph, vars []*model.Variable) {
	t := graph.ConvertDType(optimizer.GetGlobalStepVar(s.store).NodeValue(g), dtypes.Float32) // t+1: Adam has counted
	decay := graph.Min(graph.Scalar(g, dtypes.Float32, s.config.EMA), graph.Div(t, graph.AddScalar(t, 9)))
	for _, v := range vars {
		// Its initial value is set in prepare.
		a := s.store.VariableWithShape(averagePath+v.Path(), v.Shape(), graph.Zeros).SetTrainable(false)
		old := a.NodeValue(g)
		a.SetNodeValue(graph.Add(old, graph.Mul(graph.OneMinus(decay), graph.Sub(v.NodeValue(g), old))))
	}
}

// rate returns the learning rate's variable.
func (s *stepper) rate() *model.Variable {
	return optimizer.LearningRateVar(s.store.RootScope(), dtypes.Float32, s.config.Optimizer.LearningRate)
}

// prepare compiles the kind's step unless it is there, and gives new variables their
// values. It returns true if it compiled.
func (s *stepper) prepare(name string, inputs []*tensors.Tensor) (compiled bool, err error) {
	if len(inputs) == 0 {
		return false, errors.New("a batch without inputs")
	}
	if k := s.kinds[name]; k != nil {
		if len(inputs) != len(k.shapes) {
			return false, fmt.Errorf("%d inputs, the first batch had %d", len(inputs), len(k.shapes))
		}
		for i, in := range inputs {
			if !in.Shape().Equal(k.shapes[i]) {
				return false, fmt.Errorf("input %d is %s, in the first batch it was %s", i, in.Shape(), k.shapes[i])
			}
		}
		return false, nil
	}
	k := &kind{}
	for _, in := range inputs {
		k.shapes = append(k.shapes, in.Shape())
	}
	k.exec, err = model.NewExec(s.backend, s.store, func(_ *model.Scope, inputs []*graph.Node) []*graph.Node {
		return s.graph(name, inputs)
	})
	if err != nil {
		return false, err
	}
	k.exec.WithName("train " + name)
	if _, err := k.exec.Compile(k.shapes...); err != nil {
		k.exec.Finalize()
		return false, err
	}
	s.kinds[name] = k
	return true, s.initialize()
}

// initialize gives new variables their first values, and averages those of their weights.
func (s *stepper) initialize() error {
	var averages []*model.Variable
	for v := range s.store.IterVariables() {
		if strings.HasPrefix(v.Path(), averagePath+"/") && !v.HasValue() {
			averages = append(averages, v)
		}
	}
	if err := s.store.InitializeVariables(s.backend, nil); err != nil {
		return err
	}
	for _, a := range averages {
		value, err := s.store.GetVariable(strings.TrimPrefix(a.Path(), averagePath)).Value()
		if err != nil {
			return err
		}
		first, err := value.Clone()
		if err != nil {
			return err
		}
		if err := a.SetValue(first); err != nil {
			return err
		}
	}
	return nil
}

// step makes one step with the learning rate and frees the inputs. Without an error loss
// and norm may still be not finite; then nothing was changed.
func (s *stepper) step(name string, inputs []*tensors.Tensor, rate float64) (loss, norm float64, outputs []*tensors.Tensor, err error) {
	if err := s.rate().SetValue(tensors.FromScalar(float32(rate))); err != nil {
		return 0, 0, nil, err
	}
	args := make([]any, len(inputs))
	for i, in := range inputs {
		args[i] = in
	}
	results, err := s.kinds[name].exec.Exec(args...)
	if err != nil {
		return 0, 0, nil, err
	}
	for _, in := range inputs {
		if err := in.FinalizeAll(); err != nil {
			return 0, 0, nil, err
		}
	}
	loss, norm = float64(tensors.ToScalar[float32](results[0])), float64(tensors.ToScalar[float32](results[1]))
	for _, r := range results[:2] {
		if err := r.FinalizeAll(); err != nil {
			return 0, 0, nil, err
		}
	}
	return loss, norm, results[2:], nil
}

// close frees the compiled steps.
func (s *stepper) close() {
	for _, k := range s.kinds {
		k.exec.Finalize()
	}
	s.kinds = nil
}

// guard turns a panic, which is how GoMLX reports a misbuilt graph, into an error.
func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			if e, ok := r.(error); ok {
				err = e
			} else {
				err = fmt.Errorf("%v", r)
			}
		}
	}()
	return f()
}
