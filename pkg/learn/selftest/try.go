package selftest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/safetensors"
	"sudokulab/pkg/train"
)

// tester tries cases.
type tester struct {
	choice *accel.Choice
	dir    string
	done   []Result // of the cases that were tried
}

// wanted is how long a case is likely to take, with a fifth to spare.
func (t *tester) wanted(c Case) time.Duration {
	longest := func(like func(Result) bool) (seconds float64) {
		for _, r := range t.done {
			if like(r) {
				seconds = max(seconds, r.Seconds)
			}
		}
		return seconds
	}
	spared := func(seconds float64) time.Duration { return time.Duration(1.2 * seconds * float64(time.Second)) }
	if seconds := longest(func(of Result) bool { return of.Size == c.Size && of.Model == c.Model }); seconds > 0 {
		return spared(seconds)
	}
	return max(leastTime[c.Size], spared(longest(func(of Result) bool { return of.Size == c.Size })))
}

// try tries one case, unless the time is too short.
func (t *tester) try(ctx context.Context, c Case) Result {
	result := Result{Name: c.Name, Model: c.Model, Size: c.Size, Parameters: c.Parameters, Unit: c.Unit, Tolerance: c.Tolerance}
	wanted := t.wanted(c)
	if deadline, ok := ctx.Deadline(); ok {
		if left := time.Until(deadline); left < wanted {
			result.Skipped = fmt.Sprintf("%.0f s are left and %.0f s wanted", max(0, left.Seconds()), wanted.Seconds())
			return result
		}
	}
	begin := time.Now()
	err := guard(func() error { return t.run(ctx, c, &result) })
	took := time.Since(begin)
	result.Seconds = took.Seconds()
	defer func() { t.done = append(t.done, result) }()
	switch {
	case err != nil && ctx.Err() != nil && len(t.done) > 0:
		result.Skipped = fmt.Sprintf("cut off after %.0f s", took.Seconds())
	case err != nil && ctx.Err() != nil:
		result.Failure = fmt.Sprintf("not done within the %.0f s that there were", took.Seconds())
	case err != nil:
		result.Failure = err.Error()
	}
	result.OK = err == nil
	return result
}

// run fills the result of a case.
func (t *tester) run(ctx context.Context, c Case, r *Result) error {
	place, err := os.MkdirTemp(t.dir, "selftest-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(place) }() // the folder is a temporary one
	whole, broken := filepath.Join(place, "whole"), filepath.Join(place, "broken")
	if err := os.Mkdir(broken, 0o755); err != nil {
		return err
	}

	first := newTraining(c)
	var copied error
	first.after = func(step int) {
		if step == c.Steps+1 { // the checkpoint of the step before is there
			r.CheckpointBytes, copied = copyCheckpoint(whole, broken)
		}
	}
	err = first.do(ctx, t.choice, train.Options{Folder: whole})
	first.describe(r)
	if err = errors.Join(err, copied); err != nil {
		return fmt.Errorf("training: %w", err)
	}
	if c.Halves && !(r.LastLoss <= r.FirstLoss/2) {
		return fmt.Errorf("the loss went from %.4g to %.4g, want half or less", float64(r.FirstLoss), float64(r.LastLoss))
	}

	second := newTraining(c)
	if err := second.do(ctx, t.choice, train.Options{Folder: broken, Resume: true}); err != nil {
		return fmt.Errorf("resumed training: %w", err)
	}
	return errors.Join(compareLosses(first.losses, second.losses, c.Steps, r), compareCheckpoints(whole, broken, r))
}

// compareLosses looks at the losses of the second half.
func compareLosses(whole, resumed []float64, half int, r *Result) error {
	if len(whole) != 2*half || len(resumed) != half {
		return fmt.Errorf("%d steps unbroken and %d resumed, want %d and %d", len(whole), len(resumed), 2*half, half)
	}
	r.ResumedLoss, r.Exact, r.LossError = train.Number(resumed[half-1]), true, 0
	for i, b := range resumed {
		a := whole[half+i]
		r.Exact = r.Exact && a == b
		r.LossError = max(r.LossError, train.Number(math.Abs(a-b)/max(math.Abs(a), math.SmallestNonzeroFloat32))) // max keeps a NaN
	}
	if !(float64(r.LossError) <= r.Tolerance.Loss) {
		return fmt.Errorf("the loss after the resumption is off by %.3g of it, allowed %.3g", r.LossError, r.Tolerance.Loss)
	}
	return nil
}

// randomState is the tensor of a checkpoint that holds GoMLX's random state. It is not compared:
// the Go backend (compute v0.1.6) draws by the first two of its three words and leaves the third
// to chance. Another state draws other dropout, which the losses show.
const randomState = "variable/" + model.RNGStateVariableName

// compareCheckpoints looks at every tensor of both last checkpoints. One that only one of them
// has is an error: something was not saved.
func compareCheckpoints(whole, resumed string, r *Result) error {
	a, err := readCheckpoint(whole)
	if err != nil {
		return err
	}
	b, err := readCheckpoint(resumed)
	if err != nil {
		return err
	}
	if len(a.Tensors) != len(b.Tensors) {
		return fmt.Errorf("%d tensors in the last checkpoint after the resumption, want %d", len(b.Tensors), len(a.Tensors))
	}
	same := true
	r.Values, r.ValueError = 0, 0
	for _, x := range a.Tensors {
		y, ok := b.Tensor(x.Name)
		if !ok || y.DType != x.DType || !slices.Equal(x.Shape, y.Shape) {
			return fmt.Errorf("%s is missing or of another form after the resumption", x.Name)
		}
		size, err := x.Size()
		if err != nil {
			return err
		}
		r.Values += size
		if x.Name == randomState || bytes.Equal(x.Data, y.Data) {
			continue
		}
		same = false
		xs, err := x.Float32()
		if err != nil { // integers, which are equal or different, never close
			return fmt.Errorf("%s (%s) differs after the resumption", x.Name, x.DType)
		}
		ys, err := y.Float32()
		if err != nil {
			return err
		}
		for i := range xs {
			r.ValueError = max(r.ValueError, train.Number(math.Abs(float64(xs[i])-float64(ys[i]))))
		}
	}
	r.Exact = r.Exact && same
	if allowed := r.Tolerance.Values; allowed == 0 && !same || allowed >= 0 && !(float64(r.ValueError) <= allowed) {
		return fmt.Errorf("a value of the last checkpoint is off by %.3g after the resumption, allowed %.3g", float64(r.ValueError), allowed)
	}
	return nil
}

// maxCheckpoint bounds a checkpoint, in bytes, as package train does.
const maxCheckpoint = 2 << 30

func readCheckpoint(folder string) (*safetensors.File, error) {
	data, err := atomicfile.ReadFile(filepath.Join(folder, train.CheckpointName), maxCheckpoint)
	if err != nil {
		return nil, err
	}
	return safetensors.Parse(data)
}

// training is one trainer's run.
type training struct {
	of      Case
	after   func(step int) // called after each step, nil for nothing
	compile float64        // seconds
	batch   int            // of the first step
	samples int64
	losses  []float64
	times   []float64 // of steps, in seconds, the first left out
	timed   int64     // samples of those
	finite  bool
}

func newTraining(c Case) *training { return &training{of: c, finite: true} }

// do trains to the end.
func (r *training) do(ctx context.Context, choice *accel.Choice, o train.Options) error {
	task, err := r.of.Open(ctx, choice.Backend)
	if err != nil {
		return err
	}
	defer task.Close()
	o.Log = slog.New(&compileClock{seconds: &r.compile})
	o.Record = r.record
	trainer, err := train.New(choice.Backend, task, r.of.trainer(), o)
	if err != nil {
		return err
	}
	defer trainer.Close()
	r.samples = -1 // of the checkpoint, unknown until the first step's line
	_, err = trainer.Run(ctx)
	r.finite = !errors.Is(err, train.ErrNotFinite)
	return err
}

// record takes a line of the log: one step, since a line is written after each.
func (r *training) record(line train.Record) {
	if line.Kind != train.KindTrain {
		return
	}
	if len(r.losses) == 0 {
		if line.Step == 1 {
			r.batch = int(line.Samples)
		}
	} else if line.SamplesPerSecond > 0 {
		samples := line.Samples - r.samples
		r.times = append(r.times, float64(samples)/line.SamplesPerSecond)
		r.timed += samples
	}
	r.samples = line.Samples
	r.losses = append(r.losses, float64(line.Loss))
	if r.after != nil {
		r.after(line.Step)
	}
}

// describe puts the figures of the unbroken run into the result.
func (r *training) describe(to *Result) {
	to.Batch, to.Steps, to.CompileSeconds, to.Finite = r.batch, len(r.losses), r.compile, r.finite
	if len(r.losses) > 0 {
		to.FirstLoss, to.LastLoss = train.Number(r.losses[0]), train.Number(r.losses[len(r.losses)-1])
	}
	if len(r.times) == 0 {
		return
	}
	total := 0.0
	for _, t := range r.times {
		total += t
	}
	to.Rate = float64(r.timed) / total
	to.FLOPS = (r.of.FLOPs(len(r.losses)) - r.of.FLOPs(1)) / total
	sorted := slices.Sorted(slices.Values(r.times))
	to.StepSeconds = sorted[len(sorted)/2]
}

// copyCheckpoint copies the checkpoint of one folder to another and returns its size.
func copyCheckpoint(from, to string) (size int64, err error) {
	in, err := os.Open(filepath.Join(from, train.CheckpointName))
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	err = atomicfile.Write(filepath.Join(to, train.CheckpointName), func(w io.Writer) error {
		size, err = io.Copy(w, in)
		return err
	})
	return size, err
}

// compileClock adds up what the trainer's log says of compilations.
type compileClock struct{ seconds *float64 }

func (*compileClock) Enabled(context.Context, slog.Level) bool { return true }
func (c *compileClock) WithAttrs([]slog.Attr) slog.Handler     { return c }
func (c *compileClock) WithGroup(string) slog.Handler          { return c }

func (c *compileClock) Handle(_ context.Context, r slog.Record) error {
	if r.Message != "compiled" {
		return nil
	}
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "seconds" {
			*c.seconds += a.Value.Float64()
		}
		return true
	})
	return nil
}
