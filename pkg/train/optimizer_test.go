package train_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/safetensors"
	"sudokulab/pkg/train"
)

// bowl is a loss whose gradient is known: ½ Σ scaleᵢ (wᵢ - target)² over a matrix [3, 2] and
// a vector [4], with the step's target as input.
type bowl struct {
	step    int
	targets []float32
	loss    func(w, v, target *graph.Node) *graph.Node // nil: as above
	start   string                                     // of variables' paths; empty: the task's scope
}

var (
	startMatrix = []float32{0.5, -1, 2, 0.25, -0.75, 3}
	startVector = []float32{1, -2, 0.1, 4}
	scales      = []float64{3, 0.5, 10, 0.01, 1, 1e-4} // of the matrix; the vector's are 1
)

func (b *bowl) Loss(scope *model.Scope, _ string, in []*graph.Node) (*graph.Node, []*graph.Node) {
	g := in[0].Graph()
	if b.start != "" {
		scope = scope.Store().Scope(b.start)
	}
	w := scope.VariableWithValue("matrix", tensors.FromFlatDataAndDimensions(startMatrix, 3, 2)).NodeValue(g)
	v := scope.VariableWithValue("vector", tensors.FromFlatDataAndDimensions(startVector, 4)).NodeValue(g)
	if b.loss != nil {
		return b.loss(w, v, in[0]), nil
	}
	s := graph.ConvertDType(graph.Const(g, [][]float64{scales[:2], scales[2:4], scales[4:]}), dtypes.Float32)
	return graph.MulScalar(graph.Add(
		graph.ReduceAllSum(graph.Mul(s, graph.Square(graph.Sub(w, in[0])))),
		graph.ReduceAllSum(graph.Square(graph.Sub(v, in[0])))), 0.5), nil
}

func (b *bowl) Next(context.Context) (train.Batch, error) {
	target := b.targets[b.step%len(b.targets)]
	b.step++
	return train.Batch{Kind: "bowl", Samples: 1, Inputs: []*tensors.Tensor{tensors.FromScalar(target)}}, nil
}

func (b *bowl) Observe(string, []*tensors.Tensor) (train.Metrics, error) { return nil, nil }
func (b *bowl) Validate(context.Context, *model.Store) (train.Metrics, error) {
	return nil, errors.New("not validated")
}
func (b *bowl) Save() (train.TaskState, error) { return train.TaskState{}, nil }
func (b *bowl) Load(train.TaskState) error     { return nil }

func bowlConfig(steps int) train.Config {
	c := train.DefaultConfig()
	c.Steps = steps
	c.Optimizer = train.AdamW{LearningRate: 0.05, Beta1: 0.8, Beta2: 0.95, Epsilon: 1e-6, WeightDecay: 0.1}
	c.Schedule = train.Schedule{Kind: train.ScheduleCosine, WarmUp: 4, Final: 0.2}
	c.ClipNorm, c.EMA, c.LogEvery = 2, 0.9, 1
	return c
}

// plain is AdamW with clipping and averaging as loops in float64.
type plain struct {
	w, m, v, average [10]float64
	norms            []float64
}

func plainRun(c train.Config, targets []float32, rates []float64) plain {
	var p plain
	for i := range p.w {
		if i < 6 {
			p.w[i] = float64(startMatrix[i])
		} else {
			p.w[i] = float64(startVector[i-6])
		}
	}
	p.average = p.w
	o := c.Optimizer
	for step := range c.Steps {
		var d [10]float64
		sum := 0.0
		for i := range d {
			d[i] = p.w[i] - float64(targets[step%len(targets)])
			if i < 6 {
				d[i] *= scales[i]
			}
			sum += d[i] * d[i]
		}
		norm := math.Sqrt(sum)
		p.norms = append(p.norms, norm)
		t := float64(step + 1)
		for i := range d {
			if c.ClipNorm > 0 && norm > c.ClipNorm {
				d[i] *= c.ClipNorm / norm
			}
			p.m[i] = o.Beta1*p.m[i] + (1-o.Beta1)*d[i]
			p.v[i] = o.Beta2*p.v[i] + (1-o.Beta2)*d[i]*d[i]
			old := p.w[i]
			p.w[i] -= rates[step] * (p.m[i] / (1 - math.Pow(o.Beta1, t))) / (math.Sqrt(p.v[i]/(1-math.Pow(o.Beta2, t))) + o.Epsilon)
			if i < 6 { // only the matrix decays
				p.w[i] -= rates[step] * o.WeightDecay * old
			}
			decay := min(c.EMA, t/(9+t))
			p.average[i] = decay*p.average[i] + (1-decay)*p.w[i]
		}
	}
	return p
}

func TestStepAgainstLoops(t *testing.T) {
	targets := []float32{0, 1, -1, 0.5, 8} // the last makes large gradients
	for name, change := range map[string]func(*train.Config){
		"all":         func(*train.Config) {},
		"no clipping": func(c *train.Config) { c.ClipNorm = 0 },
		"no decay":    func(c *train.Config) { c.Optimizer.WeightDecay = 0 },
		"no average":  func(c *train.Config) { c.EMA = 0 },
		"one step":    func(c *train.Config) { c.Steps = 1 },
	} {
		t.Run(name, func(t *testing.T) {
			c := bowlConfig(60)
			change(&c)
			folder := t.TempDir()
			run(t, &bowl{targets: targets}, c, train.Options{Folder: folder}, train.StopSteps)
			rates := make([]float64, c.Steps)
			for i := range rates {
				rates[i] = c.Optimizer.LearningRate * plainFactor(i, c)
			}
			want := plainRun(c, targets, rates)
			all := checkpoint(t, folder)
			near := func(what string, names [2]string, want [10]float64) {
				t.Helper()
				var got []float32
				for _, name := range names {
					values, err := all[name].Float32()
					if err != nil {
						t.Fatal(err)
					}
					got = append(got, values...)
				}
				for i, w := range want {
					if math.Abs(float64(got[i])-w) > 2e-5*(1+math.Abs(w)) {
						t.Errorf("%s %d is %v, loops give %v", what, i, got[i], w)
					}
				}
			}
			adam := "variable/AdamOptimizer/model/"
			near("weight", [2]string{"variable/model/matrix", "variable/model/vector"}, want.w)
			near("first moment", [2]string{adam + "matrix_1st_moment", adam + "vector_1st_moment"}, want.m)
			near("second moment", [2]string{adam + "matrix_2nd_moment", adam + "vector_2nd_moment"}, want.v)
			if c.EMA > 0 {
				near("average", [2]string{"variable/average/model/matrix", "variable/average/model/vector"}, want.average)
			}
			clipped := false
			for i, r := range readLog(t, folder) {
				if math.Abs(float64(r.Norm)-want.norms[i]) > 1e-4*want.norms[i] {
					t.Errorf("step %d: norm %v, loops give %v", r.Step, r.Norm, want.norms[i])
				}
				clipped = clipped || want.norms[i] > 2
			}
			if !clipped {
				t.Error("no gradient was large enough to be clipped")
			}
		})
	}
}

// plainFactor is the schedule as a formula of its own.
func plainFactor(step int, c train.Config) float64 {
	if step < 4 {
		return float64(step+1) / 4
	}
	return 0.2 + 0.8*math.Pow(math.Cos(math.Pi/2*float64(step-4)/float64(c.Steps-4)), 2)
}

// TestClippingBoundsTheNorm reads the clipped gradient off the first moment of step one.
func TestClippingBoundsTheNorm(t *testing.T) {
	for _, target := range []float32{1e4, 1, -50} {
		c := bowlConfig(1)
		c.ClipNorm = 0.75
		folder := t.TempDir()
		run(t, &bowl{targets: []float32{target}}, c, train.Options{Folder: folder}, train.StopSteps)
		sum := 0.0
		for _, name := range []string{"matrix", "vector"} {
			values, err := checkpoint(t, folder)["variable/AdamOptimizer/model/"+name+"_1st_moment"].Float32()
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range values {
				d := float64(v) / (1 - c.Optimizer.Beta1)
				sum += d * d
			}
		}
		if norm := math.Sqrt(sum); math.Abs(norm-0.75) > 1e-5 {
			t.Errorf("target %v: norm of the gradients as used %v, want 0.75", target, norm)
		}
	}
}

func TestNotFinite(t *testing.T) {
	sum := func(w, v *graph.Node) *graph.Node { return graph.Add(graph.ReduceAllSum(w), graph.ReduceAllSum(v)) }
	for name, loss := range map[string]func(w, v, target *graph.Node) *graph.Node{
		// At target 0: the logarithm is infinite; the root's value is not, but its slope is.
		"loss":     func(w, v, target *graph.Node) *graph.Node { return graph.Mul(sum(w, v), graph.Log(target)) },
		"gradient": func(w, v, target *graph.Node) *graph.Node { return graph.Sqrt(graph.Mul(graph.Abs(sum(w, v)), target)) },
	} {
		t.Run(name, func(t *testing.T) {
			c := bowlConfig(20)
			c.SaveEvery = 2
			folder := t.TempDir()
			trainer := open(t, &bowl{targets: []float32{1, 1, 1, 1, 1, 0}, loss: loss}, c, train.Options{Folder: folder})
			report, err := trainer.Run(t.Context())
			if !errors.Is(err, train.ErrNotFinite) || !strings.Contains(err.Error(), "step 6") || report.Step != 5 || report.Stop != train.StopError {
				t.Fatalf("%+v: %v, want ErrNotFinite at step 6", report, err)
			}
			// The weights are those that five steps give.
			c.Steps = 5
			c.Schedule.Length = 20
			five := t.TempDir()
			run(t, &bowl{targets: []float32{1}, loss: loss}, c, train.Options{Folder: five}, train.StopSteps)
			want, err := train.ReadWeights(filepath.Join(five, train.CheckpointName), train.PartAverage)
			if err != nil {
				t.Fatal(err)
			}
			store, err := trainer.Weights()
			if err != nil {
				t.Fatal(err)
			}
			got, err := train.TensorsOf(store, safetensors.F32)
			if err != nil {
				t.Fatal(err)
			}
			for i := range want {
				if !bytes.Equal(want[i].Data, got[i].Data) {
					t.Errorf("%s was changed by the step", want[i].Name)
				}
			}
			if _, err := trainer.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "earlier step failed") {
				t.Errorf("Run after the failure: %v", err)
			}
			c.Steps, c.Schedule.Length = 20, 0
			if resumed := open(t, &bowl{targets: []float32{1}, loss: loss}, c, train.Options{Folder: folder, Resume: true}); resumed.Step() != 4 {
				t.Errorf("the checkpoint is of step %d, want the last good one of step 4", resumed.Step())
			}
		})
	}
}

func TestMisuse(t *testing.T) {
	for name, test := range map[string]struct {
		task *bowl
		want string
	}{
		"vector as loss":       {&bowl{loss: func(_, v, _ *graph.Node) *graph.Node { return v }}, "want a scalar"},
		"nothing to train":     {&bowl{loss: func(_, _, target *graph.Node) *graph.Node { return target }}, ""},
		"variables elsewhere":  {&bowl{start: "/other"}, "/other/matrix"},
		"shapes do not match":  {&bowl{loss: func(w, v, _ *graph.Node) *graph.Node { return graph.ReduceAllSum(graph.Add(w, v)) }}, "step 1"},
		"panics without error": {&bowl{loss: func(_, _, _ *graph.Node) *graph.Node { panic("what a mess") }}, "what a mess"},
	} {
		test.task.targets = []float32{1}
		folder := t.TempDir()
		_, err := open(t, test.task, bowlConfig(2), train.Options{Folder: folder}).Run(t.Context())
		if name == "nothing to train" {
			if err != nil {
				t.Errorf("%s: %v", name, err) // the variables are in the graph, their gradients are 0
			}
			continue
		}
		if err == nil || !strings.HasPrefix(err.Error(), "train: step 1") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want an error at step 1 with %q", name, err, test.want)
		}
		if train.HasCheckpoint(folder) {
			t.Errorf("%s: a checkpoint was written", name)
		}
	}

	shapes := newRegression(t)
	task := &otherShape{regression: shapes}
	_, err := open(t, task, small(5), train.Options{}).Run(t.Context())
	if err == nil || !strings.Contains(err.Error(), "step 2") || !strings.Contains(err.Error(), "input 0") {
		t.Errorf("batches of different shapes: %v", err)
	}

	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := train.New(backend(t), newRegression(t), small(5), train.Options{Folder: file}); err == nil {
		t.Error("a file as folder")
	}
	bad := small(5)
	bad.Steps = 0
	if _, err := train.New(backend(t), newRegression(t), bad, train.Options{}); err == nil || !strings.Contains(err.Error(), "steps is 0") {
		t.Errorf("0 steps: %v", err)
	}
	bad = small(10)
	bad.Watch = "accuracy"
	if _, err := open(t, newRegression(t), bad, train.Options{}).Run(t.Context()); err == nil || !strings.Contains(err.Error(), `no "accuracy"`) {
		t.Errorf("a metric that is not there: %v", err)
	}
}

// otherShape gives the second batch more rows.
type otherShape struct{ *regression }

func (o *otherShape) Next(ctx context.Context) (train.Batch, error) {
	b, err := o.regression.Next(ctx)
	if o.step == 2 {
		b.Inputs[0] = tensors.FromFlatDataAndDimensions(make([]float32, 8*3*inputs), 8, 3, inputs)
	}
	return b, err
}
