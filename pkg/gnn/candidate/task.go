package candidate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/train"
)

// TaskConfig decides how the network is trained.
//
// A batch is a number of boards that are being thought about. A training step takes each of
// them Segment steps further, from the state in which the last one left it and without a
// gradient through that; a board that is solved, or was thought about for long enough, gives
// its place to a new one. So states deep in the iteration are as common in training as in use,
// hard puzzles get more of the time than easy ones, and no step is made without learning.
// The idea is that of deep supervision with a carried state (Wang et al., "Hierarchical
// Reasoning Model", 2025, arXiv:2506.21734; Jolicoeur-Martineau, "Less is More: Recursive
// Reasoning with Tiny Networks", 2025, arXiv:2510.04871).
type TaskConfig struct {
	Segment  int     `json:"segment"`  // message-passing steps in a training step
	Segments int     `json:"segments"` // a board stays for half to one and a half of this number of training steps at most
	Leave    float64 `json:"leave"`    // the chance that a solved board is replaced; the others practise to hold still
	Cover    float64 `json:"cover"`    // weight of the cross-entropies over rows, columns and boxes
	Noise    float64 `json:"noise"`    // deviation of what is added to the first state, for restarts in use
	// Scatter is the deviation of what is added to each number of each candidate's first state, Jitter
	// that of what is added to carried states before each training step: the network learns to come to its
	// answer from anywhere near.
	Scatter float64 `json:"scatter,omitempty"`
	Jitter  float64 `json:"jitter,omitempty"`
	Kinds   []Kind  `json:"kinds"`
	Seed    uint64  `json:"seed"` // of the order in which boards leave, and of the noise
	// Forget leaves the states out of checkpoints, which are then small however large the
	// batches: after a resumption all boards start again, so it is not exact.
	Forget bool `json:"forget,omitempty"`

	Validation Validation `json:"validation"`
}

// Validation says on which held-out sets of package puzzles the network is measured between
// training steps, and how long it may think.
type Validation struct {
	Sets  []string    `json:"sets"`
	Count int         `json:"count"` // boards of each set
	Think ThinkConfig `json:"think"`
	// Ladders, if not nil, are those of which puzzles of held-out classes are measured too, Count of
	// each rung.
	Ladders *puzzles.LadderConfig `json:"ladders,omitempty"`
}

// Kind is a size of boards to train on.
type Kind struct {
	Batch int `json:"batch"`
	Every int `json:"every"` // of each Every steps one is of this kind; the first kind takes what is left
	// Size is the number of puzzles in all, the first of the stream, which come again in
	// another order each time round, with its augmentation; 0 is a stream without end.
	// The network gives a board and its image the same scores (see package learn/candidates), so augmentation
	// changes what is learned from these puzzles by roundings alone.
	Size    int            `json:"size,omitempty"`
	Puzzles puzzles.Config `json:"puzzles"`
	// Ladders, if not nil, give Share of the puzzles, and Puzzles the rest.
	Ladders *puzzles.LadderConfig `json:"ladders,omitempty"`
	Share   float64               `json:"share,omitempty"`
}

// mixture is the configuration of the kind's puzzles if it has ladders.
func (k Kind) mixture() puzzles.MixtureConfig {
	return puzzles.MixtureConfig{Stream: k.Puzzles, Ladders: *k.Ladders, Share: k.Share}
}

// DefaultTask trains on 9×9 and, one step in eight, on 4×4.
func DefaultTask() TaskConfig {
	nine, four := puzzles.DefaultConfig(9), puzzles.DefaultConfig(4)
	return TaskConfig{
		Segment: 8, Segments: 6, Leave: 0.75, Cover: 0.3, Noise: 0.1, Seed: 1,
		Validation: Validation{Sets: []string{"9x9-30-35", "9x9-25-29", "9x9-22-24", "4x4"}, Count: 128, Think: DefaultThink()},
		Kinds:      []Kind{{Batch: 32, Every: 1, Puzzles: nine}, {Batch: 64, Every: 8, Puzzles: four}},
	}
}

// Validate reports what is wrong with the configuration.
func (c TaskConfig) Validate() error {
	switch {
	case c.Segment < 1 || c.Segment > 256:
		return fmt.Errorf("candidate: segments of %d steps, want 1…256", c.Segment)
	case c.Segments < 1 || c.Segments > 1000:
		return fmt.Errorf("candidate: %d segments, want 1…1000", c.Segments)
	case !(c.Leave > 0 && c.Leave <= 1):
		return fmt.Errorf("candidate: leave %v, want above 0 and at most 1", c.Leave)
	case !(c.Cover >= 0) || !(c.Noise >= 0):
		return fmt.Errorf("candidate: cover %v and noise %v, want 0 or more", c.Cover, c.Noise)
	case !(c.Scatter >= 0) || !(c.Jitter >= 0):
		return fmt.Errorf("candidate: scatter %v and jitter %v, want 0 or more", c.Scatter, c.Jitter)
	case len(c.Kinds) == 0:
		return errors.New("candidate: no kinds of boards to train on")
	}
	if c.Validation.Count < 1 || len(c.Validation.Sets) == 0 {
		return fmt.Errorf("candidate: validation on %d boards of %d sets, want 1 or more of both", c.Validation.Count, len(c.Validation.Sets))
	}
	for _, name := range c.Validation.Sets {
		if _, err := puzzles.TestSetOf(name); err != nil {
			return fmt.Errorf("candidate: validation: %w", err)
		}
	}
	if err := c.Validation.Think.Validate(); err != nil {
		return err
	}
	if l := c.Validation.Ladders; l != nil {
		if err := l.Validate(); err != nil {
			return fmt.Errorf("candidate: validation: %w", err)
		}
	}
	sides := map[int]bool{}
	for i, k := range c.Kinds {
		if err := k.Puzzles.Validate(); err != nil {
			return fmt.Errorf("candidate: kind %d: %w", i+1, err)
		}
		if k.Batch < 1 || k.Every < 1 || (i > 0 && k.Every < 2) {
			return fmt.Errorf("candidate: kind %d: batches of %d every %d steps, want 1 or more of both, and from the second kind on every 2 or more", i+1, k.Batch, k.Every)
		}
		switch {
		case k.Ladders == nil && k.Share != 0:
			return fmt.Errorf("candidate: kind %d: a share of %v from no ladders", i+1, k.Share)
		case k.Ladders != nil && k.Size > 0:
			return fmt.Errorf("candidate: kind %d: a fixed number of puzzles beside ladders, want one of both", i+1)
		case k.Ladders != nil:
			if err := k.mixture().Validate(); err != nil {
				return fmt.Errorf("candidate: kind %d: %w", i+1, err)
			}
		}
		if k.Size < 0 {
			return fmt.Errorf("candidate: kind %d: %d puzzles, want 0 for a stream without end, or more", i+1, k.Size)
		}
		if sides[k.Puzzles.Side] {
			return fmt.Errorf("candidate: two kinds of side %d", k.Puzzles.Side)
		}
		sides[k.Puzzles.Side] = true
	}
	return nil
}

// Task trains a Network. It implements train.Task.
type Task struct {
	network *Network
	config  TaskConfig
	kinds   []*boards
	step    int
	rng     *rand.PCG

	backend compute.Backend
	workers int                         // goroutines that make puzzles
	tests   map[string][]puzzles.Sample // by name, made when first needed
	rungs   [][]puzzles.Sample          // of the validation's ladders, likewise
	thinker *Thinker                    // of the last validation
}

// boards are what one kind thinks about.
type boards struct {
	kind   Kind
	shape  *board.Shape
	source puzzles.Source // a *puzzles.Finite if the kind has a size, a *puzzles.Mixture with ladders, else a *puzzles.Stream
	slots  []slot
	state  *tensors.Tensor // [B·n³, H]
}

// newSource begins what a kind's puzzles come from.
func newSource(ctx context.Context, k Kind, workers int) (puzzles.Source, error) {
	if k.Size > 0 {
		return puzzles.NewFinite(ctx, puzzles.FiniteConfig{Stream: k.Puzzles, Size: k.Size, Shuffle: k.Puzzles.Seed}, workers)
	}
	if k.Ladders != nil {
		return puzzles.NewMixture(ctx, k.mixture(), workers)
	}
	return puzzles.New(ctx, k.Puzzles, workers)
}

// slot is the place of one board.
type slot struct {
	Puzzle   []uint8 `json:"puzzle"`
	Solution []uint8 `json:"solution"`
	Age      int     `json:"age"`   // training steps it has been thought about
	Limit    int     `json:"limit"` // and at most will be
}

// NewTask makes the task; workers goroutines make puzzles, 0 for one a core. Validations run
// on the backend, which stays open as long as the task.
func NewTask(ctx context.Context, backend compute.Backend, n *Network, c TaskConfig, workers int) (*Task, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	t := &Task{network: n, config: c, rng: rand.NewPCG(c.Seed, 0x7a5c), backend: backend, workers: workers, tests: map[string][]puzzles.Sample{}}
	for _, k := range c.Kinds {
		source, err := newSource(ctx, k, workers)
		if err != nil {
			t.Close()
			return nil, fmt.Errorf("candidate: %w", err)
		}
		shape, err := board.ShapeOfSide(k.Puzzles.Side)
		if err != nil {
			source.Close()
			t.Close()
			return nil, fmt.Errorf("candidate: %w", err)
		}
		n3 := shape.Side() * shape.Cells()
		t.kinds = append(t.kinds, &boards{
			kind: k, shape: shape, source: source, slots: make([]slot, k.Batch),
			state: tensors.FromShape(shapes.Make(dtypes.Float32, k.Batch*n3, n.Config().Hidden)),
		})
	}
	return t, nil
}

// Close stops the making of puzzles.
func (t *Task) Close() {
	if t.thinker != nil {
		t.thinker.Close()
	}
	for _, b := range t.kinds {
		b.source.Close()
	}
}

// at returns the kind of a step.
func (t *Task) at(step int) *boards {
	for i := len(t.kinds) - 1; i > 0; i-- {
		if step%t.kinds[i].kind.Every == i%t.kinds[i].kind.Every {
			return t.kinds[i]
		}
	}
	return t.kinds[0]
}

func (b *boards) name() string { return strconv.Itoa(b.shape.Side()) }

// Next puts new boards in free places and returns puzzles [B, N] int32, solutions
// [B, N] int32, which of them are new [B] float32, noise [B, H] float32, the states
// [B·n³, H] float32 and, with Scatter or Jitter, what is added to them, of the same shape.
func (t *Task) Next(ctx context.Context) (train.Batch, error) {
	b := t.at(t.step)
	vacant := 0
	for _, s := range b.slots {
		if s.Puzzle == nil {
			vacant++
		}
	}
	samples, err := b.source.Batch(ctx, vacant) // none if it is cut off: nothing has moved on then
	if err != nil {
		return train.Batch{}, fmt.Errorf("candidate: %w", err)
	}
	cells := b.shape.Cells()
	puzzle, solution := make([]int32, 0, len(b.slots)*cells), make([]int32, 0, len(b.slots)*cells)
	fresh := make([]float32, len(b.slots))
	hidden := t.network.Config().Hidden
	noise := make([]float32, len(b.slots)*hidden)
	rng := rand.New(t.rng)
	for i := range b.slots {
		s := &b.slots[i]
		if s.Puzzle == nil {
			half := t.config.Segments / 2
			*s = slot{Puzzle: samples[0].Puzzle, Solution: samples[0].Solution, Limit: t.config.Segments - half + rng.IntN(2*half+1)}
			samples = samples[1:]
		}
		if s.Age == 0 {
			fresh[i] = 1
			for j := range hidden {
				noise[i*hidden+j] = float32(rng.NormFloat64() * t.config.Noise)
			}
		}
		for c := range cells {
			puzzle, solution = append(puzzle, int32(s.Puzzle[c])), append(solution, int32(s.Solution[c]))
		}
	}
	inputs := []*tensors.Tensor{
		tensors.FromFlatDataAndDimensions(puzzle, len(b.slots), cells),
		tensors.FromFlatDataAndDimensions(solution, len(b.slots), cells),
		tensors.FromFlatDataAndDimensions(fresh, len(b.slots)),
		tensors.FromFlatDataAndDimensions(noise, len(b.slots), hidden),
		b.state,
	}
	if t.config.shakes() {
		inputs = append(inputs, b.shake(rng, fresh, t.config, hidden))
	}
	return train.Batch{Kind: b.name(), Samples: len(b.slots), Inputs: inputs}, nil
}

// shakes reports whether something is added to states.
func (c TaskConfig) shakes() bool { return c.Scatter > 0 || c.Jitter > 0 }

// shake draws what is added to the states: [B·n³, H].
func (b *boards) shake(rng *rand.Rand, fresh []float32, c TaskConfig, hidden int) *tensors.Tensor {
	each := b.shape.Side() * b.shape.Cells() * hidden
	out := make([]float32, len(fresh)*each)
	for i, f := range fresh {
		deviation := c.Jitter
		if f == 1 {
			deviation = c.Scatter
		}
		if deviation == 0 {
			continue
		}
		for j := range each {
			out[i*each+j] = float32(rng.NormFloat64() * deviation)
		}
	}
	return tensors.FromFlatDataAndDimensions(out, len(fresh)*each/hidden, hidden)
}

// Loss takes the boards one segment further: the mean over its steps of the cross-entropy.
// The outputs are the states after it and the number of wrong cells of each board, [B].
func (t *Task) Loss(scope *model.Scope, kind string, inputs []*Node) (loss *Node, outputs []*Node) {
	i := slices.IndexFunc(t.kinds, func(b *boards) bool { return b.name() == kind })
	b := t.kinds[i]
	puzzle, solution, fresh, noise, state := inputs[0], inputs[1], inputs[2], inputs[3], inputs[4]
	on := t.network.On(scope, puzzle, b.shape)
	state = enter(on, fresh, noise, state)
	if len(inputs) > 5 {
		state = Add(state, inputs[5])
	}
	answer := newTarget(puzzle, solution, on.Cube)
	var scores *Node
	state = on.Steps(state, t.config.Segment, func(i int, state *Node) {
		scores = answer.cubed(on.Score(state))
		if part := answer.crossEntropy(scores, t.config.Cover); i == 0 {
			loss = part
		} else {
			loss = Add(loss, part)
		}
	})
	return DivScalar(loss, float64(t.config.Segment)), []*Node{StopGradient(state), StopGradient(answer.wrong(scores))}
}

// Observe keeps the states and lets boards go. Its metrics are, of the boards of that kind
// after the segment, the share that is solved, the share of empty cells that are right, and
// the mean number of segments.
func (t *Task) Observe(kind string, outputs []*tensors.Tensor) (train.Metrics, error) {
	b := t.at(t.step)
	if b.name() != kind {
		return nil, fmt.Errorf("candidate: outputs of side %s at a step of side %s", kind, b.name())
	}
	b.state = outputs[0]
	wrong, err := tensors.CopyFlatData[float32](outputs[1])
	if err != nil {
		return nil, fmt.Errorf("candidate: %w", err)
	}
	outputs[1].MustFinalizeAll()
	rng := rand.New(t.rng)
	solved, right, age := 0.0, 0.0, 0.0
	for i, v := range wrong {
		s := &b.slots[i]
		s.Age++
		age += float64(s.Age)
		empty := 0
		for _, d := range s.Puzzle {
			if d == 0 {
				empty++
			}
		}
		right += 1 - float64(v)/float64(max(1, empty))
		leaves := s.Age >= s.Limit
		if v == 0 {
			solved++
			leaves = rng.Float64() < t.config.Leave || leaves
		}
		if leaves {
			*s = slot{}
		}
	}
	t.step++
	n := float64(len(wrong))
	return train.Metrics{"solved" + kind: solved / n, "cells" + kind: right / n, "age" + kind: age / n}, nil
}

// Validate thinks about held-out boards. Its metrics are the share of each set that is solved,
// by the set's name, and "solved", the mean of them.
func (t *Task) Validate(ctx context.Context, weights *model.Store) (train.Metrics, error) {
	v := t.config.Validation
	if t.thinker == nil || t.thinker.weights != weights {
		thinker, err := NewThinker(t.backend, t.network, weights, v.Think)
		if err != nil {
			return nil, err
		}
		if t.thinker != nil {
			t.thinker.Close()
		}
		t.thinker = thinker
	}
	metrics := train.Metrics{}
	for _, name := range v.Sets {
		if t.tests[name] == nil {
			set, err := puzzles.TestSetOf(name)
			if err != nil {
				return nil, fmt.Errorf("candidate: validation: %w", err)
			}
			samples, err := puzzles.HeldOut(ctx, set, v.Count, 0)
			if err != nil {
				return nil, fmt.Errorf("candidate: validation: %w", err)
			}
			t.tests[name] = samples
		}
		e, err := t.thinker.Evaluate(ctx, t.tests[name])
		if err != nil {
			return nil, err
		}
		metrics[name] = e.Metrics.Grids.Rate()
		metrics["solved"] += metrics[name] / float64(len(v.Sets))
	}
	return metrics, t.climbed(ctx, metrics)
}

// climbed adds the share of each rung's held-out puzzles that is solved, by names such as "guesses-5-19",
// and "ladders", the mean of them.
func (t *Task) climbed(ctx context.Context, metrics train.Metrics) error {
	v := t.config.Validation
	if v.Ladders == nil {
		return nil
	}
	if t.rungs == nil {
		var err error
		if t.rungs, err = puzzles.HeldOutLadders(ctx, *v.Ladders, v.Count); err != nil {
			return fmt.Errorf("candidate: validation: %w", err)
		}
	}
	for i, samples := range t.rungs {
		if len(samples) == 0 {
			continue
		}
		e, err := t.thinker.Evaluate(ctx, samples)
		if err != nil {
			return err
		}
		rate := e.Metrics.Grids.Rate()
		metrics["guesses-"+v.Ladders.Rungs[i].String()] = rate
		metrics["ladders"] += rate / float64(len(t.rungs))
	}
	return nil
}

// taskState is the JSON of a checkpoint.
type taskState struct {
	Step  int         `json:"step"`
	RNG   []byte      `json:"rng"`
	Kinds []kindState `json:"kinds"`
}

type kindState struct {
	Side  int    `json:"side"`
	Slots []slot `json:"slots"`
	// Stream is the position of a stream without end, Taken the number of puzzles that were
	// handed out of a fixed number; the other is missing.
	Stream *puzzles.State `json:"stream,omitempty"`
	Taken  *int           `json:"taken,omitempty"`
	// Mixture is the position of both with ladders.
	Mixture *puzzles.MixtureState `json:"mixture,omitempty"`
}

// saved returns the state of a kind.
func (b *boards) saved() kindState {
	s := kindState{Side: b.shape.Side(), Slots: b.slots}
	switch source := b.source.(type) {
	case *puzzles.Stream:
		at := source.State()
		s.Stream = &at
	case *puzzles.Mixture:
		at := source.State()
		s.Mixture = &at
	default:
		at := source.Position()
		s.Taken = &at
	}
	return s
}

// goOn takes the kind's puzzles to where they were saved.
func (b *boards) goOn(from kindState, workers int) error {
	if finite, ok := b.source.(*puzzles.Finite); ok {
		if from.Taken == nil {
			return fmt.Errorf("a stream without end at side %d, want the position among %d puzzles", from.Side, b.kind.Size)
		}
		return finite.Seek(*from.Taken)
	}
	if b.kind.Ladders != nil {
		return b.goOnMixed(from, workers)
	}
	if from.Mixture != nil {
		return fmt.Errorf("a mixture with ladders at side %d, want a stream alone", from.Side)
	}
	if from.Stream == nil {
		return fmt.Errorf("a fixed number of puzzles at side %d, want a stream without end", from.Side)
	}
	stream, err := puzzles.Resume(context.Background(), *from.Stream, workers)
	if err != nil {
		return err
	}
	b.source.Close()
	b.source = stream
	return nil
}

// goOnMixed is goOn with ladders. Where the recipe has changed its mixture, it begins anew.
func (b *boards) goOnMixed(from kindState, workers int) error {
	if from.Mixture == nil {
		return fmt.Errorf("no mixture with ladders at side %d", from.Side)
	}
	if !sameMixture(*from.Mixture, b.kind.mixture()) {
		return nil // as begun by NewTask; only a resumption that says --change comes here
	}
	mixture, err := puzzles.ResumeMixture(context.Background(), *from.Mixture, workers)
	if err != nil {
		return err
	}
	b.source.Close()
	b.source = mixture
	return nil
}

// sameMixture reports whether a state is of a configuration.
func sameMixture(s puzzles.MixtureState, c puzzles.MixtureConfig) bool {
	return reflect.DeepEqual(puzzles.MixtureConfig{Stream: s.Stream.Config, Ladders: s.Ladders.Config, Share: s.Share}, c)
}

// Save returns the boards, their states and the positions of the streams.
func (t *Task) Save() (train.TaskState, error) {
	rng, err := t.rng.MarshalBinary()
	if err != nil {
		return train.TaskState{}, fmt.Errorf("candidate: %w", err)
	}
	s := taskState{Step: t.step, RNG: rng}
	carried := map[string]*tensors.Tensor{}
	for _, b := range t.kinds {
		s.Kinds = append(s.Kinds, b.saved())
		if !t.config.Forget {
			carried["state"+b.name()] = b.state
		}
	}
	text, err := json.Marshal(s)
	if err != nil {
		return train.TaskState{}, fmt.Errorf("candidate: %w", err)
	}
	return train.TaskState{JSON: text, Tensors: carried}, nil
}

// Load goes on from what Save returned.
func (t *Task) Load(from train.TaskState) error {
	var s taskState
	if err := json.Unmarshal(from.JSON, &s); err != nil {
		return fmt.Errorf("candidate: checkpoint: %w", err)
	}
	if len(s.Kinds) != len(t.kinds) {
		return fmt.Errorf("candidate: checkpoint of %d kinds of boards, want %d", len(s.Kinds), len(t.kinds))
	}
	if err := t.rng.UnmarshalBinary(s.RNG); err != nil {
		return fmt.Errorf("candidate: checkpoint: random state: %w", err)
	}
	for i, b := range t.kinds {
		k := s.Kinds[i]
		carried := from.Tensors["state"+b.name()]
		switch {
		case k.Side != b.shape.Side() || len(k.Slots) != len(b.slots):
			return fmt.Errorf("candidate: checkpoint of %d boards of side %d, want %d of side %d", len(k.Slots), k.Side, len(b.slots), b.shape.Side())
		case t.config.Forget:
			carried = b.state
			for j := range k.Slots {
				k.Slots[j].Age = 0
			}
		case carried == nil || !carried.Shape().Equal(b.state.Shape()):
			return fmt.Errorf("candidate: checkpoint without states %s for side %d", b.state.Shape(), k.Side)
		}
		for j, slot := range k.Slots {
			if slot.Puzzle != nil && (len(slot.Puzzle) != b.shape.Cells() || len(slot.Solution) != b.shape.Cells()) {
				return fmt.Errorf("candidate: checkpoint: board %d of side %d has %d and %d cells, want %d", j+1, k.Side, len(slot.Puzzle), len(slot.Solution), b.shape.Cells())
			}
		}
		if err := b.goOn(k, t.workers); err != nil {
			return fmt.Errorf("candidate: checkpoint: %w", err)
		}
		b.slots, b.state = k.Slots, carried
	}
	t.step = s.Step
	return nil
}
