package selfcases

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/learn/selftest"
	"sudokulab/pkg/learn/selftest/selftesttest"
)

// TestSmall runs all small cases on the Go backend, where a resumption is exact.
func TestSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("trains six networks")
	}
	results := selftesttest.Exact(t, Cases, steps)
	if len(results) != 6 {
		t.Errorf("%d cases, want 6", len(results))
	}
	losses := map[string]bool{}
	for _, r := range results {
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
