package dqn

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/train/optimizer"

	"sudokulab/pkg/train"
)

// The forms of a [Pipeline].
const (
	// Looped helpers take one item of the batch at a time, on the host; what they make goes to the device item by
	// item, and is stacked there (dqn.md, "Training Performance Optimization via Vectorization", as it was before).
	Looped = "looped"
	// Batched helpers take the whole batch on the device, where the buffer lies and is drawn from.
	Batched = "batched"
)

// Pipeline makes training steps of [DQN] from a buffer that is filled once, in one of two forms that differ in how
// a batch gets from the buffer to the loss. It counts what goes between host and device on that way. It is for one
// goroutine; the backend stays open as long as it.
type Pipeline struct {
	task   *TaskDQN
	form   string
	store  *model.Store
	exec   *model.Exec
	rng    *rand.Rand
	buffer []*tensors.Tensor // on the device, of the batched form
	loss   *tensors.Tensor   // of the last step
	count  Transfers
}

// Transfers are what went between host and device from the draws of the buffer up to the losses.
type Transfers struct {
	Steps int   // training steps
	Up    int   // tensors that a step found on the host
	Bytes int64 // of them
	Most  int   // tensors in one step
}

// NewPipeline fills the recipe's buffer with the transitions that precede its first update, and compiles the step.
// The batched form has them brought to the device here: the first upload of what the environment makes
// is not on the way that is counted.
func NewPipeline(ctx context.Context, backend compute.Backend, r Recipe, form string) (p *Pipeline, err error) {
	if form != Looped && form != Batched {
		return nil, fmt.Errorf("dqn: pipeline of form %q, want %s or %s", form, Looped, Batched)
	}
	if r.DQN == nil || !r.Play.Mask || !r.DQN.MaskTarget || r.DQN.Double || r.DQN.Prioritised != nil {
		return nil, errors.New("dqn: a pipeline needs a recipe of DQN with the mask in policy and target, and neither double nor prioritised")
	}
	if err := r.Validate(); err != nil {
		return nil, err
	}
	network, err := r.network()
	if err != nil {
		return nil, err
	}
	task, err := NewDQN(ctx, backend, network, r.Play, *r.DQN, r.Validation, 1)
	if err != nil {
		return nil, err
	}
	defer task.Close()
	batch, err := task.Next(ctx)
	if err != nil {
		return nil, err
	}
	for _, t := range batch.Inputs {
		if err := t.FinalizeAll(); err != nil {
			return nil, fmt.Errorf("dqn: %w", err)
		}
	}
	p = &Pipeline{task: task, form: form, store: model.NewStore(), rng: rand.New(rand.NewPCG(r.Play.Seed, 0x919e))}
	defer func() {
		if err != nil {
			p.Close()
		}
	}()
	if err := p.store.SetRNGStateFromSeed(int64(r.Play.Seed)); err != nil {
		return nil, fmt.Errorf("dqn: %w", err)
	}
	adam := optimizer.Adam().LearningRate(r.Train.Optimizer.LearningRate).Done()
	p.exec, err = model.NewExec(backend, p.store, func(scope *model.Scope, in []*Node) []*Node {
		loss := p.graph(scope.Store().Scope(train.ScopePath), in)
		adam.UpdateGraph(scope.Store().RootScope(), loss.Graph(), loss)
		return []*Node{loss}
	})
	if err != nil {
		return nil, fmt.Errorf("dqn: %w", err)
	}
	if form == Batched {
		p.buffer = p.onHost()
	}
	// The first step compiles, and brings the buffer and the weights to the device.
	if err := p.Step(); err != nil {
		return nil, err
	}
	if _, err := p.Loss(); err != nil {
		return nil, err
	}
	p.count = Transfers{}
	return p, nil
}

// Close frees what was compiled, the weights and the buffer.
func (p *Pipeline) Close() {
	if p.exec != nil {
		p.exec.Finalize()
	}
	for _, t := range append(p.buffer, p.loss) {
		if t != nil {
			_ = t.FinalizeAll() // what was read of it stays
		}
	}
	p.store.Finalize()
}

// Transfers returns what was counted since the pipeline was made.
func (p *Pipeline) Transfers() Transfers { return p.count }

// onHost are the transitions of the buffer, R of them: boards before and after [R, N] int32, actions [R] int32, rewards
// and discounts [R] float32.
func (p *Pipeline) onHost() []*tensors.Tensor {
	r := p.task.replay
	n := r.count
	return []*tensors.Tensor{
		boardsOf(r.before[:n*r.cells], n), boardsOf(r.after[:n*r.cells], n),
		tensors.FromFlatDataAndDimensions(append([]int32{}, r.action[:n]...), n),
		tensors.FromFlatDataAndDimensions(append([]float32{}, r.reward[:n]...), n),
		tensors.FromFlatDataAndDimensions(append([]float32{}, r.discount[:n]...), n),
	}
}

// looped draws a batch, and has each helper take one item after the other: planes of the board before [1, N, n + 1] for
// each item, of the board after, masks of the board after [1, A]; then actions [B], rewards [B] and discounts
// [B].
func (p *Pipeline) looped() []*tensors.Tensor {
	b, n, cells := p.task.config.Batch, p.task.shape.Side(), p.task.shape.Cells()
	batch := p.task.replay.draw(p.rng, b)
	in := make([]*tensors.Tensor, 3*b, 3*b+3)
	for i := range b {
		before, after := batch.before[i*cells:(i+1)*cells], batch.after[i*cells:(i+1)*cells]
		in[i] = tensors.FromFlatDataAndDimensions(planesOf(before, n), 1, cells, n+1)
		in[b+i] = tensors.FromFlatDataAndDimensions(planesOf(after, n), 1, cells, n+1)
		legal := make([]bool, cells*n)
		for at := range legal {
			legal[at] = after[at/n] == 0
		}
		in[2*b+i] = tensors.FromFlatDataAndDimensions(legal, 1, cells*n)
	}
	return append(in, tensors.FromFlatDataAndDimensions(batch.action, b),
		tensors.FromFlatDataAndDimensions(batch.reward, b), tensors.FromFlatDataAndDimensions(batch.discount, b))
}

// planesOf is a board as planes, one for the empty cell and one for each digit: [N] → [N·(n + 1)].
func planesOf(cells []uint8, n int) []float32 {
	planes := make([]float32, len(cells)*(n+1))
	for i, d := range cells {
		planes[i*(n+1)+int(d)] = 1
	}
	return planes
}

// graph is the loss of a step, by the form.
func (p *Pipeline) graph(scope *model.Scope, in []*Node) *Node {
	t := p.task
	b, n := t.config.Batch, t.shape.Side()
	g := in[0].Graph()
	var before, after, legal, action, reward, discount *Node
	if p.form == Batched {
		count := in[0].Shape().Dimensions[0]
		at := ConvertDType(MulScalar(scope.Store().RandomUniform(g, shapes.Make(dtypes.Float32, b, 1)), float64(count)), dtypes.Int32)
		at = MinScalar(at, float64(count-1)) // a number just below 1 may round up
		before, after = Gather(in[0], at), Gather(in[1], at)
		action, reward, discount = Gather(in[2], at), Gather(in[3], at), Gather(in[4], at)
		legal = legalOf(after, n)
	} else {
		boards := func(planes []*Node) *Node { // as the network reads them
			return ArgMax(Concatenate(planes, 0), -1, dtypes.Int32)
		}
		before, after, legal = boards(in[:b]), boards(in[b:2*b]), Concatenate(in[2*b:3*b], 0)
		action, reward, discount = in[3*b], in[3*b+1], in[3*b+2]
	}
	values := t.online(scope, before)
	follows := t.network.Values(sync(scope, ScalarZero(g, dtypes.Float32)), after, t.shape)
	follow := guarded(ReduceMax(masked(follows[len(follows)-1], legal), -1), legal)
	targets := StopGradient(Add(reward, Where(GreaterThan(discount, ZerosLike(discount)), Mul(discount, follow), ZerosLike(discount))))
	loss, _ := t.learn.towards(values, action, targets, OnesLike(targets))
	return loss
}

// Step makes a training step. It may return before the device has made it: [Pipeline.Loss] waits.
func (p *Pipeline) Step() error {
	in := p.buffer
	if p.form == Looped {
		in = p.looped()
	}
	args := make([]any, len(in))
	up := 0
	for i, t := range in {
		args[i] = t
		if !t.IsOnAnyDevice() {
			up++
			p.count.Bytes += t.ByteSize()
		}
	}
	p.count.Steps++
	p.count.Up += up
	p.count.Most = max(p.count.Most, up)
	if p.loss != nil {
		if err := p.loss.FinalizeAll(); err != nil {
			return fmt.Errorf("dqn: %w", err)
		}
	}
	out, err := p.exec.Exec(args...)
	if err != nil {
		return fmt.Errorf("dqn: %w", err)
	}
	p.loss = out[0]
	if p.form == Looped {
		for _, t := range in {
			if err := t.FinalizeAll(); err != nil {
				return fmt.Errorf("dqn: %w", err)
			}
		}
	}
	return nil
}

// Loss is the loss of the last step.
func (p *Pipeline) Loss() (float64, error) {
	values, err := tensors.CopyFlatData[float32](p.loss)
	if err != nil {
		return 0, fmt.Errorf("dqn: %w", err)
	}
	return float64(values[0]), nil
}
