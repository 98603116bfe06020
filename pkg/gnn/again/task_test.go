package again

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"
	"gonum.org/v1/gonum/stat"

	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/train"
)

// small trains on boards of side 4, which stay for 1 to 3 segments, with noise on states.
func small() candidate.TaskConfig {
	c := candidate.DefaultTask()
	c.Segment, c.Segments, c.Leave, c.Scatter, c.Jitter = 2, 2, 1, 0.5, 0.1
	four := puzzles.DefaultConfig(4)
	four.Lookahead = 16
	c.Kinds = []candidate.Kind{{Batch: batch, Every: 1, Puzzles: four}}
	c.Validation = candidate.Validation{Sets: []string{"4x4"}, Count: 4, Think: candidate.ThinkConfig{Batch: 4, Segment: 2, Steps: 4}}
	return c
}

const batch = 6

func open(t *testing.T, deep candidate.TaskConfig, share float64) *Task {
	t.Helper()
	return openOn(t, acceltest.Go(t), deep, share)
}

func openOn(t *testing.T, b compute.Backend, deep candidate.TaskConfig, share float64) *Task {
	t.Helper()
	network, err := candidate.New(candidate.Config{Hidden: 8, Channels: 4, Pool: candidate.PoolSoftmax, Steps: 4, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	task, err := New(t.Context(), b, network, deep, Config{Share: share}, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(task.Close)
	return task
}

// step makes a step after which the boards that wrong names are not solved, and returns the puzzles that were shown.
func step(t *testing.T, task *Task, wrong func(puzzle []uint8) bool) (shown [][]uint8, metrics train.Metrics, inputs []*tensors.Tensor) {
	t.Helper()
	b, err := task.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	puzzle := narrow(tensors.MustCopyFlatData[int32](b.Inputs[0]))
	solution := narrow(tensors.MustCopyFlatData[int32](b.Inputs[1]))
	cells := len(puzzle) / batch
	flags := make([]float32, batch)
	for i := range flags {
		shown = append(shown, puzzle[i*cells:(i+1)*cells])
		for c, d := range shown[i] {
			if s := solution[i*cells+c]; d != 0 && d != s || s == 0 {
				t.Fatalf("puzzle %v beside the solution %v", shown[i], solution[i*cells:(i+1)*cells])
			}
		}
		if wrong(shown[i]) {
			flags[i] = 1
		}
	}
	state := tensors.FromFlatDataAndDimensions(tensors.MustCopyFlatData[float32](b.Inputs[4]), b.Inputs[4].Shape().Dimensions...)
	metrics, err = task.Observe(b.Kind, []*tensors.Tensor{state, tensors.FromFlatDataAndDimensions(flags, batch)})
	if err != nil {
		t.Fatal(err)
	}
	return shown, metrics, b.Inputs
}

// TestFailedComeAgain: with a share, boards that were left unsolved come again and stay for a whole visit, and they come no
// more once they are solved; without one, none does.
func TestFailedComeAgain(t *testing.T) {
	for _, share := range []float64{0, 0.5} {
		task := open(t, small(), share)
		visits, before := map[string]int{}, make([]string, batch)
		again := 0.0
		run := func(steps int, wrong bool) {
			for range steps {
				shown, metrics, _ := step(t, task, func([]uint8) bool { return wrong })
				again += metrics["again4"]
				for i, p := range shown {
					if name := string(p); name != before[i] {
						visits[name]++
						before[i] = name
					}
				}
			}
		}
		run(60, true)
		most := slices.Max(slices.Collect(func(yield func(int) bool) {
			for _, n := range visits {
				if !yield(n) {
					return
				}
			}
		}))
		if share == 0 {
			if most > 1 || again > 0 {
				t.Errorf("a board comes %d times without a share", most)
			}
			continue
		}
		if most < 2 || again == 0 {
			t.Errorf("no board comes again in 60 steps in which all fail")
		}
		if rate := again / 60; rate > 0.6 || rate < 0.3 {
			t.Errorf("%v of the boards failed before, want about 0.5", rate)
		}
		run(200, false)
		if n := len(task.kinds["4"].Failed); n > 0 {
			t.Errorf("%d boards are kept after 200 steps in which all are solved", n)
		}
	}
}

// TestResume: a training that is broken off goes on with the same boards and the same noise.
func TestResume(t *testing.T) {
	odd := func(p []uint8) bool { return bytes.Count(p, []byte{0})%2 == 1 }
	one := open(t, small(), 0.5)
	for range 30 {
		step(t, one, odd)
	}
	saved, err := one.Save()
	if err != nil {
		t.Fatal(err)
	}
	two := open(t, small(), 0.5)
	if err := two.Load(saved); err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		a, _, in := step(t, one, odd)
		b, _, other := step(t, two, odd)
		if !slices.EqualFunc(a, b, bytes.Equal) {
			t.Fatalf("step %d shows other boards after a resumption", i+1)
		}
		if !slices.Equal(tensors.MustCopyFlatData[uint64](in[6]), tensors.MustCopyFlatData[uint64](other[6])) {
			t.Fatalf("step %d draws other noise after a resumption", i+1)
		}
	}
	if err := open(t, small(), 0.25).Load(saved); err == nil || !strings.Contains(err.Error(), "shares of 0.5 and") {
		t.Errorf("another share: %v", err)
	}
	plain, err := one.Task.Save()
	if err != nil {
		t.Fatal(err)
	}
	if err := open(t, small(), 0.5).Load(plain); err == nil || !strings.Contains(err.Error(), "nothing comes again") {
		t.Errorf("a checkpoint of package candidate: %v", err)
	}
}

// TestForget: where a resumption starts all boards again, none of them counts as failed.
func TestForget(t *testing.T) {
	c := small()
	c.Forget = true
	one := open(t, c, 0.5)
	step(t, one, func([]uint8) bool { return true })
	saved, err := one.Save()
	if err != nil {
		t.Fatal(err)
	}
	two := open(t, c, 0.5)
	if err := two.Load(saved); err != nil {
		t.Fatal(err)
	}
	if _, err := two.Next(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := len(two.kinds["4"].Failed); n != 0 {
		t.Errorf("%d boards failed, want 0", n)
	}
}

// TestPool: a share of the boards is of the pool, but for those of held-out classes, and a resumption goes on with the same; with
// another pool there is none.
func TestPool(t *testing.T) {
	config := puzzles.DefaultConfig(4)
	config.Seed, config.Lookahead = 99, 16
	stream, err := puzzles.New(t.Context(), config, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	pool, err := stream.Batch(t.Context(), 5)
	if err != nil {
		t.Fatal(err)
	}
	test, err := puzzles.TestSetOf("4x4")
	if err != nil {
		t.Fatal(err)
	}
	held, err := puzzles.HeldOut(t.Context(), test, 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	network, err := candidate.New(candidate.Config{Hidden: 8, Channels: 4, Pool: candidate.PoolSoftmax, Steps: 4, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	with := func(pool []puzzles.Sample, share float64) (*Task, error) {
		task, err := New(t.Context(), acceltest.Go(t), network, small(), Config{Pool: share}, pool, 1)
		if err == nil {
			t.Cleanup(task.Close)
		}
		return task, err
	}
	one, err := with(append(append([]puzzles.Sample(nil), pool...), held...), 0.5)
	if err != nil {
		t.Fatal(err)
	}
	if one.Pool() != len(pool) {
		t.Errorf("%d boards of the pool may be learned, want %d", one.Pool(), len(pool))
	}
	of := map[string]bool{}
	for _, s := range pool {
		of[string(s.Puzzle)] = true
	}
	count := 0
	solved := func([]uint8) bool { return false }
	for range 50 {
		shown, _, _ := step(t, one, solved)
		for _, p := range shown {
			if of[string(p)] {
				count++
			}
		}
	}
	if share := float64(count) / (50 * batch); share < 0.4 || share > 0.6 {
		t.Errorf("%v of the boards are of the pool, want about 0.5", share)
	}
	saved, err := one.Save()
	if err != nil {
		t.Fatal(err)
	}
	two, err := with(pool, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	if err := two.Load(saved); err != nil {
		t.Fatal(err)
	}
	for range 10 {
		a, _, _ := step(t, one, solved)
		if b, _, _ := step(t, two, solved); !slices.EqualFunc(a, b, bytes.Equal) {
			t.Fatal("other boards after a resumption")
		}
	}
	other, err := with(pool[1:], 0.5)
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Load(saved); err == nil || !strings.Contains(err.Error(), "another pool") {
		t.Errorf("another pool: %v", err)
	}
	nine := puzzles.Sample{Puzzle: make([]uint8, 81), Solution: make([]uint8, 81)}
	if _, err := with([]puzzles.Sample{nine}, 0.5); err == nil || !strings.Contains(err.Error(), "none of that side") {
		t.Errorf("a pool of boards of another size: %v", err)
	}
	var excluded []puzzles.Sample // by the recipe
	for p, err := range corpus.FromEnv("").Open(t.Context(), "own-4x4") {
		if err != nil {
			t.Fatal(err)
		}
		if excluded = append(excluded, puzzles.Sample{Puzzle: p.Board.Cells(), Solution: p.Board.Cells()}); len(excluded) == 3 {
			break
		}
	}
	if _, err := with(excluded, 0.5); err == nil || !strings.Contains(err.Error(), "no board that may be learned") {
		t.Errorf("a pool of an excluded set: %v", err)
	}
	if _, err := with(held, 0.5); err == nil || !strings.Contains(err.Error(), "no board that may be learned") {
		t.Errorf("a pool of held-out boards alone: %v", err)
	}
}

// TestNoise: what is added to the states of each board is normal with that board's deviation, other for another state of
// the generator, and the same for the same.
func TestNoise(t *testing.T) {
	const cells, hidden = 2000, 16
	deviations := []float32{0, 0.03, 2}
	exec := MustNewExec(acceltest.Go(t), noise)
	draw := func(seed uint64) []float32 {
		return tensors.MustCopyFlatData[float32](exec.MustCall(
			tensors.FromFlatDataAndDimensions(make([]float32, len(deviations)*cells*hidden), len(deviations)*cells, hidden),
			tensors.FromFlatDataAndDimensions(deviations, len(deviations)),
			tensors.FromFlatDataAndDimensions([]uint64{seed, 2, 3}, 3))[0])
	}
	one := draw(1)
	for i, deviation := range deviations {
		part := make([]float64, cells*hidden)
		within := 0
		for j := range part {
			if part[j] = float64(one[i*len(part)+j]); math.Abs(part[j]) <= float64(deviation) {
				within++
			}
		}
		mean, spread := stat.MeanStdDev(part, nil)
		if bound := 5 * float64(deviation) / math.Sqrt(float64(len(part))); math.Abs(mean) > bound || math.Abs(spread-float64(deviation)) > bound {
			t.Errorf("mean %v and deviation %v, want 0 and %v", mean, spread, deviation)
		}
		if share := float64(within) / float64(len(part)); deviation > 0 && math.Abs(share-0.6827) > 0.015 {
			t.Errorf("%v of the numbers are within a deviation of %v, want 0.68", share, deviation)
		}
	}
	if !slices.Equal(one, draw(1)) {
		t.Error("the same state draws other numbers")
	}
	if slices.Equal(one, draw(2)) {
		t.Error("another state draws the same numbers")
	}
}

// TestTraining: a training runs, and what it has learned is measured.
func TestTraining(t *testing.T) {
	b := acceltest.Go(t)
	task := openOn(t, b, small(), 0.5)
	c := candidate.DefaultRecipe().Train
	c.Steps, c.ValidateEvery, c.LogEvery, c.SaveEvery = 6, 3, 1, 0
	tr, err := train.New(b, task, c, train.Options{Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	report, err := tr.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := report.Validation["4x4"]; !ok {
		t.Errorf("validation %v, want one on 4x4", report.Validation)
	}
}

// TestMisuse: a share that has no meaning is refused.
func TestMisuse(t *testing.T) {
	for _, c := range []Config{{Share: -0.1}, {Share: 1}, {Share: math.NaN()}, {Pool: -0.1}, {Pool: math.NaN()}, {Share: 0.5, Pool: 0.5}} {
		if err := c.Validate(); err == nil {
			t.Errorf("%+v is taken", c)
		}
	}
}
