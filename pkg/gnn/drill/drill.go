package drill

import (
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

	"sudokulab/pkg/accel"
	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/train"
)

// Result is what came of a case.
type Result struct {
	Case
	OK bool `json:"ok"`
	// Skipped says why the case was not tried, Failure what went wrong; else both are empty.
	Skipped string  `json:"skipped,omitempty"`
	Failure string  `json:"failure,omitempty"`
	Seconds float64 `json:"seconds"` // of the whole case

	Parameters      int     `json:"parameters"`
	Batch           int     `json:"batch"`      // boards of the first step
	Steps           int     `json:"steps"`      // of the unbroken run
	CompileSeconds  float64 `json:"compile_s"`  // of all graphs of a step, once
	StepSeconds     float64 `json:"step_s"`     // median, the first step left out
	Rate            float64 `json:"rate"`       // Unit, over the steps but the first
	Unit            string  `json:"rate_unit"`  // board-segments/s or boards/s
	FLOPS           float64 `json:"flops"`      // operations in products a second, forward and backward, by count
	CheckpointBytes int64   `json:"checkpoint"` // the size of its file
	HostPeakBytes   int64   `json:"host_peak"`  // resident memory of the process at most so far; 0 where nobody knows

	FirstLoss   train.Number `json:"first_loss"`
	LastLoss    train.Number `json:"last_loss"`    // after 2·Config.Steps steps, unbroken
	ResumedLoss train.Number `json:"resumed_loss"` // the same step after the resumption
	MaxError    train.Number `json:"max_error"`    // of the resumed losses, relative, at most
	Tolerance   float64      `json:"tolerance"`
	Exact       bool         `json:"exact"`  // all resumed losses are equal to the last bit
	Finite      bool         `json:"finite"` // all losses and norms of gradients were
}

// Report is what [Drill] found so far.
type Report struct {
	Backend string   `json:"backend"`
	Config  Config   `json:"config"`
	Results []Result `json:"results"` // in the order of Cases
}

// OK reports whether all cases were tried and right.
func (r Report) OK() bool { return len(r.Results) > 0 && r.Failed() == 0 && r.Skipped() == 0 }

// Failed counts the cases that went wrong.
func (r Report) Failed() int { return r.count(func(x Result) bool { return x.Failure != "" }) }

// Skipped counts the cases that were not tried.
func (r Report) Skipped() int { return r.count(func(x Result) bool { return x.Skipped != "" }) }

func (r Report) count(is func(Result) bool) (n int) {
	for _, x := range r.Results {
		if is(x) {
			n++
		}
	}
	return n
}

// Options say where reports go and what is known already.
type Options struct {
	Progress io.Writer // a line as each case begins and ends; nil: none
	// Before is an earlier report: what was right there, on the same backend with the same
	// configuration, is taken over and not tried again.
	Before *Report
	// Keep is called with the report after each case; nil: none. Its error ends the drill.
	Keep func(Report) error
}

// Least time before the deadline that a case of a size is begun with while none of its size
// was timed.
var leastTime = map[Size]time.Duration{Small: 15 * time.Second, Full: 90 * time.Second}

// Drill tries the cases. Checkpoints are written below dir, which must exist, and removed
// again. A case that goes wrong is in the report and no error; an error is that of ctx if it
// was cancelled, of Keep or of the configuration, and the report then holds what there is.
//
// Where ctx has a deadline, a case that does not fit before it is skipped. How long one takes
// is guessed from the longest of the same model and size, or else of the same size. A case that is cut off nevertheless counts as skipped, unless it was the first that the call
// tried: it has failed then, for another call would not give it more time.
func Drill(ctx context.Context, choice *accel.Choice, c Config, dir string, o Options) (Report, error) {
	return drill(ctx, choice, c, Cases(c), dir, o)
}

func drill(ctx context.Context, choice *accel.Choice, c Config, cases []Case, dir string, o Options) (Report, error) {
	report := Report{Backend: accel.Label(choice.Name) + " on " + choice.Device, Config: c}
	if err := c.Validate(); err != nil {
		return report, err
	}
	if o.Progress == nil {
		o.Progress = io.Discard
	}
	if o.Keep == nil {
		o.Keep = func(Report) error { return nil }
	}
	say := func(format string, args ...any) { _, _ = fmt.Fprintf(o.Progress, format+"\n", args...) }
	d := driller{choice: choice, config: c, dir: dir}
	for _, cs := range cases {
		if result, ok := o.known(report, cs); ok {
			say("drill: %s: right in an earlier slice", cs)
			report.Results = append(report.Results, result)
			continue
		}
		say("drill: %s", cs)
		result := d.try(ctx, cs)
		if errors.Is(ctx.Err(), context.Canceled) {
			return report, fmt.Errorf("drill: %s: %w", cs, ctx.Err())
		}
		report.Results = append(report.Results, result)
		say("drill: %s", result.words())
		if err := o.Keep(report); err != nil {
			return report, fmt.Errorf("drill: %w", err)
		}
	}
	return report, nil
}

// known finds a case that was right before.
func (o Options) known(now Report, c Case) (Result, bool) {
	b := o.Before
	if b == nil || b.Backend != now.Backend || !sameConfig(b.Config, now.Config) {
		return Result{}, false
	}
	i := slices.IndexFunc(b.Results, func(r Result) bool { return r.Case == c && r.OK })
	if i < 0 {
		return Result{}, false
	}
	return b.Results[i], true
}

// sameConfig ignores the sizes, for the cases tell them, and the workers.
func sameConfig(a, b Config) bool {
	return a.Steps == b.Steps && a.Tolerance == b.Tolerance && a.HalfTolerance == b.HalfTolerance && a.Seed == b.Seed
}

type driller struct {
	choice *accel.Choice
	config Config
	dir    string
	done   []Result // of the cases that were tried
}

// wanted is how long a case is likely to take, with a fifth to spare.
func (d *driller) wanted(c Case) time.Duration {
	longest := func(like func(Case) bool) (seconds float64) {
		for _, r := range d.done {
			if like(r.Case) {
				seconds = max(seconds, r.Seconds)
			}
		}
		return seconds
	}
	seconds := longest(func(of Case) bool { return of.Size == c.Size && of.Model == c.Model })
	if seconds == 0 {
		seconds = longest(func(of Case) bool { return of.Size == c.Size })
	}
	if seconds == 0 {
		return leastTime[c.Size]
	}
	return time.Duration(1.2 * seconds * float64(time.Second))
}

// try tries one case, unless the time is too short.
func (d *driller) try(ctx context.Context, c Case) Result {
	wanted := d.wanted(c)
	if deadline, ok := ctx.Deadline(); ok {
		if left := time.Until(deadline); left < wanted {
			return Result{Case: c, Skipped: fmt.Sprintf("%.0f s are left and %.0f s wanted", max(0, left.Seconds()), wanted.Seconds())}
		}
	}
	begin := time.Now()
	result := Result{Case: c}
	err := guard(func() error { return d.run(ctx, c, &result) })
	took := time.Since(begin)
	result.Seconds, result.HostPeakBytes = took.Seconds(), hostPeak()
	defer func() { d.done = append(d.done, result) }()
	switch {
	case err != nil && ctx.Err() != nil && len(d.done) > 0:
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
func (d *driller) run(ctx context.Context, c Case, r *Result) error {
	s, err := c.subject(d.config)
	if err != nil {
		return err
	}
	r.Parameters, r.Unit, r.Tolerance = s.parameters, s.unit, d.config.Tolerance
	if c.Format == BFloat16 {
		r.Tolerance = d.config.HalfTolerance
	}
	place, err := os.MkdirTemp(d.dir, "drill-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(place) }() // the folder is a temporary one
	whole, broken := filepath.Join(place, "whole"), filepath.Join(place, "broken")
	if err := os.Mkdir(broken, 0o755); err != nil {
		return err
	}

	first := newRun(s)
	var copied error
	first.after = func(step int) {
		if step == d.config.Steps+1 { // the checkpoint of the step before is there
			r.CheckpointBytes, copied = copyCheckpoint(whole, broken)
		}
	}
	err = first.do(ctx, d.choice, train.Options{Folder: whole})
	first.describe(r)
	if err = errors.Join(err, copied); err != nil {
		return fmt.Errorf("training: %w", err)
	}

	second := newRun(s)
	if err := second.do(ctx, d.choice, train.Options{Folder: broken, Resume: true}); err != nil {
		return fmt.Errorf("resumed training: %w", err)
	}
	return compare(first.losses, second.losses, d.config.Steps, r)
}

// compare looks at the losses of the second half.
func compare(whole, resumed []float64, half int, r *Result) error {
	if len(whole) != 2*half || len(resumed) != half {
		return fmt.Errorf("%d steps unbroken and %d resumed, want %d and %d", len(whole), len(resumed), 2*half, half)
	}
	r.ResumedLoss, r.Exact, r.MaxError = train.Number(resumed[half-1]), true, 0
	for i, b := range resumed {
		a := whole[half+i]
		r.Exact = r.Exact && a == b
		r.MaxError = max(r.MaxError, train.Number(math.Abs(a-b)/max(math.Abs(a), math.SmallestNonzeroFloat32))) // max keeps a NaN
	}
	if !(float64(r.MaxError) <= r.Tolerance) {
		return fmt.Errorf("the loss after the resumption is off by %.3g of it, allowed %.3g", r.MaxError, r.Tolerance)
	}
	return nil
}

// run is one trainer's.
type run struct {
	subject subject
	after   func(step int) // called after each step, nil for nothing
	compile float64        // seconds
	batch   int            // of the first step
	samples int64
	losses  []float64
	times   []float64 // of steps, in seconds, the first left out
	timed   int64     // samples of those
	finite  bool
}

func newRun(s subject) *run { return &run{subject: s, finite: true} }

// do trains to the end.
func (r *run) do(ctx context.Context, choice *accel.Choice, o train.Options) error {
	task, err := r.subject.open(ctx, choice.Backend)
	if err != nil {
		return err
	}
	defer task.Close()
	o.Log = slog.New(&compileClock{seconds: &r.compile})
	o.Record = r.record
	trainer, err := train.New(choice.Backend, task, r.subject.train, o)
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
func (r *run) record(line train.Record) {
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
func (r *run) describe(to *Result) {
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
	to.FLOPS = (r.subject.flops(len(r.losses)) - r.subject.flops(1)) / total
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

// guard turns a panic, which is how GoMLX reports a misbuilt graph, into an error.
func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return f()
}
