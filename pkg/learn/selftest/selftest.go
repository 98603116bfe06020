package selftest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"sudokulab/pkg/accel"
)

// Config says what is measured in addition to the cases.
type Config struct {
	Seed  uint64            `json:"seed"` // of the gradients' operands and of the package's own case
	Probe accel.ProbeConfig `json:"probe"`
}

// Default is seed 1 and the probe of a platform of package accel.
func Default(platform string) Config { return Config{Seed: 1, Probe: accel.DefaultProbe(platform)} }

var (
	// ErrFailed is wrapped when the backend was tried and something was wrong. With it
	// accel.ErrWrongAnswer is, where what it computed was: an answer or a gradient.
	ErrFailed = errors.New("the self-test failed")
	// ErrSkipped is wrapped when nothing was wrong and the time did not suffice for all cases.
	ErrSkipped = errors.New("not all cases were tried")
)

// Options say where reports go and what is known already.
type Options struct {
	Progress io.Writer // a line as each part begins and ends; nil: none
	// Before is an earlier report: a case that was right there, on the same backend and with
	// the same seed, steps and tolerance, is taken over and not tried again.
	Before *Report
	// Keep is called with the report after each case; nil: none. Its error ends the test.
	Keep func(Report) error
}

// Run tests a backend. Checkpoints are written below dir, which must exist, and removed again.
// The report is filled as far as it came, also when an error is returned, which wraps
// [ErrFailed] if something was wrong, else [ErrSkipped] if a case was not tried, else that of
// ctx, of Keep, of the configuration or of the cases.
//
// Where ctx has a deadline, a case that does not fit before it is skipped. How long one takes is
// guessed from the longest of the same model and size, or else of the same size, but then no less
// than is usual for it. A case that is
// cut off nevertheless counts as skipped, unless it was the first that the call tried: it has
// failed then, for another call would not give it more time.
func Run(ctx context.Context, choice *accel.Choice, c Config, cases []Case, dir string, o Options) (Report, error) {
	return run(ctx, choice, c, append([]Case{twoLayers(c.Seed, choice.Platform)}, cases...), dir, o)
}

func run(ctx context.Context, choice *accel.Choice, c Config, cases []Case, dir string, o Options) (Report, error) {
	report := Report{Backend: accel.Label(choice.Name) + " on " + choice.Device, Config: c}
	if err := errors.Join(c.Probe.Validate(), validate(cases)); err != nil {
		return report, err
	}
	if o.Progress == nil {
		o.Progress = io.Discard
	}
	if o.Keep == nil {
		o.Keep = func(Report) error { return nil }
	}
	say := func(format string, args ...any) { _, _ = fmt.Fprintf(o.Progress, "selftest: "+format+"\n", args...) }

	ended := func(err error) (Report, error) {
		if ctx.Err() != nil {
			return report, err
		}
		report.Failure = err.Error()
		return report, fmt.Errorf("selftest: %w: %w", ErrFailed, err)
	}

	say("probe: answer, copies, products")
	var err error
	if report.Probe, err = accel.Probe(ctx, choice, c.Probe); err != nil {
		return ended(err)
	}
	say("gradient: against plain loops")
	if report.Gradient, err = checkGradient(ctx, choice, c.Seed); err != nil {
		return ended(err)
	}
	t := tester{choice: choice, dir: dir}
	for _, cs := range cases {
		if result, ok := o.known(report, cs); ok {
			say("%s: right in an earlier run", cs.Name)
			report.Results = append(report.Results, result)
			continue
		}
		say("%s", cs.Name)
		result := t.try(ctx, cs)
		if errors.Is(ctx.Err(), context.Canceled) {
			return report, fmt.Errorf("selftest: %s: %w", cs.Name, ctx.Err())
		}
		report.Results = append(report.Results, result)
		report.OK = len(report.Results) == len(cases) && report.verdict() == nil
		say("%s", result.words())
		if err := o.Keep(report); err != nil {
			return report, fmt.Errorf("selftest: %w", err)
		}
	}
	report.OK = report.verdict() == nil
	return report, report.verdict()
}

// known finds a case that was right before.
func (o Options) known(now Report, c Case) (Result, bool) {
	b := o.Before
	if b == nil || b.Backend != now.Backend || b.Config.Seed != now.Config.Seed {
		return Result{}, false
	}
	i := slices.IndexFunc(b.Results, func(r Result) bool {
		return r.OK && r.Name == c.Name && r.Steps == 2*c.Steps && r.Tolerance == c.Tolerance
	})
	if i < 0 {
		return Result{}, false
	}
	return b.Results[i], true
}

// guard turns a panic, which is how GoMLX reports a misbuilt graph, into an error.
func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
			if e, ok := r.(error); ok {
				err = fmt.Errorf("panic: %w", e)
			}
		}
	}()
	return f()
}
