package candidate

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/symmetry"
	"sudokulab/pkg/train"
)

func backend(t testing.TB) compute.Backend {
	t.Helper()
	choice, err := accel.Choose(t.Context(), accel.Options{Backend: accel.NameGo})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(choice.Close)
	return choice.Backend
}

// small is a network small enough for tests, in each form of pooling.
func small(pool Pool) Config { return Config{Hidden: 12, Channels: 4, Pool: pool, Steps: 5, Seed: 3} }

// logits runs the network with its initial weights and returns the last logits [N·n].
func logits(t testing.TB, b compute.Backend, c Config, puzzle board.Board) []float32 {
	t.Helper()
	network, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	s := puzzle.Shape()
	cells := make([]int32, s.Cells())
	for i, d := range puzzle.Cells() {
		cells[i] = int32(d)
	}
	out, err := model.CallOnce(b, model.NewStore(), func(scope *model.Scope, boards *Node) *Node {
		all := network.Logits(scope, boards, s, gnn.Mode{})
		if len(all) != c.Steps {
			t.Errorf("%d logits, want %d", len(all), c.Steps)
		}
		return all[len(all)-1]
	}, tensors.FromFlatDataAndDimensions(cells, 1, s.Cells()))
	if err != nil {
		t.Fatal(err)
	}
	return tensors.MustCopyFlatData[float32](out)
}

// TestEquivariance: a symmetry of the board and a relabelling of its digits permute the
// output and change nothing else.
func TestEquivariance(t *testing.T) {
	b := backend(t)
	rng := rand.New(rand.NewPCG(1, 1))
	for _, pool := range []Pool{PoolSoftmax, PoolMean, PoolSum} {
		for _, side := range []int{4, 9} {
			s, err := board.ShapeOfSide(side)
			if err != nil {
				t.Fatal(err)
			}
			for range 4 {
				puzzle := board.New(s)
				for cell := range s.Cells() {
					if rng.IntN(3) == 0 {
						puzzle.Set(cell, 1+rng.IntN(side))
					}
				}
				move := symmetry.Random(rng, s)
				moved := move.MustApply(puzzle)
				// The image of each candidate, found by moving boards that hold it alone.
				before, after := logits(t, b, small(pool), puzzle), logits(t, b, small(pool), moved)
				spread := 0.0
				for cell := range s.Cells() {
					for d := 1; d <= side; d++ {
						single := board.New(s)
						single.Set(cell, d)
						image := move.MustApply(single)
						for to, digit := range image.Cells() {
							if digit == 0 {
								continue
							}
							x, y := before[cell*side+d-1], after[to*side+int(digit)-1]
							if diff := math.Abs(float64(x - y)); diff > 1e-4 {
								t.Fatalf("%s %d: candidate %d of cell %d has %v, its image %v", pool, side, d, cell, x, y)
							}
							spread = max(spread, math.Abs(float64(x-before[0])))
						}
					}
				}
				if spread < 1e-3 {
					t.Errorf("%s %d: all candidates have the same logits: the test compares nothing", pool, side)
				}
			}
		}
	}
}

// TestSizes: the same weights run at every side, and their number is what Parameters says.
func TestSizes(t *testing.T) {
	b := backend(t)
	for _, pool := range []Pool{PoolSoftmax, PoolMean, PoolSum} {
		c := small(pool)
		c.Steps = 2
		store := model.NewStore()
		network, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		for _, side := range []int{4, 9, 16} {
			s, err := board.ShapeOfSide(side)
			if err != nil {
				t.Fatal(err)
			}
			exec, err := model.NewExec(b, store, func(scope *model.Scope, boards *Node) *Node {
				all := network.Logits(scope, boards, s, gnn.Mode{})
				return all[len(all)-1]
			})
			if err != nil {
				t.Fatal(err)
			}
			out, err := exec.Exec(tensors.FromFlatDataAndDimensions(make([]int32, 2*s.Cells()), 2, s.Cells()))
			if err != nil {
				t.Fatal(err)
			}
			if err := out[0].Shape().CheckDims(2, s.Cells(), side); err != nil {
				t.Error(err)
			}
			if got := store.NumParameters(); got != c.Parameters() {
				t.Errorf("%s at side %d: %d weights, Parameters says %d", pool, side, got, c.Parameters())
			}
		}
	}
	network, err := New(small(PoolMean))
	if err != nil {
		t.Fatal(err)
	}
	jigsaw, err := board.ShapeWith(9, board.Variant{Diagonals: true})
	if err != nil {
		t.Fatal(err)
	}
	if network.Takes(jigsaw) == nil {
		t.Error("a board with diagonals is taken, of which the network knows nothing")
	}
}

// TestStepAgainstLoops compares one step with plain loops over candidates and constraints in
// float64.
func TestStepAgainstLoops(t *testing.T) {
	b := backend(t)
	c := Config{Hidden: 5, Channels: 3, Pool: PoolSoftmax, Steps: 1, Seed: 9}
	puzzle := board.MustParse("1...............")
	s := puzzle.Shape()
	n := s.Side()
	got := logits(t, b, c, puzzle)

	store := model.NewStore()
	network, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := model.CallOnce(b, store, func(scope *model.Scope, boards *Node) *Node {
		return network.Logits(scope, boards, s, gnn.Mode{})[0]
	}, tensors.FromFlatDataAndDimensions(make([]int32, 16), 1, 16)); err != nil {
		t.Fatal(err)
	}
	values := map[string][]float64{}
	for v := range store.IterVariables() {
		for _, x := range tensors.MustCopyFlatData[float32](v.MustValue()) {
			values[v.Name()] = append(values[v.Name()], float64(x))
		}
	}
	// times is x·W + bias; an empty bias means no bias.
	times := func(x []float64, w, bias string) []float64 {
		out := make([]float64, len(values[w])/len(x))
		for j := range out {
			for i := range x {
				out[j] += x[i] * values[w][i*len(out)+j]
			}
			if bias != "" {
				out[j] += values[bias][j]
			}
		}
		return out
	}
	type key struct{ cell, digit int }
	in, state := map[key][]float64{}, map[key][]float64{}
	force, value := map[key][]float64{}, map[key][]float64{}
	for cell, given := range puzzle.Cells() {
		for d := 1; d <= n; d++ {
			k := key{cell, d}
			switch {
			case int(given) == d:
				in[k] = []float64{1, 0, 0}
			case given != 0:
				in[k] = []float64{0, 1, 0}
			default:
				in[k] = []float64{0, 0, 1}
			}
			state[k] = times(in[k], "start_w", "start_b")
			for i, x := range state[k] {
				state[k][i] = math.Tanh(x)
			}
			force[k], value[k] = times(state[k], "force_w", "force_b"), times(state[k], "value_w", "value_b")
		}
	}
	for k := range in {
		// The four constraints of the candidate, each as the list of its members.
		var members [4][]key
		for d := 1; d <= n; d++ {
			members[0] = append(members[0], key{k.cell, d})
		}
		for i, unit := range s.UnitsOf(k.cell) {
			for _, cell := range s.Units()[unit] {
				members[1+i] = append(members[1+i], key{cell, k.digit})
			}
		}
		weights := [4]string{"cell", "line", "line", "box"}
		pre := map[string][]float64{"gate": times(state[k], "gate_state", "gate_bias"), "next": times(state[k], "next_state", "next_bias")}
		for name := range pre {
			for i, x := range times(in[k], name+"_input", "") {
				pre[name][i] += x
			}
		}
		for i, list := range members {
			features := make([]float64, 2*c.Channels)
			for ch := range c.Channels {
				sum, product := 0.0, 0.0
				for _, m := range list {
					e := math.Exp(force[m][ch])
					sum, product = sum+e, product+e*value[m][ch]
				}
				features[ch], features[c.Channels+ch] = math.Log(sum), product/sum
			}
			for name := range pre {
				for j, x := range times(features, name+"_"+weights[i], "") {
					pre[name][j] += x
				}
			}
		}
		next := make([]float64, c.Hidden)
		for i, h := range state[k] {
			next[i] = h + (1+math.Tanh(pre["gate"][i]))/2*(math.Tanh(pre["next"][i])-h)
		}
		want := times(next, "score_w", "score_b")[0]
		if x := float64(got[k.cell*n+k.digit-1]); math.Abs(x-want) > 1e-4 {
			t.Errorf("cell %d digit %d: %v, by loops %v", k.cell, k.digit, x, want)
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
	b := backend(t)
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
	b := backend(t)
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

// TestBFloat16: the scores are those of float32 up to its eight bits, and it trains.
func TestBFloat16(t *testing.T) {
	b := backend(t)
	half := small(PoolSoftmax)
	half.Compute = BFloat16
	puzzle := board.MustParse("12..34..2.4..3.1")
	spread, differ := 0.0, false
	want := logits(t, b, small(PoolSoftmax), puzzle)
	for i, x := range logits(t, b, half, puzzle) {
		diff := math.Abs(float64(x - want[i]))
		differ = differ || diff > 1e-6
		spread = max(spread, diff)
	}
	if spread > 0.1 || !differ {
		t.Errorf("scores differ from those of float32 by up to %v, want a little and not more than 0.1", spread)
	}
	tr, _ := trainerOf(t, b, half, "", 8, false)
	report, err := tr.Run(t.Context())
	if err != nil || report.Step != 8 {
		t.Fatalf("%d steps, %v", report.Step, err)
	}
}

// TestForget: a checkpoint without states resumes with the same boards, each from its first step.
func TestForget(t *testing.T) {
	b := backend(t)
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
	b := backend(t)
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
	b := backend(t)
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
	task, err := NewTask(t.Context(), backend(t), network, smallTask(), 1)
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
