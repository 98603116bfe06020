package train_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/safetensors"
	"sudokulab/pkg/train"
)

func open(t testing.TB, task train.Task, c train.Config, o train.Options) *train.Trainer {
	t.Helper()
	trainer, err := train.New(backend(t), task, c, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(trainer.Close)
	return trainer
}

// run trains to the end that is expected.
func run(t testing.TB, task train.Task, c train.Config, o train.Options, stop string) train.Report {
	t.Helper()
	report, err := open(t, task, c, o).Run(t.Context())
	if err != nil || report.Stop != stop {
		t.Fatalf("stopped by %q: %v, want %q", report.Stop, err, stop)
	}
	return report
}

func TestLossFalls(t *testing.T) {
	var validations []float64
	report := run(t, newRegression(t), small(150), train.Options{Record: func(r train.Record) {
		if r.Kind == train.KindValidate {
			validations = append(validations, r.Metrics["loss"])
		}
	}}, train.StopSteps)
	if len(validations) != 15 || validations[14] > validations[0]/5 {
		t.Errorf("validations %v, want 15, the last far below the first", validations)
	}
	if report.Step != 150 || report.Samples != 1200 || report.Validation["loss"] != validations[14] {
		t.Errorf("report %+v", report)
	}
	best := math.Inf(1)
	for _, v := range validations {
		best = min(best, v)
	}
	if report.Best == nil || float64(report.Best.Value) != best {
		t.Errorf("best %+v, want %v", report.Best, best)
	}
}

// checkpoint returns the content of the folder's checkpoint but what depends on the clock.
func checkpoint(t *testing.T, folder string) map[string]safetensors.Tensor {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, train.CheckpointName))
	if err != nil {
		t.Fatal(err)
	}
	file, err := safetensors.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]safetensors.Tensor{}
	for _, tensor := range file.Tensors {
		all[tensor.Name] = tensor
	}
	all["task"] = safetensors.Tensor{Data: []byte(file.Metadata["task"])}
	all["variables"] = safetensors.Tensor{Data: []byte(file.Metadata["variables"])}
	return all
}

// unclocked leaves out what depends on the clock.
var unclocked = cmpopts.IgnoreFields(train.Record{}, "Time", "Seconds", "SamplesPerSecond", "ValidationSeconds")

func readLog(t *testing.T, folder string) []train.Record {
	t.Helper()
	records, err := train.ReadLog(filepath.Join(folder, train.LogName))
	if err != nil {
		t.Fatal(err)
	}
	return records
}

// same compares two folders to the last bit.
func same(t *testing.T, want, got string) {
	t.Helper()
	a, b := checkpoint(t, want), checkpoint(t, got)
	for _, name := range []string{
		"variable/#rngState", "variable/global_step", "variable/model/mean", "variable/model/gain",
		"variable/AdamOptimizer/model/hidden/weights_2nd_moment", "variable/average/model/out/biases", "task/carried",
	} {
		if _, ok := a[name]; !ok {
			t.Errorf("the checkpoint has no %s", name)
		}
	}
	if diff := cmp.Diff(a, b); diff != "" {
		t.Errorf("checkpoints differ (-straight +resumed):\n%.2000s", diff)
	}
	if diff := cmp.Diff(readLog(t, want), readLog(t, got), unclocked); diff != "" {
		t.Errorf("logs differ (-straight +resumed):\n%.2000s", diff)
	}
}

func TestResumeIsExact(t *testing.T) {
	c := small(36)
	c.LogEvery = 1 // every loss
	straight := t.TempDir()
	run(t, newRegression(t), c, train.Options{Folder: straight}, train.StopSteps)
	records := readLog(t, straight)
	if len(records) != 36+4 {
		t.Fatalf("%d records, want 36 of steps, 3 of validations and that at the end", len(records))
	}
	// Before and after the second kind is compiled, at a validation and beside it.
	for _, at := range []int{0, 1, 2, 3, 10, 11, 29} {
		t.Run(fmt.Sprint(at), func(t *testing.T) {
			folder := t.TempDir()
			task := newRegression(t)
			ctx, cancel := context.WithCancel(t.Context())
			if at == 0 {
				cancel()
			}
			task.onStep = func(step int) error {
				if step == at {
					cancel()
				}
				return nil
			}
			report, err := open(t, task, c, train.Options{Folder: folder}).Run(ctx)
			if !errors.Is(err, context.Canceled) || report.Stop != train.StopCancel || report.Step != at || math.IsNaN(float64(report.Loss)) != (at == 0) {
				t.Fatalf("stopped by %q after step %d: %v", report.Stop, report.Step, err)
			}
			report = run(t, newRegression(t), c, train.Options{Folder: folder, Resume: true}, train.StopSteps)
			if report.From != at || report.Step != 36 {
				t.Errorf("resumed from %d to %d", report.From, report.Step)
			}
			same(t, straight, folder)
		})
	}
}

// TestResumeInsideAnInterval: the means of a line of the log go over the break, and dropout
// is what makes the losses differ.
func TestResumeInsideAnInterval(t *testing.T) {
	c := small(30)
	c.Watch = "score"
	c.Plateau = &train.Plateau{Factor: 0.5, Patience: 1}
	c.ValidateEvery = 2
	fed := func() *regression {
		task := newRegression(t)
		task.validate = func(step int) train.Metrics { return train.Metrics{"score": 1 + float64(step%7)} }
		return task
	}
	straight, folder := t.TempDir(), t.TempDir()
	run(t, fed(), c, train.Options{Folder: straight}, train.StopSteps)
	for _, steps := range []int{4, 10, 19, 30} {
		c.Steps = steps // may differ, for the schedule has its own length
		run(t, fed(), c, train.Options{Folder: folder, Resume: true}, train.StopSteps)
	}
	lowered := false
	for _, r := range readLog(t, straight) {
		lowered = lowered || (r.Kind == train.KindTrain && r.Rate < 4e-3)
	}
	if !lowered {
		t.Error("the rate was never lowered, so nothing was tested")
	}
	// The end of 19 steps is a validation out of turn, which the straight run has not. It
	// must not count for the plateau, and the best is not better.
	records := readLog(t, folder)
	for i, r := range records {
		if r.Kind == train.KindValidate && r.Step == 19 {
			records = append(records[:i:i], records[i+1:]...)
			break
		}
	}
	if diff := cmp.Diff(readLog(t, straight), records, unclocked); diff != "" {
		t.Errorf("logs differ (-straight +resumed):\n%s", diff)
	}
	a, b := checkpoint(t, straight), checkpoint(t, folder)
	if diff := cmp.Diff(a, b); diff != "" {
		t.Errorf("checkpoints differ (-straight +resumed):\n%.2000s", diff)
	}
	c.Steps = 31
	without := newRegression(t)
	without.dropout = 0
	c.ValidateEvery, c.Plateau, c.EarlyStop = 0, nil, nil
	plain := t.TempDir()
	run(t, without, c, train.Options{Folder: plain}, train.StopSteps)
	if readLog(t, plain)[0].Loss == readLog(t, straight)[0].Loss {
		t.Error("dropout changes nothing")
	}
}

// TestKill: what a killed process leaves is the checkpoint of an earlier step and a log that
// goes further.
func TestKill(t *testing.T) {
	c := small(40)
	c.LogEvery, c.SaveEvery = 3, 8
	straight, folder := t.TempDir(), t.TempDir()
	run(t, newRegression(t), c, train.Options{Folder: straight, Events: true}, train.StopSteps)

	task := newRegression(t)
	killed := errors.New("killed")
	task.onStep = func(step int) error {
		if step == 32 {
			return killed
		}
		return nil
	}
	report, err := open(t, task, c, train.Options{Folder: folder, Events: true}).Run(t.Context())
	if !errors.Is(err, killed) || !strings.Contains(err.Error(), "step 32") || report.Stop != train.StopError {
		t.Fatalf("%q: %v", report.Stop, err)
	}
	path := filepath.Join(folder, train.LogName)
	half, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := half.WriteString(`{"step":33,"kind":"tr`); err != nil {
		t.Fatal(err)
	}
	if err := half.Close(); err != nil {
		t.Fatal(err)
	}
	if last := readLog(t, folder); last[len(last)-1].Step != 30 {
		t.Fatalf("the log ends with %+v, want step 30 of before the kill", last[len(last)-1])
	}
	unfinished := filepath.Join(folder, atomicfile.Prefix(train.CheckpointName)+"123")
	if err := os.WriteFile(unfinished, []byte("half a checkpoint"), 0o600); err != nil {
		t.Fatal(err)
	}
	report = run(t, newRegression(t), c, train.Options{Folder: folder, Resume: true, Events: true}, train.StopSteps)
	if report.From != 24 {
		t.Errorf("resumed from %d, want 24", report.From)
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 3 {
		t.Errorf("files %v, %v, want checkpoint, log and events", files, err)
	}
	same(t, straight, folder)
	for _, dir := range []string{straight, folder} {
		var want []byte
		for _, r := range readLog(t, dir) {
			want = append(want, fmt.Sprintf("%d %s\n", r.Step, r.Kind)...)
		}
		if got := eventSteps(t, filepath.Join(dir, train.EventsName)); got != string(want) {
			t.Errorf("TensorBoard's file has\n%s\nthe log has\n%s", got, want)
		}
	}
}

func TestCancelledValidationIsMadeAgain(t *testing.T) {
	c := small(25)
	straight, folder := t.TempDir(), t.TempDir()
	run(t, newRegression(t), c, train.Options{Folder: straight}, train.StopSteps)
	ctx, cancel := context.WithCancel(t.Context())
	task := newRegression(t)
	task.validate = func(step int) train.Metrics {
		if step == 20 {
			cancel()
		}
		return train.Metrics{"loss": -1} // must not be taken at step 20
	}
	c10 := c
	run(t, newRegression(t), func() train.Config { c10.Steps = 10; return c10 }(), train.Options{Folder: folder}, train.StopSteps)
	report, err := open(t, task, c, train.Options{Folder: folder, Resume: true}).Run(ctx)
	if !errors.Is(err, context.Canceled) || report.Step != 20 || report.Validation["loss"] == -1 {
		t.Fatalf("%+v: %v", report, err)
	}
	run(t, newRegression(t), c, train.Options{Folder: folder, Resume: true}, train.StopSteps)
	same(t, straight, folder)
}

func TestBudget(t *testing.T) {
	c := small(1_000_000)
	c.EarlyStop, c.ValidateEvery, c.Plateau = nil, 0, nil
	folder := t.TempDir()
	trainer := open(t, newRegression(t), c, train.Options{Folder: folder, Budget: 100 * time.Millisecond})
	step := 0
	for range 2 { // each Run has the whole budget
		begin := time.Now()
		report, err := trainer.Run(t.Context())
		if err != nil || report.Stop != train.StopBudget || report.From != step || report.Step <= step {
			t.Fatalf("%+v: %v", report, err)
		}
		if took := time.Since(begin); took < 100*time.Millisecond || took > 5*time.Second {
			t.Errorf("took %v", took)
		}
		step = report.Step
	}
	resumed := open(t, newRegression(t), c, train.Options{Folder: folder, Resume: true})
	if resumed.Step() != step {
		t.Errorf("the checkpoint is of step %d, want %d", resumed.Step(), step)
	}
	weights, err := trainer.Weights()
	if err != nil {
		t.Fatal(err)
	}
	again, err := resumed.Weights()
	if err != nil {
		t.Fatal(err)
	}
	a, err := train.TensorsOf(weights, safetensors.F32)
	if err != nil {
		t.Fatal(err)
	}
	b, err := train.TensorsOf(again, safetensors.F32)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(a, b); diff != "" || len(a) < 5 {
		t.Errorf("%d weights; %s", len(a), diff)
	}
}

func TestEarlyStop(t *testing.T) {
	c := small(200)
	c.Watch, c.WatchHigher, c.ValidateEvery = "score", true, 4
	c.EarlyStop = &train.EarlyStop{Patience: 3}
	task := newRegression(t)
	values := []float64{0.1, 0.4, 0.3, math.NaN(), 0.41, 0.41, 0.2, 0.41, 0.9}
	task.validate = func(step int) train.Metrics { return train.Metrics{"score": values[step/4-1]} }
	folder := t.TempDir()
	report := run(t, task, c, train.Options{Folder: folder}, train.StopEarly)
	if report.Step != 32 || report.Best.Step != 20 || report.Best.Value != 0.41 {
		t.Errorf("stopped at step %d with best %+v, want 32 and step 20", report.Step, report.Best)
	}
	if text, err := json.Marshal(report); err != nil || !strings.Contains(string(text), `"stop":"early"`) {
		t.Errorf("report as JSON: %s, %v", text, err)
	}
	report = run(t, task, c, train.Options{Folder: folder, Resume: true}, train.StopEarly)
	if text, err := json.Marshal(report); err != nil || !strings.Contains(string(text), `"loss":"NaN"`) {
		t.Errorf("report as JSON: %s, %v", text, err)
	}
	if report.From != 32 || report.Step != 32 || report.Best.Step != 20 {
		t.Errorf("after the stop: %+v", report)
	}
}

func TestDamagedCheckpoint(t *testing.T) {
	c := small(12)
	folder := t.TempDir()
	run(t, newRegression(t), c, train.Options{Folder: folder}, train.StopSteps)
	path := filepath.Join(folder, train.CheckpointName)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	flip := func(at int) func([]byte) []byte {
		return func(b []byte) []byte { b[at] ^= 1; return b }
	}
	for name, damage := range map[string]func([]byte) []byte{
		"empty":      func([]byte) []byte { return nil },
		"cut":        func(b []byte) []byte { return b[:len(b)-5] },
		"half":       func(b []byte) []byte { return b[:len(b)/2] },
		"longer":     func(b []byte) []byte { return append(b, 0) },
		"data":       flip(len(whole) - 9),
		"length":     flip(6),
		"header":     flip(8),
		"the config": func(b []byte) []byte { return []byte(strings.Replace(string(b), `\"ema\":0.95`, `\"ema\":0.96`, 1)) },
	} {
		if err := os.WriteFile(path, damage([]byte(string(whole))), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := train.New(backend(t), newRegression(t), c, train.Options{Folder: folder, Resume: true})
		if err == nil || !strings.Contains(err.Error(), "damaged") || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, want an error that names the damaged file", name, err)
		}
		if _, err := train.ReadWeights(path, train.PartLast); err == nil {
			t.Errorf("%s: weights were read", name)
		}
	}
	if err := os.WriteFile(path, []byte("\x08\x00\x00\x00\x00\x00\x00\x00{}      "), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = train.New(backend(t), newRegression(t), c, train.Options{Folder: folder, Resume: true})
	if err == nil || !strings.Contains(err.Error(), "format") {
		t.Errorf("another safetensors file: %v", err)
	}
	if err := os.Truncate(path, 30<<30); err != nil { // a file of holes
		t.Fatal(err)
	}
	if _, err := train.ReadReport(path); err == nil || !strings.Contains(err.Error(), "32212254720 bytes, want at most") {
		t.Errorf("30 GiB: %v", err)
	}
}

func TestOtherConfiguration(t *testing.T) {
	c := small(12)
	folder := t.TempDir()
	run(t, newRegression(t), c, train.Options{Folder: folder}, train.StopSteps)
	if _, err := train.New(backend(t), newRegression(t), c, train.Options{Folder: folder}); err == nil || !strings.Contains(err.Error(), "resume") {
		t.Errorf("a folder with a checkpoint: %v", err)
	}
	other := c
	other.Optimizer.Beta2, other.Plateau, other.Steps, other.LogEvery = 0.98, nil, 13, 1
	_, err := train.New(backend(t), newRegression(t), other, train.Options{Folder: folder, Resume: true})
	if !errors.Is(err, train.ErrConfig) {
		t.Fatalf("error %v, want ErrConfig", err)
	}
	for _, want := range []string{"optimizer.beta2 (0.999 there, 0.98 now)", "plateau.factor (0.5 there, none now)"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error %q does not say %q", err, want)
		}
	}
	if strings.Contains(err.Error(), "steps") || strings.Contains(err.Error(), "log_every") {
		t.Errorf("error %q names fields that may differ", err)
	}
	if report := run(t, newRegression(t), other, train.Options{Folder: folder, Resume: true, Change: true}, train.StopSteps); report.From != 12 {
		t.Errorf("resumed from %d", report.From)
	}
}

func TestWeights(t *testing.T) {
	c := small(20)
	folder := t.TempDir()
	trainer := open(t, newRegression(t), c, train.Options{Folder: folder})
	if _, _, ok := trainer.Best(); ok {
		t.Error("there is a best before the first validation")
	}
	if _, err := trainer.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, train.CheckpointName)
	parts := map[train.Part][]safetensors.Tensor{}
	for _, part := range []train.Part{train.PartLast, train.PartAverage, train.PartBest} {
		weights, err := train.ReadWeights(path, part)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, w := range weights {
			names = append(names, w.Name)
		}
		if diff := cmp.Diff([]string{"gain", "hidden/biases", "hidden/weights", "mean", "out/biases", "out/weights"}, names); diff != "" {
			t.Errorf("%s: %s", part, diff)
		}
		parts[part] = weights
	}
	if cmp.Equal(parts[train.PartLast], parts[train.PartAverage]) {
		t.Error("the averages are the weights")
	}
	store, err := trainer.Weights()
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []train.Part{train.PartAverage, train.PartBest} { // step 20 is the best so far
		copied, err := train.TensorsOf(store, safetensors.F32)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(parts[part], copied); diff != "" {
			t.Errorf("%s: %s", part, diff)
		}
	}
	best, at, ok := trainer.Best()
	if !ok || at.Step != 20 || !cmp.Equal(best, parts[train.PartBest]) {
		t.Errorf("best of step %d", at.Step)
	}

	half, err := train.TensorsOf(store, safetensors.BF16)
	if err != nil {
		t.Fatal(err)
	}
	back, err := train.StoreOf(half)
	if err != nil {
		t.Fatal(err)
	}
	rounded, err := train.TensorsOf(back, safetensors.BF16)
	if err != nil {
		t.Fatal(err)
	}
	if !cmp.Equal(half, rounded) || half[2].DType != safetensors.BF16 {
		t.Error("BF16 weights do not come back")
	}
	if _, err := train.ReadWeights(path, "worst"); err == nil {
		t.Error("an unknown part is read")
	}
}

func TestStart(t *testing.T) {
	first := open(t, newRegression(t), small(20), train.Options{})
	if _, err := first.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	start, err := first.Weights()
	if err != nil {
		t.Fatal(err)
	}
	c := small(1)
	c.Optimizer.LearningRate, c.Optimizer.WeightDecay = 1e-9, 0
	c.Plateau, c.EarlyStop = nil, nil
	second := open(t, newRegression(t), c, train.Options{Start: start})
	report, err := second.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	fresh := run(t, newRegression(t), c, train.Options{}, train.StopSteps)
	if report.Validation["loss"] > fresh.Validation["loss"]/2 {
		t.Errorf("validation %v after a start from trained weights, %v from fresh ones", report.Validation, fresh.Validation)
	}
}
