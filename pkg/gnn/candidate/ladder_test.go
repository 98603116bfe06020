package candidate

import (
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/tensors"

	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/train"
)

// ladders are short ones.
func ladders() *puzzles.LadderConfig {
	c := puzzles.DefaultLadders()
	c.Seed, c.Starts, c.Steps, c.Pool, c.Round = 5, 6, 100, 40, 1
	return &c
}

// hardTask trains on boards of side 9 from ladders, with noise on states.
func hardTask() TaskConfig {
	c := smallTask()
	nine := c.Kinds[1].Puzzles
	c.Kinds = []Kind{{Batch: 3, Every: 1, Puzzles: nine, Ladders: ladders(), Share: 0.5}}
	c.Scatter, c.Jitter = 0.5, 0.1
	c.Validation.Ladders, c.Validation.Count = ladders(), 2
	c.Validation.Ladders.Seed, c.Validation.Ladders.Rungs = 6, c.Validation.Ladders.Rungs[:2]
	return c
}

// TestLaddersResume: a task with ladders and noise that is broken off goes on with the same boards and the same
// noise; and it measures held-out puzzles of each rung.
func TestLaddersResume(t *testing.T) {
	next := func(task *Task) (inputs [][]float32) {
		t.Helper()
		batch, err := task.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(batch.Inputs) != 6 || !batch.Inputs[5].Shape().Equal(batch.Inputs[4].Shape()) {
			t.Fatalf("%d inputs, want 6, the last of the states' shape", len(batch.Inputs))
		}
		for _, i := range []int{0, 1} {
			var row []float32
			for _, v := range tensors.MustCopyFlatData[int32](batch.Inputs[i]) {
				row = append(row, float32(v))
			}
			inputs = append(inputs, row)
		}
		inputs = append(inputs, tensors.MustCopyFlatData[float32](batch.Inputs[5]))
		wrong := []float32{0, 1, 2} // the first board is solved
		if _, err := task.Observe(batch.Kind, []*tensors.Tensor{batch.Inputs[4], tensors.FromFlatDataAndDimensions(wrong, 3)}); err != nil {
			t.Fatal(err)
		}
		return inputs
	}
	one := open(t, hardTask())
	for range 20 {
		next(one)
	}
	saved, err := one.Save()
	if err != nil {
		t.Fatal(err)
	}
	two := open(t, hardTask())
	if err := two.Load(saved); err != nil {
		t.Fatal(err)
	}
	for range 10 {
		a, b := next(one), next(two)
		for i := range a {
			if !slices.Equal(a[i], b[i]) {
				t.Fatalf("input %d differs after a resumption", i)
			}
		}
	}
	changed := hardTask()
	changed.Kinds[0].Share = 0.75
	other := open(t, changed)
	if err := other.Load(saved); err != nil {
		t.Errorf("another share: %v", err)
	}
	plain := hardTask()
	plain.Kinds[0].Ladders, plain.Kinds[0].Share = nil, 0
	if err := open(t, plain).Load(saved); err == nil {
		t.Error("a stream alone goes on from a mixture")
	}
}

// TestLadderTraining: a training with ladders runs and measures.
func TestLadderTraining(t *testing.T) {
	b := acceltest.Go(t)
	network, err := New(small(PoolSoftmax))
	if err != nil {
		t.Fatal(err)
	}
	task, err := NewTask(t.Context(), b, network, hardTask(), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer task.Close()
	c := DefaultRecipe().Train
	c.Steps, c.ValidateEvery, c.LogEvery, c.SaveEvery, c.Watch = 2, 2, 1, 0, "ladders"
	tr, err := train.New(b, task, c, train.Options{Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	if _, err := tr.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	store, err := tr.Weights()
	if err != nil {
		t.Fatal(err)
	}
	metrics, err := task.Validate(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"guesses-1-4", "guesses-5-19", "ladders", "solved"} {
		if _, ok := metrics[name]; !ok {
			t.Errorf("metrics %v, want %s among them", metrics, name)
		}
	}
}

// TestLadderMisuse: what has no meaning is an error that says so.
func TestLadderMisuse(t *testing.T) {
	for want, change := range map[string]func(*TaskConfig){
		"from no ladders":       func(c *TaskConfig) { c.Kinds[0].Ladders = nil },
		"a share of 2":          func(c *TaskConfig) { c.Kinds[0].Share = 2 },
		"fixed number":          func(c *TaskConfig) { c.Kinds[0].Size = 5 },
		"without rungs":         func(c *TaskConfig) { c.Kinds[0].Ladders.Rungs = nil },
		"scatter -1":            func(c *TaskConfig) { c.Scatter = -1 },
		"validation: puzzles: ": func(c *TaskConfig) { c.Validation.Ladders.Steps = 0 },
	} {
		c := hardTask()
		change(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}
