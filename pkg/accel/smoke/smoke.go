package smoke

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"sudokulab/pkg/accel"
)

// Config sets the network's sizes and the length of its training.
type Config struct {
	Batch        int               `json:"batch"`
	Inputs       int               `json:"inputs"`
	Hidden       int               `json:"hidden"`
	Outputs      int               `json:"outputs"`
	Steps        int               `json:"steps"` // before the checkpoint, and again after it
	LearningRate float64           `json:"learning_rate"`
	Seed         uint64            `json:"seed"`
	Probe        accel.ProbeConfig `json:"probe"`
}

// DefaultConfig is 200 samples a batch on a 24-64-8 network, 30 + 30 steps, and the
// platform's own probe.
func DefaultConfig(platform string) Config {
	return Config{
		Batch: 200, Inputs: 24, Hidden: 64, Outputs: 8, Steps: 30,
		LearningRate: 1e-2, Seed: 1, Probe: accel.DefaultProbe(platform),
	}
}

// Validate checks the sizes.
func (c Config) Validate() error {
	for _, f := range []struct {
		name  string
		value int
	}{{"batch", c.Batch}, {"inputs", c.Inputs}, {"hidden", c.Hidden}, {"outputs", c.Outputs}, {"steps", c.Steps}} {
		if f.value < 1 {
			return fmt.Errorf("smoke: %s is %d, want at least 1", f.name, f.value)
		}
	}
	if c.LearningRate <= 0 {
		return fmt.Errorf("smoke: learning rate %g, want more than 0", c.LearningRate)
	}
	return c.Probe.Validate()
}

// Step is one training step of a model, handed in by whoever knows the model (this
// package imports none of them). Run returns named figures for the report, such as
// the loss and the puzzles per second.
type Step struct {
	Name string
	Run  func(ctx context.Context, choice *accel.Choice) (map[string]float64, error)
}

// StepResult is the outcome of one [Step].
type StepResult struct {
	Name    string             `json:"name"`
	Seconds float64            `json:"seconds"` // compilation included
	Figures map[string]float64 `json:"figures"`
}

// Report is what [Run] found, as far as it came.
type Report struct {
	OK       bool         `json:"ok"`
	Config   Config       `json:"config"`
	Probe    accel.Report `json:"probe"`
	Gradient Gradient     `json:"gradient"`
	Training Training     `json:"training"`
	Resume   Resume       `json:"resume"`
	Models   []StepResult `json:"models"`
}

// ErrFailed is wrapped when a check ran and its outcome is wrong.
var ErrFailed = errors.New("smoke test failed")

// Run performs all checks. Checkpoints are written below dir, which must exist; the
// two files it leaves are of a few kilobytes. progress receives a line as each part
// begins. ctx is polled between parts and between training steps.
func Run(ctx context.Context, choice *accel.Choice, c Config, dir string, progress io.Writer, models ...Step) (Report, error) {
	report := Report{Config: c}
	if err := c.Validate(); err != nil {
		return report, err
	}
	say := func(format string, args ...any) { _, _ = fmt.Fprintf(progress, format+"\n", args...) }

	say("probe: answer, copies, products")
	var err error
	if report.Probe, err = accel.Probe(ctx, choice, c.Probe); err != nil {
		return report, err
	}
	say("gradient: against plain loops")
	if report.Gradient, err = checkGradient(ctx, choice, c.Seed); err != nil {
		return report, err
	}
	if !report.Gradient.OK {
		return report, fmt.Errorf("smoke: %w: gradients off by %.3g, allowed %.3g",
			ErrFailed, report.Gradient.MaxError, report.Gradient.Tolerance)
	}
	say("training: %d steps, checkpoint, %d steps, and again from the checkpoint", c.Steps, c.Steps)
	if report.Training, report.Resume, err = trainAndResume(ctx, choice, c, dir); err != nil {
		return report, err
	}
	if !report.Training.OK {
		return report, fmt.Errorf("smoke: %w: the loss went from %.4g to %.4g, want half or less",
			ErrFailed, report.Training.FirstLoss, report.Training.LastLoss)
	}
	if !report.Resume.OK {
		return report, fmt.Errorf("smoke: %w: resumed variables off by %.3g, allowed %.3g",
			ErrFailed, report.Resume.MaxError, report.Resume.Tolerance)
	}
	for _, m := range models {
		if err := ctx.Err(); err != nil {
			return report, fmt.Errorf("smoke: %w", err)
		}
		say("model: one step of %s", m.Name)
		begin := time.Now()
		figures, err := m.Run(ctx, choice)
		if err != nil {
			return report, fmt.Errorf("smoke: model %s: %w", m.Name, err)
		}
		report.Models = append(report.Models, StepResult{m.Name, time.Since(begin).Seconds(), figures})
	}
	report.OK = true
	return report, nil
}

// WriteText prints the report as lines of text, the probe's tables first.
func (r Report) WriteText(w io.Writer) error {
	var b strings.Builder
	if err := r.Probe.WriteText(&b); err != nil {
		return err
	}
	fmt.Fprintf(&b, "\ngradient  %s: off by %.2g, allowed %.2g\n", word(r.Gradient.OK), r.Gradient.MaxError, r.Gradient.Tolerance)
	fmt.Fprintf(&b, "training  %s: loss %.4g to %.4g in %d steps, %.3f ms a step, %.0f samples/s\n",
		word(r.Training.OK), r.Training.FirstLoss, r.Training.LastLoss, r.Training.Steps,
		1e3*r.Training.StepSeconds, r.Training.SamplesPerSecond)
	exact := "not to the last bit"
	if r.Resume.Exact {
		exact = "to the last bit"
	}
	fmt.Fprintf(&b, "resume    %s: %d variables, %d values, equal %s; off by %.2g, allowed %.2g\n",
		word(r.Resume.OK), r.Resume.Variables, r.Resume.Values, exact, r.Resume.MaxError, r.Resume.Tolerance)
	for _, m := range r.Models {
		fmt.Fprintf(&b, "model     %s: %.2f s %v\n", m.Name, m.Seconds, m.Figures)
	}
	fmt.Fprintf(&b, "smoke     %s\n", word(r.OK))
	_, err := io.WriteString(w, b.String())
	return err
}

func word(ok bool) string {
	if ok {
		return "right"
	}
	return "WRONG"
}

// guard turns the panics by which GoMLX reports errors in graphs into errors.
func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			if e, ok := r.(error); ok {
				err = fmt.Errorf("panic: %w", e)
			} else {
				err = fmt.Errorf("panic: %v", r)
			}
		}
	}()
	return f()
}
