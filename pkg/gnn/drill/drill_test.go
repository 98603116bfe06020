package drill

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/gnn/candidate"
)

func goBackend(t *testing.T) *accel.Choice {
	t.Helper()
	choice, err := accel.Choose(t.Context(), accel.Options{Backend: accel.NameGo})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(choice.Close)
	return choice
}

// short is two steps and two.
func short() Config {
	c := Default(accel.PlatformGo)
	c.Steps, c.Workers = 2, 1
	return c
}

func TestDrill(t *testing.T) {
	if testing.Short() {
		t.Skip("trains six networks; the example does, too")
	}
	dir := t.TempDir()
	var progress, text bytes.Buffer
	kept := 0
	c := short()
	report, err := Drill(t.Context(), goBackend(t), c, dir, Options{Progress: &progress, Keep: func(r Report) error {
		kept++
		if len(r.Results) != kept {
			t.Errorf("kept %d results after case %d", len(r.Results), kept)
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	if !report.OK() || len(report.Results) != len(Cases(c)) || kept != len(report.Results) {
		t.Fatalf("%d results, %d kept: %+v", len(report.Results), kept, report)
	}
	losses := map[string]bool{}
	for _, r := range report.Results {
		if !r.OK || !r.Exact || !r.Finite || r.MaxError != 0 || r.LastLoss != r.ResumedLoss {
			t.Errorf("%s: %+v, want a resumption to the last bit", r.Case, r)
		}
		if r.Steps != 2*c.Steps || r.Batch < 1 || r.Parameters < 1 || r.StepSeconds <= 0 || r.Rate <= 0 || r.FLOPS <= 0 || r.CompileSeconds <= 0 || r.CheckpointBytes < 1000 {
			t.Errorf("%s: figures %+v", r.Case, r)
		}
		if r.FirstLoss == r.LastLoss {
			t.Errorf("%s: the loss stayed %v: nothing was trained", r.Case, r.FirstLoss)
		}
		if runtime.GOOS == "linux" && r.HostPeakBytes < 1<<20 {
			t.Errorf("%s: peak of memory %d", r.Case, r.HostPeakBytes)
		}
		text, err := json.Marshal([]any{r.FirstLoss, r.LastLoss})
		if err != nil {
			t.Fatal(err)
		}
		losses[string(text)] = true
	}
	// Recomputation changes no figure on this backend; all others do.
	if len(losses) < len(report.Results)-1 {
		t.Errorf("%d different losses of %d cases: the formats are not what they are called", len(losses), len(report.Results))
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
	if err := report.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"literal bfloat16, small: right; compiled in", "board-segments/s", "equal to the last bit", "6 right, 0 wrong, 0 skipped"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("text lacks %q:\n%s", want, text.String())
		}
	}
	data, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(data, &back); err != nil || len(back.Results) != len(report.Results) || back.Results[0] != report.Results[0] {
		t.Errorf("the report does not come back from JSON: %v", err)
	}
	if n := strings.Count(progress.String(), "\n"); n != 2*len(report.Results) {
		t.Errorf("%d lines of progress, want two a case:\n%s", n, progress.String())
	}
}

// TestFailureGoesOn: a case that goes wrong is reported and the next one is tried.
func TestFailureGoesOn(t *testing.T) {
	cases := []Case{
		{Model: "candidate", Format: "float8", Size: Small},
		{Model: "cnn", Format: Float32, Size: Small},
	}
	report, err := drill(t.Context(), goBackend(t), short(), cases, t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if report.OK() || report.Failed() != 1 || !strings.Contains(report.Results[0].Failure, "float8") || !report.Results[1].OK {
		t.Errorf("%+v, want the first case wrong and the second right", report.Results)
	}
	var text bytes.Buffer
	if err := report.WriteText(&text); err != nil || !strings.Contains(text.String(), "small: WRONG, ") || !strings.Contains(text.String(), "1 right, 1 wrong") {
		t.Errorf("%v\n%s", err, text.String())
	}
	missing := filepath.Join(t.TempDir(), "missing")
	report, err = drill(t.Context(), goBackend(t), short(), cases[1:], missing, Options{})
	if err != nil || report.Failed() != 1 {
		t.Errorf("a folder that is not there: %v %+v", err, report)
	}
}

// TestDeadline: what does not fit before a deadline is skipped, and a cancelled context is an
// error.
func TestDeadline(t *testing.T) {
	choice := goBackend(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	report, err := Drill(ctx, choice, short(), t.TempDir(), Options{})
	if err != nil || report.Skipped() != len(Cases(short())) || report.Failed() != 0 || report.OK() {
		t.Errorf("%v: %d of %d skipped, %d failed", err, report.Skipped(), len(report.Results), report.Failed())
	}
	var text bytes.Buffer
	if err := report.WriteText(&text); err != nil || !strings.Contains(text.String(), "skipped, 1 s are left and 15 s wanted") {
		t.Errorf("%v\n%s", err, text.String())
	}
	ctx, cancel = context.WithCancel(t.Context())
	cancel()
	if _, err := Drill(ctx, choice, short(), t.TempDir(), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestCutOff: the first case that is cut off has failed, a later one is skipped.
func TestCutOff(t *testing.T) {
	choice := goBackend(t)
	c := Case{Model: "candidate", Format: Float32, Size: Small}
	for tried, failed := range []bool{true, false} {
		before := make([]Result, tried)
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		d := driller{choice: choice, config: short(), dir: t.TempDir(), done: before}
		d.config.Steps = 1 << 20
		time.AfterFunc(300*time.Millisecond, cancel) // stands for the deadline
		r := d.try(ctx, c)
		if r.OK || (r.Failure != "") != failed || (r.Skipped != "") == failed {
			t.Errorf("after %d others: %+v", tried, r)
		}
	}
}

// TestWanted: the guess of a case's time is that of its likes.
func TestWanted(t *testing.T) {
	d := driller{done: []Result{
		{Case: Case{Model: "cnn", Size: Small}, Seconds: 10},
		{Case: Case{Model: "literal", Size: Small}, Seconds: 20},
	}}
	for _, w := range []struct {
		model string
		size  Size
		want  time.Duration
	}{{"cnn", Small, 12 * time.Second}, {"candidate", Small, 24 * time.Second}, {"cnn", Full, leastTime[Full]}} {
		if got := d.wanted(Case{Model: w.model, Size: w.size}); got != w.want {
			t.Errorf("%s, %s: %v, want %v", w.model, w.size, got, w.want)
		}
	}
}

// TestBefore: what was right before is not tried again, on the same backend.
func TestBefore(t *testing.T) {
	choice := goBackend(t)
	c := short()
	cases := []Case{{Model: "cnn", Format: Float32, Size: Small}}
	first, err := drill(t.Context(), choice, c, cases, t.TempDir(), Options{})
	if err != nil || !first.OK() {
		t.Fatalf("%v %+v", err, first)
	}
	seconds := func(before Report) float64 {
		report, err := drill(t.Context(), choice, c, cases, t.TempDir(), Options{Before: &before})
		if err != nil || !report.OK() {
			t.Fatalf("%v %+v", err, report)
		}
		return report.Results[0].Seconds
	}
	first.Results[0].Seconds = -1 // shows whose result it is
	if seconds(first) != -1 {
		t.Error("a case that was right is tried again")
	}
	for name, change := range map[string]func(*Report){
		"backend": func(r *Report) { r.Backend += "x" },
		"steps":   func(r *Report) { r.Config.Steps++ },
		"wrong":   func(r *Report) { r.Results = []Result{{Case: cases[0], Failure: "x"}} },
	} {
		other := first
		change(&other)
		if seconds(other) == -1 {
			t.Errorf("%s: taken over from another drill", name)
		}
	}
}

func TestCompare(t *testing.T) {
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
		r := Result{Tolerance: c.tolerance}
		if err := compare(c.whole, c.resumed, 2, &r); (err == nil) != c.ok || r.Exact != c.exact {
			t.Errorf("%s: %v, exact %v", name, err, r.Exact)
		}
	}
}

// TestFullIsTheRecipe: the full candidate is the one that the queue's recipe trains.
func TestFullIsTheRecipe(t *testing.T) {
	text, err := os.ReadFile("../../../experiments/gnn-candidate/recipe-gpu.json")
	if err != nil {
		t.Fatal(err)
	}
	want, err := candidate.ParseRecipe(text)
	if err != nil {
		t.Fatal(err)
	}
	got := Case{Model: "candidate", Format: Float32, Size: Full}.recipe(Default(accel.PlatformCUDA))
	if got.Network.Hidden != want.Network.Hidden || got.Network.Channels != want.Network.Channels || got.Task.Segment != want.Task.Segment ||
		got.Task.Kinds[0].Batch != want.Task.Kinds[0].Batch || got.Task.Kinds[0].Puzzles.Side != want.Task.Kinds[0].Puzzles.Side {
		t.Errorf("full size %+v, the recipe says %+v", got, want)
	}
	for _, c := range Cases(Default(accel.PlatformCUDA)) {
		if s, err := c.subject(Default(accel.PlatformCUDA)); err != nil || s.parameters < 1 || s.train.Validate() != nil {
			t.Errorf("%s: %v", c, err)
		}
	}
}

func TestValidate(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"steps":     func(c *Config) { c.Steps = 0 },
		"sizes":     func(c *Config) { c.Sizes = nil },
		"twice":     func(c *Config) { c.Sizes = []Size{Small, Small} },
		"unknown":   func(c *Config) { c.Sizes = []Size{"huge"} },
		"tolerance": func(c *Config) { c.Tolerance = math.NaN() },
		"workers":   func(c *Config) { c.Workers = -1 },
	} {
		c := Default(accel.PlatformCUDA)
		change(&c)
		if err := c.Validate(); err == nil {
			t.Errorf("%s: no error", name)
		}
		if _, err := Drill(t.Context(), &accel.Choice{}, c, t.TempDir(), Options{}); err == nil {
			t.Errorf("%s: drilled", name)
		}
	}
	for _, platform := range []string{accel.PlatformGo, accel.PlatformCPU, accel.PlatformCUDA} {
		if err := Default(platform).Validate(); err != nil {
			t.Errorf("%s: %v", platform, err)
		}
	}
}
