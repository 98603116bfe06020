package again

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/symmetry"
	"sudokulab/pkg/train"
)

// Config decides which boards take the places that become free. What the shares leave goes to the boards of the recipe.
type Config struct {
	// Share is the part that goes to boards which failed, as far as there are any: 0 or more and below 1.
	Share float64 `json:"share"`
	// Pool is the part that goes to the boards of a pool, on boards of its size: 0 or more, and with Share below 1.
	Pool float64 `json:"pool,omitempty"`
}

// Validate reports what is wrong with the configuration.
func (c Config) Validate() error {
	switch {
	case !(c.Share >= 0 && c.Share < 1):
		return fmt.Errorf("again: a share of %v of boards that failed, want 0 or more and below 1", c.Share)
	case !(c.Pool >= 0 && c.Share+c.Pool < 1):
		return fmt.Errorf("again: a share of %v of boards of the pool, want 0 or more and below %v, so that boards of the recipe come too", c.Pool, 1-c.Share)
	}
	return nil
}

// Keep bounds the boards that are kept of each size; the oldest are let go.
const Keep = 4096

// Task trains a candidate network. It implements train.OpenTask.
type Task struct {
	*candidate.Task
	config Config
	deep   candidate.TaskConfig // as asked for; the wrapped task adds no noise to states
	rng    *rand.PCG
	kinds  map[string]*places
	pool   []pair
	sum    string // SHA-256 of the pool's boards in their order, in hexadecimal digits; empty without a pool
}

var _ train.OpenTask = (*Task)(nil)

// places are those of one size of boards.
type places struct {
	Rows   []row  `json:"rows"`
	Failed []pair `json:"failed"` // oldest first
}

// pair is a puzzle and its solution.
type pair struct {
	Puzzle   []uint8 `json:"puzzle"`
	Solution []uint8 `json:"solution"`
}

// row is the place of one board.
type row struct {
	pair
	Again bool `json:"again,omitempty"` // it is one that failed before
	Other bool `json:"other,omitempty"` // the wrapped task believes that another is there
	Wrong bool `json:"wrong,omitempty"` // it was not solved after its last segment
}

// New makes the task, with a pool of boards of one size, which may be empty if none is to come from it; see candidate.NewTask.
// Boards of the pool that the recipe's boards of that size may not be are left out: those of classes that the lab holds out for tests,
// and twins of what the recipe excludes.
func New(ctx context.Context, backend compute.Backend, n *candidate.Network, deep candidate.TaskConfig, c Config, pool []puzzles.Sample, workers int) (*Task, error) {
	if err := errors.Join(deep.Validate(), c.Validate()); err != nil {
		return nil, err
	}
	taken, sum, err := learnable(ctx, pool, deep.Kinds)
	switch {
	case err != nil:
		return nil, fmt.Errorf("again: pool: %w", err)
	case c.Pool > 0 && len(taken) == 0:
		return nil, fmt.Errorf("again: a share of %v of a pool that has no board that may be learned (of %d)", c.Pool, len(pool))
	}
	still := deep
	still.Scatter, still.Jitter = 0, 0
	inner, err := candidate.NewTask(ctx, backend, n, still, workers)
	if err != nil {
		return nil, err
	}
	return &Task{Task: inner, config: c, deep: deep, rng: rand.NewPCG(deep.Seed, 0x616761696e), kinds: map[string]*places{}, pool: taken, sum: sum}, nil
}

// learnable returns the boards of a pool that may be learned from, and their sum.
func learnable(ctx context.Context, pool []puzzles.Sample, kinds []candidate.Kind) (taken []pair, sum string, err error) {
	if len(pool) == 0 {
		return nil, "", nil
	}
	for i, s := range pool {
		if len(s.Puzzle) != len(pool[0].Puzzle) || len(s.Solution) != len(s.Puzzle) {
			return nil, "", fmt.Errorf("board %d has %d and %d cells, want %d as the first", i+1, len(s.Puzzle), len(s.Solution), len(pool[0].Puzzle))
		}
	}
	boards := puzzles.Boards(pool)
	side := boards[0].Shape().Side()
	at := slices.IndexFunc(kinds, func(k candidate.Kind) bool { return k.Puzzles.Side == side })
	if at < 0 {
		return nil, "", fmt.Errorf("boards of side %d, and the recipe has none of that side", side)
	}
	barred, err := puzzles.Bars(ctx, kinds[at].Puzzles)
	if err != nil {
		return nil, "", err
	}
	keys, err := symmetry.Keys(ctx, boards, runtime.GOMAXPROCS(0), symmetry.DefaultLimits())
	if err != nil {
		return nil, "", err
	}
	hash := sha256.New()
	for i, key := range keys {
		if barred(key) {
			continue
		}
		taken = append(taken, pair{pool[i].Puzzle, pool[i].Solution})
		_, _ = hash.Write(pool[i].Puzzle) // a hash takes all
	}
	return taken, hex.EncodeToString(hash.Sum(nil)), nil
}

// Pool returns the number of boards of the pool that may be learned.
func (t *Task) Pool() int { return len(t.pool) }

// Next puts boards in free places, new ones and such that failed, and returns puzzles [B, N] int32, solutions [B, N] int32, which of them
// are fresh [B] float32, noise [B, H] float32, the states [B·n³, H] float32 and, if the configuration adds noise to states, its
// deviation for each board [B] float32 and the state of the generator that draws it [3] uint64.
func (t *Task) Next(ctx context.Context) (train.Batch, error) {
	batch, err := t.Task.Next(ctx)
	if err != nil {
		return batch, err
	}
	if batch.Inputs[0], batch.Inputs[1], err = t.seat(batch); err != nil {
		return train.Batch{}, fmt.Errorf("again: %w", err)
	}
	if t.shakes() {
		fresh, err := tensors.CopyFlatData[float32](batch.Inputs[2])
		if err != nil {
			return train.Batch{}, fmt.Errorf("again: %w", err)
		}
		deviations := make([]float32, len(fresh))
		for i, f := range fresh {
			if deviations[i] = float32(t.deep.Jitter); f == 1 {
				deviations[i] = float32(t.deep.Scatter)
			}
		}
		state := []uint64{t.rng.Uint64(), t.rng.Uint64(), t.rng.Uint64()}
		batch.Inputs = append(batch.Inputs, tensors.FromFlatDataAndDimensions(deviations, len(deviations)), tensors.FromFlatDataAndDimensions(state, len(state)))
	}
	return batch, nil
}

// shakes reports whether something is added to states.
func (t *Task) shakes() bool { return t.deep.Scatter > 0 || t.deep.Jitter > 0 }

// seat returns the puzzles and solutions of a batch with boards that failed in the places of some.
func (t *Task) seat(batch train.Batch) (puzzles, solutions *tensors.Tensor, err error) {
	puzzle, err := tensors.CopyFlatData[int32](batch.Inputs[0])
	if err != nil {
		return nil, nil, err
	}
	solution, err := tensors.CopyFlatData[int32](batch.Inputs[1])
	if err != nil {
		return nil, nil, err
	}
	fresh, err := tensors.CopyFlatData[float32](batch.Inputs[2])
	if err != nil {
		return nil, nil, err
	}
	k, cells := t.kinds[batch.Kind], len(puzzle)/len(fresh)
	if k == nil {
		k = &places{Rows: make([]row, len(fresh))}
		t.kinds[batch.Kind] = k
	}
	rng := rand.New(t.rng)
	for i, f := range fresh {
		r, from, to := &k.Rows[i], i*cells, (i+1)*cells
		if f == 1 {
			k.leave(*r)
			*r = row{}
			switch draw := rng.Float64(); {
			case draw < t.config.Share && len(k.Failed) > 0:
				r.pair, r.Again, r.Other = k.take(rng), true, true
			case draw >= t.config.Share && draw < t.config.Share+t.config.Pool && len(t.pool[0].Puzzle) == cells:
				r.pair, r.Other = t.pool[rng.IntN(len(t.pool))], true
			default:
				r.pair = pair{narrow(puzzle[from:to]), narrow(solution[from:to])}
			}
		}
		if r.Other {
			for c := range cells {
				puzzle[from+c], solution[from+c] = int32(r.Puzzle[c]), int32(r.Solution[c])
			}
		}
	}
	return tensors.FromFlatDataAndDimensions(puzzle, len(fresh), cells), tensors.FromFlatDataAndDimensions(solution, len(fresh), cells), nil
}

// leave keeps the board of a place if it failed.
func (k *places) leave(r row) {
	if !r.Wrong {
		return
	}
	if len(k.Failed) >= Keep {
		k.Failed = k.Failed[1:]
	}
	k.Failed = append(k.Failed, r.pair)
}

// take returns one of the boards that failed, which is then no longer among them.
func (k *places) take(rng *rand.Rand) pair {
	i := rng.IntN(len(k.Failed))
	p := k.Failed[i]
	k.Failed = append(k.Failed[:i], k.Failed[i+1:]...)
	return p
}

// narrow returns digits as package board has them.
func narrow(digits []int32) []uint8 {
	out := make([]uint8, len(digits))
	for i, d := range digits {
		out[i] = uint8(d) //nolint:gosec // at most a side
	}
	return out
}

// Loss is that of the wrapped task, from states with noise.
func (t *Task) Loss(scope *model.Scope, kind string, inputs []*Node) (loss *Node, outputs []*Node) {
	if len(inputs) > 5 {
		inputs = append(append([]*Node(nil), inputs[:5]...), noise(inputs[4], inputs[5], inputs[6]))
	}
	return t.Task.Loss(scope, kind, inputs)
}

// noise returns normal numbers of the shape of states [B·n³, H], with the deviation of each board, [B]. They are drawn by the
// backend from a generator's state [3] uint64 by the method of Box and Muller ("A Note on the Generation of Random
// Normal Deviates", 1958).
func noise(states, deviations, generator *Node) *Node {
	dims, boards := states.Shape().Dimensions, deviations.Shape().Dimensions[0]
	each := shapes.Make(states.DType(), boards, dims[0]/boards, dims[1])
	generator, radius := RandomUniform(generator, each)
	_, angle := RandomUniform(generator, each)
	radius = Sqrt(MulScalar(Log(MaxScalar(radius, 0x1p-33)), -2)) // 0 comes once in 2³² numbers
	return Reshape(Mul(Mul(radius, Cos(MulScalar(angle, 2*math.Pi))), Reshape(deviations, -1, 1, 1)), dims...)
}

// Observe lets boards go and remembers which of them are not solved. Its metrics are those of the wrapped task, the share of
// right cells among the empty ones of the boards that are there, and the share of boards that failed before, by a name
// such as "again9".
func (t *Task) Observe(kind string, outputs []*tensors.Tensor) (train.Metrics, error) {
	wrong, err := tensors.CopyFlatData[float32](outputs[1])
	if err != nil {
		return nil, fmt.Errorf("again: %w", err)
	}
	metrics, err := t.Task.Observe(kind, outputs)
	if err != nil {
		return nil, err
	}
	right, again := 0.0, 0.0
	for i, v := range wrong {
		r := &t.kinds[kind].Rows[i]
		r.Wrong = v != 0
		right += 1 - float64(v)/float64(max(1, bytes.Count(r.Puzzle, []byte{0})))
		if r.Again {
			again++
		}
	}
	metrics["cells"+kind], metrics["again"+kind] = right/float64(len(wrong)), again/float64(len(wrong))
	return metrics, nil
}

// taskState is the JSON of a checkpoint.
type taskState struct {
	Again  Config             `json:"again"`
	Pool   string             `json:"pool,omitempty"`
	Noise  []byte             `json:"noise"` // of the generator
	Places map[string]*places `json:"places"`
	Task   json.RawMessage    `json:"task"` // of the wrapped task
}

// Save returns the boards, those that are kept, and what the wrapped task saves.
func (t *Task) Save() (train.TaskState, error) {
	state, err := t.Task.Save()
	if err != nil {
		return state, err
	}
	rng, err := t.rng.MarshalBinary()
	if err != nil {
		return state, fmt.Errorf("again: %w", err)
	}
	if state.JSON, err = json.Marshal(taskState{Again: t.config, Pool: t.sum, Noise: rng, Places: t.kinds, Task: state.JSON}); err != nil {
		return state, fmt.Errorf("again: %w", err)
	}
	return state, nil
}

// Load goes on from what Save returned.
func (t *Task) Load(from train.TaskState) error {
	var s taskState
	if err := json.Unmarshal(from.JSON, &s); err != nil {
		return fmt.Errorf("again: checkpoint: %w", err)
	}
	switch {
	case len(s.Task) == 0:
		return errors.New("again: checkpoint of a training in which nothing comes again, want one of a training with a share")
	case s.Again != t.config:
		return fmt.Errorf("again: checkpoint of a training with shares of %v and, from a pool, %v, want %v and %v", s.Again.Share, s.Again.Pool, t.config.Share, t.config.Pool)
	case s.Pool != t.sum:
		return fmt.Errorf("again: checkpoint of a training with another pool: SHA-256 %q, want %q", s.Pool, t.sum)
	}
	for kind, k := range s.Places {
		if err := k.check(); err != nil {
			return fmt.Errorf("again: checkpoint: side %s: %w", kind, err)
		}
		if t.deep.Forget { // all boards start again, and none of them has failed
			for i := range k.Rows {
				k.Rows[i].Wrong = false
			}
		}
	}
	if err := t.rng.UnmarshalBinary(s.Noise); err != nil {
		return fmt.Errorf("again: checkpoint: random state: %w", err)
	}
	if err := t.Task.Load(train.TaskState{JSON: s.Task, Tensors: from.Tensors}); err != nil {
		return err
	}
	t.kinds = s.Places
	return nil
}

// check refuses places that no training leaves.
func (k *places) check() error {
	if k == nil || len(k.Rows) == 0 {
		return errors.New("no places")
	}
	cells := len(k.Rows[0].Puzzle)
	for i, r := range k.Rows {
		if len(r.Puzzle) != cells || len(r.Solution) != cells {
			return fmt.Errorf("place %d has %d and %d cells, want %d", i+1, len(r.Puzzle), len(r.Solution), cells)
		}
	}
	for i, p := range k.Failed {
		if len(p.Puzzle) != cells || len(p.Solution) != cells {
			return fmt.Errorf("board %d that failed has %d and %d cells, want %d", i+1, len(p.Puzzle), len(p.Solution), cells)
		}
	}
	return nil
}
