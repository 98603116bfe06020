package candidate

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/train"
)

// small is a network small enough for tests, in each form of pooling.
func small(pool Pool) Config { return Config{Hidden: 12, Channels: 4, Pool: pool, Steps: 5, Seed: 3} }

// TestLogits: there are scores after each step, as many as the mode or the configuration says, and
// they are those of package learn/candidates after so many steps.
func TestLogits(t *testing.T) {
	b := acceltest.Go(t)
	network, err := New(small(PoolSoftmax))
	if err != nil {
		t.Fatal(err)
	}
	puzzle := board.MustParse("12..34..2.4..3.1")
	s := puzzle.Shape()
	cells := make([]int32, s.Cells())
	for i, d := range puzzle.Cells() {
		cells[i] = int32(d)
	}
	for _, mode := range []gnn.Mode{{}, {Steps: 2}} {
		want := mode.Steps
		if want == 0 {
			want = network.Config().Steps
		}
		out, err := model.CallOnceN(b, model.NewStore(), func(scope *model.Scope, boards *Node) []*Node {
			logits := network.Logits(scope, boards, s, mode)
			on := network.On(scope, boards, s)
			for i := range logits {
				logits = append(logits, on.Score(on.Steps(on.Start(), i+1, nil)))
			}
			return logits
		}, tensors.FromFlatDataAndDimensions(cells, 1, s.Cells()))
		if err != nil {
			t.Fatal(err)
		}
		if len(out) != 2*want {
			t.Fatalf("%+v: %d logits, want %d", mode, len(out)/2, want)
		}
		for i := range want {
			if d := cmp.Diff(out[want+i].Value(), out[i].Value()); d != "" {
				t.Errorf("%+v: logits of step %d (-want +got):\n%s", mode, i+1, d)
			}
		}
		if cmp.Equal(out[0].Value(), out[1].Value()) {
			t.Error("two steps have the same logits: the test compares nothing")
		}
	}
}

// smallTask trains the small network on 4×4 and a few 9×9 boards.
func smallTask() TaskConfig {
	c := DefaultTask()
	c.Segment, c.Segments = 2, 3
	four, nine := puzzles.DefaultConfig(4), puzzles.DefaultConfig(9)
	four.Lookahead, nine.Lookahead = 16, 8
	c.Kinds = []Kind{{Batch: 8, Every: 1, Puzzles: four}, {Batch: 2, Every: 4, Puzzles: nine}}
	c.Validation = Validation{Sets: []string{"4x4"}, Count: 16, Think: ThinkConfig{Batch: 16, Segment: 2, Steps: 8}}
	return c
}

func trainer(t testing.TB, b compute.Backend, folder string, steps int, resume bool) (*train.Trainer, *Task) {
	t.Helper()
	return trainerOf(t, b, small(PoolSoftmax), folder, steps, resume)
}

func trainerOf(t testing.TB, b compute.Backend, of Config, folder string, steps int, resume bool) (*train.Trainer, *Task) {
	t.Helper()
	network, err := New(of)
	if err != nil {
		t.Fatal(err)
	}
	task, err := NewTask(t.Context(), b, network, smallTask(), 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(task.Close)
	c := DefaultRecipe().Train
	c.Steps, c.ValidateEvery, c.LogEvery, c.SaveEvery = steps, 10, 5, 0
	c.Schedule.WarmUp = 5
	tr, err := train.New(b, task, c, train.Options{Folder: folder, Resume: resume})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tr.Close)
	return tr, task
}

// TestResume: a run that is broken off and gone on with ends at the same weights, bit by bit.
func TestResume(t *testing.T) {
	b := acceltest.Go(t)
	values := func(tr *train.Trainer) string {
		store, err := tr.Weights()
		if err != nil {
			t.Fatal(err)
		}
		all := map[string][]float32{}
		for v := range store.IterVariables() {
			if _, ok := v.MustValue().Value().(float32); ok || v.DType().IsFloat() {
				all[v.Path()] = tensors.MustCopyFlatData[float32](v.MustValue())
			}
		}
		if len(all) < 10 {
			t.Fatalf("%d variables of weights", len(all))
		}
		text, err := json.Marshal(all)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	straight, _ := trainer(t, b, t.TempDir(), 24, false)
	if _, err := straight.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	first, task := trainer(t, b, folder, 13, false)
	if _, err := first.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	task.Close()
	second, _ := trainer(t, b, folder, 24, true)
	if second.Step() != 13 {
		t.Fatalf("resumed at step %d, want 13", second.Step())
	}
	if _, err := second.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if values(straight) != values(second) {
		t.Error("the weights after the resumption differ from those of one run")
	}
}

// TestRecompute: activations that are computed again give the same weights.
func TestRecompute(t *testing.T) {
	b := acceltest.Go(t)
	var kept [2]map[string][]float32
	for i, recompute := range []bool{false, true} {
		c := small(PoolSoftmax)
		c.Recompute = recompute
		tr, _ := trainerOf(t, b, c, "", 6, false)
		if _, err := tr.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		store, err := tr.Weights()
		if err != nil {
			t.Fatal(err)
		}
		kept[i] = map[string][]float32{}
		for v := range store.IterVariables() {
			if v.DType().IsFloat() {
				kept[i][v.Path()] = tensors.MustCopyFlatData[float32](v.MustValue())
			}
		}
	}
	if len(kept[0]) < 10 {
		t.Fatalf("%d variables", len(kept[0]))
	}
	if d := cmp.Diff(kept[0], kept[1], cmp.Comparer(func(x, y float32) bool { return math.Abs(float64(x-y)) < 1e-6 })); d != "" {
		t.Errorf("weights without and with it (-without +with):\n%s", d)
	}
}

// TestBFloat16: the network trains in this format.
func TestBFloat16(t *testing.T) {
	half := small(PoolSoftmax)
	half.Compute = BFloat16
	tr, _ := trainerOf(t, acceltest.Go(t), half, "", 8, false)
	report, err := tr.Run(t.Context())
	if err != nil || report.Step != 8 {
		t.Fatalf("%d steps, %v", report.Step, err)
	}
}

// TestForget: a checkpoint without states resumes with the same boards, each from its first step.
func TestForget(t *testing.T) {
	b := acceltest.Go(t)
	network, err := New(small(PoolSoftmax))
	if err != nil {
		t.Fatal(err)
	}
	c := smallTask()
	c.Forget = true
	open := func() *Task {
		task, err := NewTask(t.Context(), b, network, c, 1)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(task.Close)
		return task
	}
	first := open()
	for range 3 {
		batch, err := first.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		wrong := make([]float32, batch.Samples)
		for i := range wrong {
			wrong[i] = 1
		}
		state := batch.Inputs[len(batch.Inputs)-1]
		if _, err := first.Observe(batch.Kind, []*tensors.Tensor{state, tensors.FromFlatDataAndDimensions(wrong, len(wrong))}); err != nil {
			t.Fatal(err)
		}
	}
	saved, err := first.Save()
	if err != nil {
		t.Fatal(err)
	}
	if len(saved.Tensors) != 0 {
		t.Errorf("%d tensors are saved, want none", len(saved.Tensors))
	}
	second := open()
	if err := second.Load(saved); err != nil {
		t.Fatal(err)
	}
	for i, s := range second.kinds[0].slots {
		if old := first.kinds[0].slots[i]; s.Age != 0 || !bytes.Equal(s.Puzzle, old.Puzzle) {
			t.Errorf("board %d: age %d, want 0 and the same puzzle", i, s.Age)
		}
	}
}

// TestLearns4: a short training learns 4×4.
func TestLearns4(t *testing.T) {
	if testing.Short() {
		t.Skip("trains for some seconds")
	}
	b := acceltest.Go(t)
	tr, _ := trainer(t, b, "", 150, false)
	report, err := tr.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := report.Validation["4x4"]; got < 0.7 {
		t.Errorf("%.2f of held-out 4×4 boards solved after %d steps, want 0.7 at least", got, report.Step)
	}
}

// TestThink: thinkers check their answers, keep to their steps and hold the order of boards.
func TestThink(t *testing.T) {
	b := acceltest.Go(t)
	network, err := New(small(PoolSoftmax))
	if err != nil {
		t.Fatal(err)
	}
	c := ThinkConfig{Batch: 3, Segment: 2, Steps: 6, Restarts: 1, Noise: 0.5, Seed: 1}
	thinker, err := NewThinker(b, network, model.NewStore(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer thinker.Close()
	full := board.MustParse("1234341221434321")
	almost := full.Clone()
	almost.Set(5, 0)
	boards := []board.Board{board.MustParse("1..............."), full, almost, board.MustParse("................"), full}
	looks := map[int]int{}
	thoughts, err := thinker.Think(context.Background(), boards, func(i, steps int, th Thought) {
		looks[i]++
		if steps > c.Steps || th.Steps < steps {
			t.Errorf("board %d: looked at after %d steps, %d in all", i, steps, th.Steps)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, th := range thoughts {
		grid, err := board.FromCells(th.Grid)
		if err != nil {
			t.Fatal(err)
		}
		if ok := board.CheckSolution(boards[i], grid) == nil; ok != th.Solved {
			t.Errorf("board %d: solved is %v, the checker says %v", i, th.Solved, ok)
		}
		for cell := range 16 {
			sum := 0.0
			for _, p := range th.Probabilities[cell*4 : cell*4+4] {
				sum += float64(p)
			}
			if math.Abs(sum-1) > 1e-5 {
				t.Errorf("board %d: the probabilities of cell %d add up to %v", i, cell, sum)
			}
		}
		if !th.Solved && (th.Starts != 2 || th.Steps != 12 || looks[i] != 6) {
			t.Errorf("board %d: given up after %d steps in %d starts and %d looks, want 12, 2 and 6", i, th.Steps, th.Starts, looks[i])
		}
	}
	for _, i := range []int{1, 4} { // nothing to do: solved at the first look
		if !thoughts[i].Solved || thoughts[i].Steps != 2 {
			t.Errorf("full board %d: solved %v after %d steps", i, thoughts[i].Solved, thoughts[i].Steps)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := thinker.Think(ctx, boards, nil); err == nil {
		t.Error("a cancelled context is no error")
	}
}

// TestRecipe: a recipe survives JSON, what it leaves out is the default, and a wrong field is
// named.
func TestRecipe(t *testing.T) {
	want := DefaultRecipe()
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	for _, given := range []string{string(text), "{}"} {
		got, err := ParseRecipe([]byte(given))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%.40s (-want +got):\n%s", given, d)
		}
	}
	got, err := ParseRecipe([]byte(`{"task": {"kinds": [{"batch": 5, "every": 1, "puzzles": {"side": 4}}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Task.Kinds) != 1 || !cmp.Equal(got.Task.Kinds[0].Puzzles, puzzles.DefaultConfig(4)) {
		t.Errorf("kinds %+v, want one with the default puzzles of side 4", got.Task.Kinds)
	}
	for given, want := range map[string]string{
		`{"network": {"hiden": 3}}`: "hiden",
		`{"task": {"kinds": [{"batch": 5, "every": 1, "puzzles": {"sides": 4}}]}}`: "sides",
		`{"network": {"hidden": -1}}`: "hidden width -1",
		`{"task": {"kinds": [{"batch": 5, "every": 1, "puzzles": {"side": 5}}]}}`: "side 5",
		`{"task": {"segment": 0}}`: "segments of 0 steps",
		`[`:                        "unexpected EOF",
	} {
		if _, err := ParseRecipe([]byte(given)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", given, err, want)
		}
	}
}

// TestNextCutOff: a batch that is cut off by its context moves nothing, so that the checkpoint
// that follows is that of the step before.
func TestNextCutOff(t *testing.T) {
	network, err := New(small(PoolSoftmax))
	if err != nil {
		t.Fatal(err)
	}
	task, err := NewTask(t.Context(), acceltest.Go(t), network, smallTask(), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer task.Close()
	saved := func() string {
		state, err := task.Save()
		if err != nil {
			t.Fatal(err)
		}
		return string(state.JSON)
	}
	before := saved()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := task.Next(ctx); err == nil {
		t.Fatal("a cancelled context is no error")
	}
	if after := saved(); after != before {
		t.Errorf("the state has become %s, want %s", after, before)
	}
}
