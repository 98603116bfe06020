package smoke

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/accel"
)

func goBackend(t *testing.T) *accel.Choice {
	t.Helper()
	choice, err := accel.Choose(context.Background(), accel.Options{Backend: accel.NameGo})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(choice.Close)
	return choice
}

// small keeps the probe to a few milliseconds.
func small() Config {
	c := DefaultConfig(accel.PlatformGo)
	c.Probe = accel.ProbeConfig{
		Budget: time.Second, Samples: 1, HostBytes: 1 << 12, StreamBytes: 1 << 12, Seed: 1,
		Products: []accel.Product{{Format: accel.FormatF32, M: 8, K: 4, N: 6}},
	}
	return c
}

func TestRunOnGo(t *testing.T) {
	dir := t.TempDir()
	var progress bytes.Buffer
	var seen *accel.Choice
	choice := goBackend(t)
	report, err := Run(context.Background(), choice, small(), dir, &progress, Step{
		Name: "counted",
		Run: func(_ context.Context, c *accel.Choice) (map[string]float64, error) {
			seen = c
			return map[string]float64{"loss": 0.5}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if !report.OK || !report.Gradient.OK || !report.Training.OK || !report.Resume.OK {
		t.Fatalf("report: %+v", report)
	}
	if !report.Resume.Exact {
		t.Errorf("resumed run differs by %g on the Go backend, want equal to the last bit", report.Resume.MaxError)
	}
	// Four weight arrays, two moments for each, and the counters.
	if report.Resume.Variables < 12+1 {
		t.Errorf("%d variables compared, want the weights and both moments", report.Resume.Variables)
	}
	if seen != choice || len(report.Models) != 1 || report.Models[0].Figures["loss"] != 0.5 {
		t.Errorf("the model's step was not run as handed in: %+v", report.Models)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
	var text bytes.Buffer
	if err := report.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"gradient  right", "to the last bit", "smoke     right", "counted"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("text lacks %q:\n%s", want, text.String())
		}
	}
	if err := report.Save(dir); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(dir, JSONName))
	if err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(raw, &back); err != nil || back.Training != report.Training || back.Resume != report.Resume {
		t.Errorf("report does not come back from JSON: %v", err)
	}
	if saved, err := os.ReadFile(filepath.Join(dir, TextName)); err != nil || !bytes.Equal(saved, text.Bytes()) {
		t.Errorf("saved text %q %v", saved, err)
	}
	if n := strings.Count(progress.String(), "\n"); n != 4 {
		t.Errorf("%d lines of progress, want 4:\n%s", n, progress.String())
	}
}

func TestRunReportsAFailingModel(t *testing.T) {
	boom := errors.New("boom")
	report, err := Run(context.Background(), goBackend(t), small(), t.TempDir(), &bytes.Buffer{}, Step{
		Name: "bad", Run: func(context.Context, *accel.Choice) (map[string]float64, error) { return nil, boom },
	})
	if !errors.Is(err, boom) || !strings.Contains(err.Error(), "bad") {
		t.Fatalf("error %v, want it to name the model and wrap its error", err)
	}
	if report.OK || !report.Resume.OK {
		t.Errorf("OK %v, resume %v: want the report to hold what passed", report.OK, report.Resume.OK)
	}
}

func TestTrainingThatDoesNotLearnFails(t *testing.T) {
	c := small()
	c.LearningRate = 1e-9
	report, err := Run(context.Background(), goBackend(t), c, t.TempDir(), &bytes.Buffer{})
	if !errors.Is(err, ErrFailed) || report.OK {
		t.Fatalf("error %v, OK %v: want ErrFailed for a loss that does not fall", err, report.OK)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	choice := goBackend(t)
	if _, err := Run(ctx, choice, small(), t.TempDir(), &bytes.Buffer{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Run: %v", err)
	}
	if _, _, err := trainAndResume(ctx, choice, small(), t.TempDir()); !errors.Is(err, context.Canceled) {
		t.Errorf("trainAndResume: %v", err)
	}
}

func TestValidate(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"batch":  func(c *Config) { c.Batch = 0 },
		"hidden": func(c *Config) { c.Hidden = -1 },
		"steps":  func(c *Config) { c.Steps = 0 },
		"rate":   func(c *Config) { c.LearningRate = 0 },
		"probe":  func(c *Config) { c.Probe.Samples = 0 },
	} {
		c := small()
		change(&c)
		if err := c.Validate(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := small().Validate(); err != nil {
		t.Error(err)
	}
}

// TestPlainGradient holds the loops themselves against central differences, so that
// the two sides of the comparison cannot share a mistake.
func TestPlainGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	n := newNetwork(3, 4, 2, rng)
	x, target := normals(rng, 5*3), normals(rng, 5*2)
	loss := func() float64 {
		sum := 0.0
		for i, y := range n.apply(x, 5) {
			d := float64(y) - float64(target[i])
			sum += d * d / float64(len(target))
		}
		return sum
	}
	grads := plainGradient(n, x, target, 5)
	if got := grads[0][0]; math.Abs(got-loss()) > 1e-6 {
		t.Fatalf("loss %v, want %v", got, loss())
	}
	const step = 1e-2
	for p, values := range [][]float32{n.w1, n.b1, n.w2, n.b2} {
		for i := range values {
			old := values[i]
			values[i] = old + step
			up := loss()
			values[i] = old - step
			down := loss()
			values[i] = old
			if want := (up - down) / (2 * step); math.Abs(grads[p+1][i]-want) > 2e-3 {
				t.Errorf("parameter %d[%d]: %v, differences give %v", p, i, grads[p+1][i], want)
			}
		}
	}
}
