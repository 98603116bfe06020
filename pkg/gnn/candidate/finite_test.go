package candidate

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/tensors"
	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/board"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/symmetry"
)

// finiteTask trains on five 4×4 boards, moved by symmetries, and on an endless stream of 9×9.
func finiteTask() TaskConfig {
	c := smallTask()
	c.Kinds[0].Size, c.Kinds[0].Puzzles.Augment = 5, puzzles.Augment{Digits: 1, Geometry: 1, Lines: 1}
	return c
}

func open(t *testing.T, c TaskConfig) *Task {
	t.Helper()
	network, err := New(small(PoolSoftmax))
	if err != nil {
		t.Fatal(err)
	}
	task, err := NewTask(t.Context(), acceltest.Go(t), network, c, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(task.Close)
	return task
}

// pass makes a step of which every board is solved, and returns the puzzles that were shown.
func pass(t *testing.T, task *Task) (kind string, shown [][]uint8) {
	t.Helper()
	batch, err := task.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range task.at(task.step).slots {
		shown = append(shown, s.Puzzle)
	}
	out := []*tensors.Tensor{batch.Inputs[len(batch.Inputs)-1], tensors.FromFlatDataAndDimensions(make([]float32, batch.Samples), batch.Samples)}
	if _, err := task.Observe(batch.Kind, out); err != nil {
		t.Fatal(err)
	}
	return batch.Kind, shown
}

// TestFixedPuzzles: a kind with a size shows that many puzzles, each in many guises, none of
// them held out, and its neighbour without one shows new ones all the time.
func TestFixedPuzzles(t *testing.T) {
	keys, err := symmetry.NewCanonicalizer(symmetry.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	class := func(cells []uint8) symmetry.Key {
		b, err := board.FromCells(cells)
		if err != nil {
			t.Fatal(err)
		}
		k, err := keys.Key(b)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	task := open(t, finiteTask())
	classes, boards := map[string]map[symmetry.Key]bool{"4": {}, "9": {}}, map[string]map[string]bool{"4": {}, "9": {}}
	for range 40 {
		kind, shown := pass(t, task)
		for _, cells := range shown {
			classes[kind][class(cells)] = true
			boards[kind][string(cells)] = true
		}
	}
	if n := len(classes["4"]); n > 5 || n < 2 {
		t.Errorf("%d classes of 4×4 boards were shown, want the 5 puzzles", n)
	}
	if n := len(boards["4"]); n < 30 {
		t.Errorf("%d different 4×4 boards were shown: they are not moved", n)
	}
	if n := len(classes["9"]); n < 6 {
		t.Errorf("%d classes of 9×9 boards were shown, want new ones all the time", n)
	}
	set, err := puzzles.TestSetOf("4x4")
	if err != nil {
		t.Fatal(err)
	}
	held, err := puzzles.HeldOut(t.Context(), set, 200, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range held {
		if classes["4"][class(s.Puzzle)] {
			t.Fatal("a held-out puzzle is trained on")
		}
	}
}

// TestFixedPuzzlesResume: a task that goes on from a saved state shows what the first one
// would have shown.
func TestFixedPuzzlesResume(t *testing.T) {
	first := open(t, finiteTask())
	for range 7 {
		pass(t, first)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := first.Next(ctx); err == nil {
		t.Fatal("a cancelled context is no error")
	}
	state, err := first.Save()
	if err != nil {
		t.Fatal(err)
	}
	second := open(t, finiteTask())
	if err := second.Load(state); err != nil {
		t.Fatal(err)
	}
	for step := range 12 {
		_, a := pass(t, first)
		_, b := pass(t, second)
		if d := cmp.Diff(a, b); d != "" {
			t.Fatalf("step %d after the resumption (-first +second):\n%s", step+1, d)
		}
	}
	if !strings.Contains(string(state.JSON), `"taken":`) || !strings.Contains(string(state.JSON), `"stream":`) {
		t.Errorf("state %s, want a position for each kind", state.JSON)
	}
	// An endless stream is saved as ever, and neither is taken for the other.
	if err := open(t, smallTask()).Load(state); err == nil || !strings.Contains(err.Error(), "fixed number") {
		t.Errorf("a position among puzzles is taken for a stream: %v", err)
	}
	old, err := open(t, smallTask()).Save()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(old.JSON), "taken") {
		t.Errorf("the state of endless streams has become %s", old.JSON)
	}
	if err := open(t, finiteTask()).Load(old); err == nil || !strings.Contains(err.Error(), "without end") {
		t.Errorf("a stream is taken for a position among puzzles: %v", err)
	}
}

// TestRecipes: the recipes of the experiment are valid and come back from JSON as they are, as
// a resumption wants them.
func TestRecipes(t *testing.T) {
	files, err := filepath.Glob("../../../experiments/gnn-candidate/recipe-*.json")
	if err != nil || len(files) < 2 {
		t.Fatalf("%d recipes, %v", len(files), err)
	}
	fixed := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want, err := ParseRecipe(text)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		again, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ParseRecipe(again)
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("%s: %v (-want +got):\n%s", file, err, d)
		}
		for _, k := range want.Task.Kinds {
			fixed += k.Size
		}
		measured := append([]string{"solved"}, want.Task.Validation.Sets...)
		if want.Task.Validation.Ladders != nil {
			measured = append(measured, "ladders")
		}
		if watch := want.Train.Watch; !slices.Contains(measured, watch) {
			t.Errorf("%s: watches %s, which it does not measure", file, watch)
		}
	}
	if fixed != 100 {
		t.Errorf("the recipes train on %d puzzles of a fixed number, want the 100 of side 16", fixed)
	}
	text, err := json.Marshal(DefaultRecipe())
	if err != nil || strings.Contains(string(text), `"size"`) {
		t.Errorf("%v: the default recipe names a size, which cards of older weights do not", err)
	}
	if _, err := ParseRecipe([]byte(`{"task": {"kinds": [{"batch": 5, "every": 1, "size": -1, "puzzles": {"side": 4}}]}}`)); err == nil {
		t.Error("a negative number of puzzles is taken")
	}
}
