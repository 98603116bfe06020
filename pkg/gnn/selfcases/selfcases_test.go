package selfcases

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/learn/selftest"
)

// TestSmall runs all small cases on the Go backend, where a resumption is exact.
func TestSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("trains six networks")
	}
	choice, err := accel.Choose(t.Context(), accel.Options{Backend: accel.NameGo})
	if err != nil {
		t.Fatal(err)
	}
	defer choice.Close()
	cases, err := Cases(choice.Platform, 1)
	if err != nil {
		t.Fatal(err)
	}
	config := selftest.Default(choice.Platform)
	config.Probe.Budget, config.Probe.Samples, config.Probe.HostBytes, config.Probe.StreamBytes, config.Probe.Products = time.Second, 1, 1<<12, 1<<12, nil
	report, err := selftest.Run(t.Context(), choice, config, cases, t.TempDir(), selftest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	results := report.Results[1:]
	if len(results) != 6 || len(cases) != 6 {
		t.Fatalf("%d results of %d cases", len(results), len(cases))
	}
	losses := map[string]bool{}
	for i, r := range results {
		if r.Name != cases[i].Name || !r.OK || !r.Exact || !r.Finite || r.ValueError != 0 || r.LastLoss != r.ResumedLoss {
			t.Errorf("%s: %+v, want a resumption to the last bit", r.Name, r)
		}
		if r.Steps != 2*steps || r.Batch < 1 || r.Values < 3*r.Parameters || r.StepSeconds <= 0 || r.Rate <= 0 || r.FLOPS <= 0 || r.CheckpointBytes < 1000 {
			t.Errorf("%s: figures %+v", r.Name, r)
		}
		if r.FirstLoss == r.LastLoss {
			t.Errorf("%s: the loss stayed %v: nothing was trained", r.Name, r.FirstLoss)
		}
		text, err := json.Marshal([]any{r.FirstLoss, r.LastLoss})
		if err != nil {
			t.Fatal(err)
		}
		losses[string(text)] = true
	}
	// Recomputation changes no figure on this backend; all others do.
	if len(losses) < len(results)-1 {
		t.Errorf("%d different losses of %d cases: the formats are not what they are called", len(losses), len(results))
	}
}

// TestCases: each case can be made on each platform, and small ones come first.
func TestCases(t *testing.T) {
	for platform, want := range map[string]int{accel.PlatformGo: 6, accel.PlatformCPU: 6, accel.PlatformCUDA: 12} {
		cases, err := Cases(platform, 3)
		if err != nil || len(cases) != want {
			t.Fatalf("%s: %d cases, %v, want %d", platform, len(cases), err, want)
		}
		for i, c := range cases {
			if (c.Size == selftest.Full) != (i >= 6) || !strings.HasSuffix(c.Name, ", "+string(c.Size)) || !strings.HasPrefix(c.Name, c.Model) {
				t.Errorf("%s: case %d is %s of size %s", platform, i, c.Name, c.Size)
			}
			if c.Parameters < 1 || c.FLOPs(1) <= 0 || c.Train.Seed != 3 || c.Tolerance != selftest.ToleranceOf(platform, strings.Contains(c.Name, "bfloat16")) {
				t.Errorf("%s, %s: %+v", platform, c.Name, c)
			}
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
	got := form{model: "candidate", size: selftest.Full}.recipe(1)
	if got.Network.Hidden != want.Network.Hidden || got.Network.Channels != want.Network.Channels || got.Task.Segment != want.Task.Segment ||
		got.Task.Kinds[0].Batch != want.Task.Kinds[0].Batch || got.Task.Kinds[0].Puzzles.Side != want.Task.Kinds[0].Puzzles.Side {
		t.Errorf("full size %+v, the recipe says %+v", got, want)
	}
}
