package supervised_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn"
	"sudokulab/pkg/gnn/cnn"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/learn/layer"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/symmetry"
	"sudokulab/pkg/train"
)

// tiny is a training of some steps on 4×4, with every part of the document's in it.
func tiny(size int) supervised.Config {
	c := supervised.Default()
	c.Data.Puzzles = puzzles.DefaultConfig(4)
	c.Data.Puzzles.Augment = puzzles.Augment{Digits: 0.5, Geometry: 0.5, Lines: 0.5}
	c.Data.Puzzles.Lookahead = 16
	c.Data.Size = size
	c.Curriculum = puzzles.Curriculum{Stages: []puzzles.Stage{{UntilEpoch: 1, Low: 7, High: 9}, {UntilEpoch: 3, Low: 4, High: 9}}}
	c.Epochs, c.Epoch, c.Batch = 3, 14, 4
	c.Validation = supervised.Validation{
		Sets: []puzzles.TestSet{{Name: "few", Side: 4, Low: 4, High: 5, Seed: 1}, {Name: "many", Side: 4, Low: 8, High: 9, Seed: 2}}, Count: 5, Batch: 3,
	}
	return c
}

func small(t testing.TB) gnn.Network {
	t.Helper()
	c := literal.Default()
	c.Side, c.Hidden, c.Iterations, c.Start.Init = 4, 4, 2, layer.Glorot
	n, err := literal.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// weightsOf trains up to each of some steps, a new trainer going on each time, and returns the
// weights as bits.
func weightsOf(t *testing.T, b compute.Backend, c supervised.Config, stops ...int) map[string][]uint32 {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	var bits map[string][]uint32
	for _, steps := range stops {
		task, err := supervised.NewTask(t.Context(), b, small(t), c, 2)
		if err != nil {
			t.Fatal(err)
		}
		cfg := c.Train()
		cfg.Steps = steps
		trainer, err := train.New(b, task, cfg, train.Options{Folder: dir, Resume: true})
		if err != nil {
			t.Fatal(err)
		}
		report, err := trainer.Run(t.Context())
		if err != nil || report.Step != steps {
			t.Fatalf("stopped after step %d with %v, want %d", report.Step, err, steps)
		}
		store, err := trainer.Weights()
		if err != nil {
			t.Fatal(err)
		}
		bits = map[string][]uint32{}
		for v := range store.IterVariables() {
			for _, x := range tensors.MustCopyFlatData[float32](v.MustValue()) {
				bits[v.Path()] = append(bits[v.Path()], math.Float32bits(x))
			}
		}
		store.Finalize()
		trainer.Close()
		task.Close()
	}
	return bits
}

// TestResume stops in the middle of an epoch, at the change of stages and after it: the weights
// are those of a run without a break, to the last bit. Dropout is on.
func TestResume(t *testing.T) {
	b := acceltest.Go(t)
	for _, size := range []int{0, 60} {
		whole := weightsOf(t, b, tiny(size), 9)
		broken := weightsOf(t, b, tiny(size), 2, 4, 5, 9)
		if len(whole) == 0 || !reflect.DeepEqual(whole, broken) {
			t.Errorf("data of %d puzzles: weights differ after breaks", size)
		}
		c := tiny(size)
		c.Seed++
		if reflect.DeepEqual(whole, weightsOf(t, b, c, 9)) {
			t.Error("another seed of dropout gave the same weights")
		}
	}
}

// givens returns the numbers of givens of a batch.
func givens(t *testing.T, batch train.Batch) (out []int) {
	t.Helper()
	puzzle, err := tensors.CopyFlatData[int32](batch.Inputs[0])
	if err != nil {
		t.Fatal(err)
	}
	solution, err := tensors.CopyFlatData[int32](batch.Inputs[1])
	if err != nil {
		t.Fatal(err)
	}
	const cells = 16
	for at := 0; at < len(puzzle); at += cells {
		p, s := make([]uint8, cells), make([]uint8, cells)
		n := 0
		for c := range cells {
			p[c], s[c] = uint8(puzzle[at+c]), uint8(solution[at+c])
			if p[c] != 0 {
				n++
			}
		}
		problem, err := board.FromCells(p)
		if err != nil {
			t.Fatal(err)
		}
		grid, err := board.FromCells(s)
		if err != nil {
			t.Fatal(err)
		}
		if err := board.CheckSolution(problem, grid); err != nil {
			t.Fatal(err)
		}
		out = append(out, n)
	}
	return out
}

// TestCurriculum takes batches without a network's steps: each holds puzzles of its epoch's
// stage, and a fixed data set no other puzzles than its own.
func TestCurriculum(t *testing.T) {
	b := acceltest.Go(t)
	for _, size := range []int{0, 60} {
		c := tiny(size)
		task, err := supervised.NewTask(t.Context(), b, small(t), c, 2)
		if err != nil {
			t.Fatal(err)
		}
		low := 16
		for step := range c.Epochs * c.EpochSteps() {
			batch, err := task.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if batch.Kind != "4" || batch.Samples != 4 {
				t.Fatalf("batch of %d of kind %q, want 4 of kind 4", batch.Samples, batch.Kind)
			}
			stage := c.Curriculum.Stages[0]
			if c.EpochOf(step) > 1 {
				stage = c.Curriculum.Stages[1]
			}
			for _, n := range givens(t, batch) {
				if n < stage.Low || n > stage.High {
					t.Errorf("data of %d: %d givens in step %d, epoch %d, want %d to %d", size, n, step, c.EpochOf(step), stage.Low, stage.High)
				}
				low = min(low, n)
			}
			if _, err := task.Observe("4", scalars(5)); err != nil {
				t.Fatal(err)
			}
		}
		if low > 6 {
			t.Errorf("data of %d: the second stage has %d givens at least: the test sees no change", size, low)
		}
		task.Close()
	}
}

func scalars(n int) (out []*tensors.Tensor) {
	for range n {
		out = append(out, tensors.FromValue(float32(1)))
	}
	return out
}

// TestLossOfSteps compares the loss of the last step with that of all, on a network whose
// steps are known.
func TestLossOfSteps(t *testing.T) {
	b := acceltest.Go(t)
	c := tiny(0)
	c.Lambda = 0
	loss := func(every bool) float64 {
		c.EveryStep = every
		task, err := supervised.NewTask(t.Context(), b, known{scale: []float64{0, 5}}, c, 1)
		if err != nil {
			t.Fatal(err)
		}
		defer task.Close()
		batch, err := task.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		store := model.NewStore()
		defer store.Finalize()
		exec, err := model.NewExec(b, store, func(scope *model.Scope, in []*graph.Node) []*graph.Node {
			l, out := task.Loss(scope, "4", in)
			return append([]*graph.Node{l}, out...)
		})
		if err != nil {
			t.Fatal(err)
		}
		defer exec.Finalize()
		out, err := exec.Exec(batch.Inputs[0], batch.Inputs[1])
		if err != nil {
			t.Fatal(err)
		}
		m, err := task.Observe("4", out[1:])
		if err != nil {
			t.Fatal(err)
		}
		l := float64(tensors.ToScalar[float32](out[0]))
		if math.Abs(m["entropy"]-l) > 1e-6 {
			t.Errorf("entropy %g in the metrics, loss %g without a penalty", m["entropy"], l)
		}
		return l
	}
	// Scores of 0 cost log 4 per cell; 5 for digit 1 costs log(e⁵+3) less 5 where it is right.
	last, all := loss(false), loss(true)
	if want := (math.Log(4) + last) / 2; math.Abs(all-want) > 1e-5 || math.Abs(last-math.Log(4)) < 0.1 {
		t.Errorf("loss of all steps %g, of the last %g, want the mean of %g and that", all, last, math.Log(4))
	}
}

// known scores digit 1 with the scale of each step and others with 0.
type known struct{ scale []float64 }

func (known) Name() string             { return "known" }
func (known) Takes(*board.Shape) error { return nil }
func (k known) Logits(_ *model.Scope, boards *graph.Node, s *board.Shape, _ gnn.Mode) (out []*graph.Node) {
	batch := boards.Shape().Dimensions[0]
	wide := graph.BroadcastToDims(graph.Reshape(boards, batch, s.Cells(), 1), batch, s.Cells(), s.Side())
	first := graph.ConvertDType(graph.Equal(graph.IotaLike(wide, 2), graph.ZerosLike(wide)), dtypes.Float32)
	for _, scale := range k.scale {
		out = append(out, graph.MulScalar(first, scale))
	}
	return out
}

// TestPredictor compares batches of several sizes and shapes with boards run one by one.
func TestPredictor(t *testing.T) {
	b := acceltest.Go(t)
	c := literal.Default()
	c.Hidden, c.Iterations, c.Start.Init = 4, 2, layer.Glorot
	network, err := literal.New(c)
	if err != nil {
		t.Fatal(err)
	}
	var boards []board.Board
	for _, side := range []int{9, 4, 9, 4, 9, 9} {
		cfg := puzzles.DefaultConfig(side)
		cfg.Seed = uint64(len(boards))
		s, err := puzzles.New(t.Context(), cfg, 1)
		if err != nil {
			t.Fatal(err)
		}
		sample, err := s.Next(t.Context())
		s.Close()
		if err != nil {
			t.Fatal(err)
		}
		boards = append(boards, sample.Board())
	}
	store := initialised(t, b, network)
	predict := func(batch, steps int, boards ...board.Board) []learn.Prediction {
		p, err := supervised.NewPredictor(b, network, store, batch, steps)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		out, err := p.Predict(t.Context(), boards)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	together, deeper := predict(3, 0, boards...), predict(3, 5, boards...)
	moved := false
	for i, bd := range boards {
		n := bd.Shape().Side()
		alone := predict(1, 2, bd)[0]
		if len(together[i].P) != bd.Shape().Cells()*n {
			t.Fatalf("board %d: %d probabilities, want %d", i, len(together[i].P), bd.Shape().Cells()*n)
		}
		for cell, d := range bd.Cells() {
			sum := 0.0
			for k, p := range together[i].P[cell*n : (cell+1)*n] {
				sum += float64(p)
				if math.Abs(float64(p-alone.P[cell*n+k])) > 1e-6 {
					t.Fatalf("board %d: probability %g in a batch, %g alone", i, p, alone.P[cell*n+k])
				}
				moved = moved || math.Abs(float64(p-deeper[i].P[cell*n+k])) > 1e-4
				if d != 0 && (k == int(d)-1) != (p == 1) {
					t.Fatalf("board %d: the given %d has probability %g for %d", i, d, p, k+1)
				}
			}
			if math.Abs(sum-1) > 1e-5 {
				t.Fatalf("board %d: probabilities sum to %g", i, sum)
			}
		}
	}
	if !moved {
		t.Error("more steps change nothing: the number of steps does not arrive")
	}
	p, err := supervised.NewPredictor(b, network, model.NewStore(), 2, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if _, err := p.Predict(t.Context(), boards[:1]); err == nil {
		t.Error("a store without weights was run")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Predict(ctx, boards); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v of an ended context", err)
	}
}

// initialised returns a store with the network's initial weights.
func initialised(t testing.TB, b compute.Backend, network gnn.Network) *model.Store {
	t.Helper()
	store := model.NewStore()
	t.Cleanup(store.Finalize)
	exec, err := model.NewExec(b, store, func(scope *model.Scope, boards *graph.Node) *graph.Node {
		return network.Logits(scope.Store().Scope(train.ScopePath), boards, board.Standard(), gnn.Mode{})[0]
	})
	if err != nil {
		t.Fatal(err)
	}
	defer exec.Finalize()
	if _, err := exec.Exec(tensors.FromFlatDataAndDimensions(make([]int32, 81), 1, 81)); err != nil {
		t.Fatal(err)
	}
	return store
}

// TestValidate compares the metrics of a network that always says 1 with counts of the
// solutions, and those of all sets with the sum of each.
func TestValidate(t *testing.T) {
	b := acceltest.Go(t)
	c := tiny(0)
	task, err := supervised.NewTask(t.Context(), b, known{scale: []float64{5}}, c, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer task.Close()
	m, err := task.Validate(t.Context(), model.NewStore())
	if err != nil {
		t.Fatal(err)
	}
	ones, empty := 0.0, 0.0
	for set := range c.Validation.Sets {
		for _, s := range task.Held(set) {
			for cell, d := range s.Puzzle {
				if d != 0 {
					continue
				}
				empty++
				if s.Solution[cell] == 1 {
					ones++
				}
			}
		}
	}
	if math.Abs(m["cells"]-ones/empty) > 1e-12 || m["grids"] != 0 || m["cells/few"] == 0 || m["cells/many"] == 0 {
		t.Errorf("metrics %v, want %g of the cells right and no grid", m, ones/empty)
	}
	sum := math.Log(math.Exp(5) + 3)
	if want := sum - 5*ones/empty; math.Abs(m["loss"]-want) > 1e-5 {
		t.Errorf("loss %g, want %g", m["loss"], want)
	}
}

// TestHeldOut trains on no puzzle that is, under symmetry, one of a validation.
func TestHeldOut(t *testing.T) {
	c := tiny(0)
	task, err := supervised.NewTask(t.Context(), acceltest.Go(t), small(t), c, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer task.Close()
	held := map[symmetry.Key]bool{}
	for set := range c.Validation.Sets {
		for _, s := range task.Held(set) {
			held[key(t, s.Board())] = true
		}
	}
	cfg := c.Data.Puzzles
	s, err := puzzles.New(t.Context(), cfg, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	samples, err := s.Batch(t.Context(), 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, sample := range samples {
		if held[key(t, sample.Board())] {
			t.Fatalf("%v is held out", sample.Board())
		}
	}
}

func key(t *testing.T, b board.Board) symmetry.Key {
	t.Helper()
	k, err := symmetry.CanonicalKey(b)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// TestLearns trains the convolutional network until it beats guessing.
func TestLearns(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	b := acceltest.Go(t)
	c := tiny(0)
	c.Batch, c.Epoch, c.Epochs = 16, 800, 3
	c.Curriculum = puzzles.Curriculum{Stages: []puzzles.Stage{{UntilEpoch: 3, Low: 7, High: 9}}}
	c.Validation.Count = 50
	n := cnn.Default()
	n.Side, n.Channels = 4, []int{16, 16}
	network, err := cnn.New(n)
	if err != nil {
		t.Fatal(err)
	}
	task, err := supervised.NewTask(t.Context(), b, network, c, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer task.Close()
	trainer, err := train.New(b, task, c.Train(), train.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer trainer.Close()
	report, err := trainer.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if report.Validation["cells/many"] < 0.4 {
		t.Errorf("%v, want 40 %% of the cells right at least, guessing gives 25 %%", report.Validation)
	}
}

func TestConfig(t *testing.T) {
	if err := supervised.Default().Validate(); err != nil {
		t.Error(err)
	}
	text, err := json.Marshal(supervised.Default())
	if err != nil {
		t.Fatal(err)
	}
	var back supervised.Config
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back, supervised.Default()) {
		t.Errorf("read back %+v", back)
	}
	d := supervised.Default()
	cfg := d.Train()
	if cfg.Steps != 60*7813 || cfg.ValidateEvery != 7813 || cfg.WatchHigher || cfg.EMA != 0 || cfg.ClipNorm != 0 {
		t.Errorf("trained with %+v, want 60 epochs of 7813 steps", cfg)
	}
	for name, spoil := range map[string]func(*supervised.Config){
		"size":       func(c *supervised.Config) { c.Data.Size = -1 },
		"epochs":     func(c *supervised.Config) { c.Epochs = 0 },
		"epoch":      func(c *supervised.Config) { c.Epoch = 0 },
		"batch":      func(c *supervised.Config) { c.Batch = 0 },
		"lambda":     func(c *supervised.Config) { c.Lambda = math.NaN() },
		"puzzles":    func(c *supervised.Config) { c.Data.Puzzles.Side = 5 },
		"curriculum": func(c *supervised.Config) { c.Curriculum.Stages = nil },
		"no sets":    func(c *supervised.Config) { c.Validation.Sets = nil },
		"twice":      func(c *supervised.Config) { c.Validation.Sets = append(c.Validation.Sets, c.Validation.Sets[0]) },
		"other side": func(c *supervised.Config) {
			c.Validation.Sets[0] = puzzles.TestSet{Name: "4", Side: 4, Low: 4, High: 9}
		},
		"watch": func(c *supervised.Config) { c.Optimisation.Watch = "" },
		"steps": func(c *supervised.Config) { c.Validation.Steps = -1 },
	} {
		c := supervised.Default()
		spoil(&c)
		if c.Validate() == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	c := tiny(1)
	if _, err := supervised.NewTask(t.Context(), acceltest.Go(t), small(t), c, 1); err == nil {
		t.Error("a data set that leaves a stage without puzzles was accepted")
	}
	if _, err := supervised.NewTask(t.Context(), acceltest.Go(t), small(t), supervised.Default(), 1); err == nil {
		t.Error("a network of side 4 was given boards of side 9")
	}
}

func ExampleNewTask() {
	ctx := context.Background()
	choice, err := accel.Choose(ctx, accel.Options{Backend: accel.NameGo})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer choice.Close()
	shape := literal.Default()
	shape.Side, shape.Hidden, shape.Iterations = 4, 4, 2
	network, err := literal.New(shape)
	if err != nil {
		fmt.Println(err)
		return
	}
	cfg := tiny(0)
	task, err := supervised.NewTask(ctx, choice.Backend, network, cfg, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer task.Close()
	trainer, err := train.New(choice.Backend, task, cfg.Train(), train.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer trainer.Close()
	report, err := trainer.Run(ctx)
	fmt.Println(report.Stop, report.Step, report.Samples, err)
	// Output: steps 12 48 <nil>
}
