package selftest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/safetensors"
	"sudokulab/pkg/train"
)

func goBackend(t *testing.T) *accel.Choice {
	t.Helper()
	choice := acceltest.Choose(t)
	return choice
}

// brief keeps the probe to a few milliseconds.
func brief() Config {
	c := Default(accel.PlatformGo)
	c.Probe = accel.ProbeConfig{
		Budget: time.Second, Samples: 1, HostBytes: 1 << 12, StreamBytes: 1 << 12, Seed: 1,
		Products: []accel.Product{{Format: accel.FormatF32, M: 8, K: 4, N: 6}},
	}
	return c
}

// own is the package's case of two steps and two under another name.
func own(name string) Case {
	c := twoLayers(1, accel.PlatformGo)
	c.Name, c.Steps, c.Halves = name, 2, false
	return c
}

// altered is the package's case with a task that is changed.
func altered(name string, change func(*ownTask) train.OpenTask) Case {
	c := own(name)
	open := c.Open
	c.Open = func(ctx context.Context, b compute.Backend) (train.OpenTask, error) {
		task, err := open(ctx, b)
		if err != nil {
			return nil, err
		}
		return change(task.(*ownTask)), nil
	}
	return c
}

// forgets does not say where it stands.
type forgets struct{ *ownTask }

func (forgets) Load(train.TaskState) error { return nil }

// carries has a tensor beside its weights that it does not take over: it counts from 0 again, and
// no loss depends on it.
type carries struct {
	*ownTask
	seen float32
}

func (c *carries) Observe(kind string, out []*tensors.Tensor) (train.Metrics, error) {
	c.seen++
	return c.ownTask.Observe(kind, out)
}

func (c *carries) Save() (train.TaskState, error) {
	s, err := c.ownTask.Save()
	s.Tensors = map[string]*tensors.Tensor{"seen": tensors.FromValue([]float32{c.seen})}
	return s, err
}

// breaks does not build, or gives no number.
type breaks struct {
	*ownTask
	nan bool
}

func (b breaks) Loss(scope *model.Scope, kind string, in []*graph.Node) (*graph.Node, []*graph.Node) {
	loss, out := b.ownTask.Loss(scope, kind, in)
	if b.nan {
		return graph.Log(graph.Neg(graph.AddScalar(graph.Square(loss), 1))), out
	}
	return graph.Add(loss, graph.Reshape(in[0], 7)), out // which it does not fit
}

func TestRun(t *testing.T) {
	dir := t.TempDir()
	var progress, text bytes.Buffer
	kept := 0
	cases := []Case{own("a second"), own("a third")}
	report, err := Run(t.Context(), goBackend(t), brief(), cases, dir, Options{Progress: &progress, Keep: func(r Report) error {
		kept++
		if len(r.Results) != kept || r.OK != (kept == 3) {
			t.Errorf("kept %d results after case %d, OK %v", len(r.Results), kept, r.OK)
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	if !report.OK || !report.Probe.Answer.OK || !report.Gradient.OK || len(report.Results) != 3 || kept != 3 {
		t.Fatalf("report: %+v", report)
	}
	for i, r := range report.Results {
		if !r.OK || !r.Exact || !r.Finite || r.LossError != 0 || r.ValueError != 0 || r.LastLoss != r.ResumedLoss {
			t.Errorf("%s: %+v, want a resumption to the last bit", r.Name, r)
		}
		// The weights, both moments and the average of each, and the counters.
		if r.Values < 4*r.Parameters+1 || r.Batch != ownBatch || r.StepSeconds <= 0 || r.Rate <= 0 || r.FLOPS <= 0 || r.CompileSeconds <= 0 || r.CheckpointBytes < 1000 {
			t.Errorf("%s: figures %+v", r.Name, r)
		}
		if steps := [3]int{2 * ownSteps, 4, 4}[i]; r.Steps != steps || r.FirstLoss == r.LastLoss {
			t.Errorf("%s: %d steps, loss %v to %v", r.Name, r.Steps, r.FirstLoss, r.LastLoss)
		}
	}
	if r := report.Results[0]; !(r.LastLoss <= r.FirstLoss/2) {
		t.Errorf("the loss went from %v to %v", r.FirstLoss, r.LastLoss)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
	if err := report.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"gradient  right", "case      two layers, small: right; compiled in", "samples/s", "equal to the last bit", "selftest  right: 3 cases right, 0 wrong, 0 skipped"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("text lacks %q:\n%s", want, text.String())
		}
	}
	if n := strings.Count(progress.String(), "\n"); n != 2+2*len(report.Results) {
		t.Errorf("%d lines of progress, want one for each part and two for each case:\n%s", n, progress.String())
	}

	folder := filepath.Join(dir, "made")
	if err := report.Save(folder); err != nil {
		t.Fatal(err)
	}
	back, err := Load(folder)
	if err != nil || back == nil || !back.OK || back.Gradient != report.Gradient || len(back.Results) != 3 || back.Results[0] != report.Results[0] {
		t.Errorf("the report does not come back from JSON: %+v, %v", back, err)
	}
	if saved, err := os.ReadFile(filepath.Join(folder, TextName)); err != nil || !bytes.Equal(saved, text.Bytes()) {
		t.Errorf("saved text %q %v", saved, err)
	}
}

// TestFailures: a case that goes wrong is reported with the reason, and the next one is tried.
func TestFailures(t *testing.T) {
	boom := errors.New("boom")
	closed := own("closed")
	closed.Open = func(context.Context, compute.Backend) (train.OpenTask, error) { return nil, boom }
	flat := own("flat")
	flat.Halves, flat.Train.Optimizer.LearningRate = true, 1e-9
	cases := []Case{
		closed, flat,
		altered("forgets", func(t *ownTask) train.OpenTask { return forgets{t} }),
		altered("carries", func(t *ownTask) train.OpenTask { return &carries{ownTask: t} }),
		altered("no graph", func(t *ownTask) train.OpenTask { return breaks{t, false} }),
		altered("no number", func(t *ownTask) train.OpenTask { return breaks{t, true} }),
		own("right"),
	}
	report, err := run(t.Context(), goBackend(t), brief(), cases, t.TempDir(), Options{})
	if !errors.Is(err, ErrFailed) || errors.Is(err, ErrSkipped) || report.OK || report.failed() != 6 || len(report.Results) != 7 {
		t.Fatalf("%v, %d failed of %d", err, report.failed(), len(report.Results))
	}
	for i, want := range []string{
		"boom", "want half or less", "the loss after the resumption is off by", "a value of the last checkpoint is off by 2 after", "building the step", "not finite", "",
	} {
		r := report.Results[i]
		if !strings.Contains(r.Failure, want) || r.OK != (want == "") || (r.Failure == "") != (want == "") {
			t.Errorf("%s: OK %v, failure %q, want %q", r.Name, r.OK, r.Failure, want)
		}
		if want != "" && !strings.Contains(err.Error(), r.Name+": ") {
			t.Errorf("%s is not named in %v", r.Name, err)
		}
	}
	if !report.Results[0].Finite == report.Results[5].Finite && report.Results[5].Finite {
		t.Error("a loss that is no number counts as finite")
	}
	var text bytes.Buffer
	if err := report.WriteText(&text); err != nil || !strings.Contains(text.String(), "case      no graph: WRONG, ") || !strings.Contains(text.String(), "selftest  WRONG: 1 cases right, 6 wrong") {
		t.Errorf("%v\n%s", err, text.String())
	}
	if n := strings.Count(text.String(), "\ncase "); n != 7 {
		t.Errorf("%d lines for 7 cases: a failure brings its stack\n%s", n, text.String())
	}
	missing := filepath.Join(t.TempDir(), "missing")
	if report, err = run(t.Context(), goBackend(t), brief(), cases[6:], missing, Options{}); !errors.Is(err, ErrFailed) || report.failed() != 1 {
		t.Errorf("a folder that is not there: %v %+v", err, report)
	}
}

// liar is a backend whose results of one size, or all, have a value that it did not compute, or
// that fails where it gives one.
type liar struct {
	compute.Backend
	size int // 0: all
	err  error
}

func (b liar) Builder(name string) compute.Builder { return lyingBuilder{b.Backend.Builder(name), b} }

type lyingBuilder struct {
	compute.Builder
	of liar
}

func (b lyingBuilder) Compile() (compute.Executable, error) {
	e, err := b.Builder.Compile()
	return lyingExecutable{e, b.of}, err
}

type lyingExecutable struct {
	compute.Executable
	of liar
}

func (e lyingExecutable) Execute(in []compute.Buffer, donate []bool, device compute.DeviceNum) ([]compute.Buffer, error) {
	out, err := e.Executable.Execute(in, donate, device)
	for _, buffer := range out {
		flat, dataErr := buffer.Data()
		if values, ok := flat.([]float32); ok && dataErr == nil && (e.of.size == 0 || len(values) == e.of.size) {
			values[len(values)-1] += 0.5
			err = errors.Join(err, e.of.err)
		}
	}
	return out, err
}

// TestWrongBackend: a backend that computes wrongly, or not at all, ends the test before the
// cases, with an error and a report that say so.
func TestWrongBackend(t *testing.T) {
	choice := goBackend(t)
	boom := errors.New("boom")
	for name, c := range map[string]struct {
		backend        liar
		answer, graded bool
		want           error
		words          string
	}{
		"answer":   {liar{choice.Backend, 0, nil}, false, false, accel.ErrWrongAnswer, "failure   accel: probe: "},
		"gradient": {liar{choice.Backend, 7 * 4, nil}, true, true, accel.ErrWrongAnswer, "failure   gradient: "},
		"error":    {liar{choice.Backend, 7 * 4, boom}, true, false, boom, "failure   gradient: failed"},
	} {
		broken := *choice
		broken.Backend = c.backend
		report, err := Run(t.Context(), &broken, brief(), []Case{own("one")}, t.TempDir(), Options{})
		if !errors.Is(err, ErrFailed) || !errors.Is(err, c.want) || report.OK || len(report.Results) != 0 {
			t.Errorf("%s: %v, %+v", name, err, report)
		}
		if report.Probe.Answer.OK != c.answer || report.Gradient.OK || (report.Gradient.Tolerance > 0) != c.graded {
			t.Errorf("%s: answer %+v, gradient %+v", name, report.Probe.Answer, report.Gradient)
		}
		var text bytes.Buffer
		if err := report.WriteText(&text); err != nil || !strings.Contains(text.String(), c.words) || !strings.Contains(text.String(), "selftest  WRONG: 0 cases right") {
			t.Errorf("%s: %v\n%s", name, err, text.String())
		}
	}
}

// TestDeadline: what does not fit before a deadline is skipped, and a cancelled context is an
// error.
func TestDeadline(t *testing.T) {
	choice := goBackend(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	report, err := Run(ctx, choice, brief(), []Case{own("other")}, t.TempDir(), Options{})
	if !errors.Is(err, ErrSkipped) || errors.Is(err, ErrFailed) || report.skipped() != 2 || report.failed() != 0 || report.OK {
		t.Errorf("%v: %d of %d skipped, %d failed", err, report.skipped(), len(report.Results), report.failed())
	}
	var text bytes.Buffer
	if err := report.WriteText(&text); err != nil || !strings.Contains(text.String(), "s are left and 15 s wanted") || !strings.Contains(text.String(), "selftest  unfinished: ") {
		t.Errorf("%v\n%s", err, text.String())
	}
	ctx, cancel = context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, choice, brief(), nil, t.TempDir(), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	defer cancel()
	stop := altered("stop", func(t *ownTask) train.OpenTask { cancel(); return t })
	if report, err := run(ctx, choice, brief(), []Case{stop, own("next")}, t.TempDir(), Options{}); !errors.Is(err, context.Canceled) || len(report.Results) != 0 {
		t.Errorf("cancelled in a case: %v, %+v", err, report.Results)
	}
	boom := errors.New("boom")
	if _, err := run(t.Context(), choice, brief(), []Case{own("one")}, t.TempDir(), Options{Keep: func(Report) error { return boom }}); !errors.Is(err, boom) {
		t.Errorf("a report that cannot be kept: %v", err)
	}
}

// TestCutOff: the first case that is cut off has failed, a later one is skipped.
func TestCutOff(t *testing.T) {
	choice := goBackend(t)
	c := own("long")
	c.Steps = 1 << 20
	for tried, failed := range []bool{true, false} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		tester := tester{choice: choice, dir: t.TempDir(), done: make([]Result, tried)}
		time.AfterFunc(300*time.Millisecond, cancel) // stands for the deadline
		r := tester.try(ctx, c)
		if r.OK || (r.Failure != "") != failed || (r.Skipped != "") == failed {
			t.Errorf("after %d others: %+v", tried, r)
		}
	}
}

// TestWanted: the guess of a case's time is that of its likes.
func TestWanted(t *testing.T) {
	tester := tester{done: []Result{{Model: "cnn", Size: Small, Seconds: 10}, {Model: "literal", Size: Small, Seconds: 20}}}
	for _, w := range []struct {
		model string
		size  Size
		want  time.Duration
	}{{"cnn", Small, 12 * time.Second}, {"candidate", Small, 24 * time.Second}, {"cnn", Full, leastTime[Full]}, {"two layers", Full, leastTime[Full]}} {
		if got := tester.wanted(Case{Model: w.model, Size: w.size}); got != w.want {
			t.Errorf("%s, %s: %v, want %v", w.model, w.size, got, w.want)
		}
	}
	// A network that takes a moment says nothing of others.
	tester.done = []Result{{Model: "two layers", Size: Small, Seconds: 1}}
	for model, want := range map[string]time.Duration{"two layers": 1200 * time.Millisecond, "cnn": leastTime[Small]} {
		if got := tester.wanted(Case{Model: model, Size: Small}); got != want {
			t.Errorf("%s after a short case: %v, want %v", model, got, want)
		}
	}
}

// TestBefore: what was right before is not tried again, on the same backend.
func TestBefore(t *testing.T) {
	choice := goBackend(t)
	cases := []Case{own("one")}
	first, err := run(t.Context(), choice, brief(), cases, t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	seconds := func(before Report) float64 {
		report, err := run(t.Context(), choice, brief(), cases, t.TempDir(), Options{Before: &before})
		if err != nil || !report.OK {
			t.Fatalf("%v %+v", err, report)
		}
		return report.Results[0].Seconds
	}
	first.Results[0].Seconds = -1 // shows whose result it is
	if seconds(first) != -1 {
		t.Error("a case that was right is tried again")
	}
	for name, change := range map[string]func(*Report, *Result){
		"backend":   func(r *Report, _ *Result) { r.Backend += "x" },
		"seed":      func(r *Report, _ *Result) { r.Config.Seed++ },
		"name":      func(_ *Report, x *Result) { x.Name = "two" },
		"steps":     func(_ *Report, x *Result) { x.Steps++ },
		"tolerance": func(_ *Report, x *Result) { x.Tolerance.Loss = 1 },
		"wrong":     func(_ *Report, x *Result) { x.OK, x.Failure = false, "x" },
	} {
		other := first
		other.Results = []Result{first.Results[0]}
		change(&other, &other.Results[0])
		if seconds(other) == -1 {
			t.Errorf("%s: taken over from another test", name)
		}
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	if r, err := Load(dir); err != nil || r != nil {
		t.Errorf("an empty folder: %v %v", r, err)
	}
	if err := os.WriteFile(filepath.Join(dir, JSONName), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(dir); err == nil || !strings.Contains(err.Error(), JSONName) {
		t.Errorf("a broken report is taken: %v", err)
	}
	// A number that JSON has no word for comes back.
	r := Report{Results: []Result{{Name: "x", Failure: "not finite", LastLoss: train.Number(math.NaN()), ValueError: train.Number(math.Inf(1))}}}
	if err := r.Save(dir); err != nil {
		t.Fatal(err)
	}
	back, err := Load(dir)
	if err != nil || !math.IsNaN(float64(back.Results[0].LastLoss)) || !math.IsInf(float64(back.Results[0].ValueError), 1) {
		t.Errorf("%+v, %v", back, err)
	}
}

// TestVerdict: one that failed counts more than one that was skipped.
func TestVerdict(t *testing.T) {
	right, wrong, skipped := Result{OK: true}, Result{Failure: "x"}, Result{Skipped: "x"}
	for name, c := range map[string]struct {
		results []Result
		want    error
	}{
		"right":         {[]Result{right, right}, nil},
		"skipped":       {[]Result{right, skipped}, ErrSkipped},
		"wrong":         {[]Result{right, wrong}, ErrFailed},
		"wrong, rather": {[]Result{skipped, wrong, right}, ErrFailed},
	} {
		if err := (Report{Results: c.results}).verdict(); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestCompareLosses(t *testing.T) {
	nan := math.NaN()
	for name, c := range map[string]struct {
		whole, resumed []float64
		tolerance      float64
		ok, exact      bool
	}{
		"equal":     {[]float64{4, 3, 2, 1}, []float64{2, 1}, 0, true, true},
		"off":       {[]float64{4, 3, 2, 1}, []float64{2, 1.01}, 0, false, false},
		"allowed":   {[]float64{4, 3, 2, 1}, []float64{2, 1.01}, 0.02, true, false},
		"early off": {[]float64{4, 3, 2, 1}, []float64{3, 1}, 0.02, false, false},
		"nan":       {[]float64{4, 3, 2, 1}, []float64{nan, 1}, 1, false, false},
		"short":     {[]float64{4, 3, 2, 1}, []float64{1}, 1, false, false},
	} {
		r := Result{Tolerance: Tolerance{Loss: c.tolerance}}
		if err := compareLosses(c.whole, c.resumed, 2, &r); (err == nil) != c.ok || r.Exact != c.exact {
			t.Errorf("%s: %v, exact %v", name, err, r.Exact)
		}
	}
}

// TestCompareCheckpoints: a value that differs, is missing or has another form is seen.
func TestCompareCheckpoints(t *testing.T) {
	write := func(all ...safetensors.Tensor) string {
		dir := t.TempDir()
		var b bytes.Buffer
		if err := safetensors.Write(&b, all, nil); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, train.CheckpointName), b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	floats := func(name string, shape []int, v ...float32) safetensors.Tensor {
		x, err := safetensors.New(name, shape, v)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	counter := func(v int64) safetensors.Tensor {
		x, err := safetensors.New("n", nil, []int64{v})
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	w := floats("w", []int{2}, 1, 2)
	random := func(third uint64) safetensors.Tensor {
		x, err := safetensors.New(randomState, []int{3}, []uint64{1, 2, third})
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	whole := write(w, counter(3), random(7))
	for name, c := range map[string]struct {
		resumed   string
		tolerance float64
		ok, exact bool
		off       float64
	}{
		"equal":        {write(w, counter(3), random(7)), 0, true, true, 0},
		"off":          {write(floats("w", []int{2}, 1, 2.5), counter(3), random(7)), 0, false, false, 0.5},
		"allowed":      {write(floats("w", []int{2}, 1, 2.5), counter(3), random(7)), 0.5, true, false, 0.5},
		"not judged":   {write(floats("w", []int{2}, 1, 2.5), counter(3), random(7)), -1, true, false, 0.5},
		"nan":          {write(floats("w", []int{2}, 1, float32(math.NaN())), counter(3), random(7)), 9, false, false, math.NaN()},
		"counter":      {write(w, counter(4), random(7)), 9, false, false, 0},
		"missing":      {write(w, random(7)), 9, false, false, 0},
		"another name": {write(floats("v", []int{2}, 1, 2), counter(3), random(7)), 9, false, false, 0},
		"transposed":   {write(floats("w", []int{1, 2}, 1, 2), counter(3), random(7)), 9, false, false, 0},
		"random state": {write(w, counter(3), random(8)), 0, true, true, 0},
		"no file":      {t.TempDir(), 9, false, false, 0},
	} {
		r := Result{Tolerance: Tolerance{Values: c.tolerance}, Exact: true}
		err := compareCheckpoints(whole, c.resumed, &r)
		if (err == nil) != c.ok || c.ok && r.Exact != c.exact {
			t.Errorf("%s: %v, exact %v", name, err, r.Exact)
		}
		if got := float64(r.ValueError); got != c.off && !(math.IsNaN(got) && math.IsNaN(c.off)) {
			t.Errorf("%s: off by %v, want %v", name, got, c.off)
		}
		if c.ok && r.Values != 6 {
			t.Errorf("%s: %d values compared, want 6", name, r.Values)
		}
	}
}

// TestTolerance: nothing is allowed on the Go backend, and the package's own values are judged
// everywhere.
func TestTolerance(t *testing.T) {
	for _, half := range []bool{false, true} {
		if got := ToleranceOf(accel.PlatformGo, half); got != (Tolerance{}) {
			t.Errorf("half %v: %+v on the Go backend", half, got)
		}
		if got := ToleranceOf(accel.PlatformCUDA, half); got.Loss <= 0 || got.Loss > 2e-2 || got.Values >= 0 {
			t.Errorf("half %v: %+v on a card", half, got)
		}
	}
	for _, platform := range []string{accel.PlatformGo, accel.PlatformCPU, accel.PlatformCUDA} {
		if c := twoLayers(1, platform); c.Tolerance.Values < 0 || c.Tolerance.Values > 1e-3 || !c.Halves {
			t.Errorf("%s: %+v", platform, c.Tolerance)
		}
		if err := Default(platform).Probe.Validate(); err != nil {
			t.Errorf("%s: %v", platform, err)
		}
	}
}

func TestValidate(t *testing.T) {
	for name, change := range map[string]func(*Case){
		"name":       func(c *Case) { c.Name = "" },
		"twice":      func(c *Case) { c.Name = "two layers, small" },
		"size":       func(c *Case) { c.Size = "huge" },
		"steps":      func(c *Case) { c.Steps = 0 },
		"tolerance":  func(c *Case) { c.Tolerance.Loss = math.NaN() },
		"values":     func(c *Case) { c.Tolerance.Values = math.NaN() },
		"operations": func(c *Case) { c.FLOPs = nil },
		"task":       func(c *Case) { c.Open = nil },
		"rate":       func(c *Case) { c.Train.Optimizer.LearningRate = 0 },
	} {
		c := own("one")
		change(&c)
		if _, err := Run(t.Context(), &accel.Choice{}, brief(), []Case{c}, t.TempDir(), Options{}); err == nil || !strings.Contains(err.Error(), "case") {
			t.Errorf("%s: %v, want an error before anything is tried", name, err)
		}
	}
	c := brief()
	c.Probe.Samples = 0
	if _, err := Run(t.Context(), &accel.Choice{}, c, nil, t.TempDir(), Options{}); err == nil {
		t.Error("a probe of no samples")
	}
	if data, err := json.Marshal(Default(accel.PlatformCUDA)); err != nil || !bytes.Contains(data, []byte(`"seed":1`)) {
		t.Errorf("%s %v", data, err)
	}
}
