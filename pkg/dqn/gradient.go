package dqn

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/train"
)

// Transitions are B moves: boards [B·N], actions, rewards, and what the value of what follows counts, 0 where
// nothing does.
type Transitions struct {
	Before, After     []uint8
	Actions           []int32
	Rewards, Discount []float32
}

// Masking is a way to keep the target's maximum from illegal actions.
type Masking string

// The ways. The first two are the document's mistake and its remedy (dqn.md, "Debugging Insights"); they
// multiply whatever the maximum is by the discount.
const (
	InPlace Masking = "in place" // [Illegal] is written over the values in memory
	Added   Masking = "added"    // a mask of 0 and [Illegal] is added to them
	Guarded Masking = "guarded"  // as [DQN] does it: chosen value by value, 0 where nothing follows or is legal
)

// Maskings lists the ways.
func Maskings() []Masking { return []Masking{InPlace, Added, Guarded} }

// LossGradient is the loss of a batch and what it asks of the weights.
type LossGradient struct {
	Loss    float64
	Targets []float32 // [B], in units of Learn.Scale
	Online  []float32 // with respect to all weights of the online network, by name
	Target  float64   // norm of the gradient that reaches the target network
}

// Gradients takes the gradients of one batch after the other in an agent that has learned nothing yet, by every
// way to mask. It is for one goroutine.
type Gradients struct {
	task   *TaskDQN
	store  *model.Store
	values *model.Exec // the target network's values, to be written over
	exec   *model.Exec
}

// NewGradients builds the agent of a recipe as for training, its target network with other initial weights
// than the online one. The backend stays open as long as it.
func NewGradients(backend compute.Backend, r Recipe) (*Gradients, error) {
	t, err := r.bare()
	if err != nil {
		return nil, err
	}
	if !t.config.MaskTarget || !t.play.Mask || t.config.Double {
		return nil, errors.New("dqn: gradients of ways to mask, in an agent without a mask in its target's maximum: want mask, mask_target, and no double")
	}
	g := &Gradients{task: t, store: model.NewStore()}
	if g.values, err = model.NewExec(backend, g.store, func(scope *model.Scope, in []*Node) []*Node {
		return []*Node{t.apart(scope, in[0])}
	}); err == nil {
		g.exec, err = model.NewExec(backend, g.store, g.build)
	}
	if err != nil {
		g.Close()
		return nil, fmt.Errorf("dqn: %w", err)
	}
	return g, nil
}

// Close frees what was compiled.
func (g *Gradients) Close() {
	for _, e := range []*model.Exec{g.values, g.exec} {
		if e != nil {
			e.Finalize()
		}
	}
	g.store.Finalize()
}

// build takes the inputs of [TaskDQN.Loss] for a batch without moves to make, then the values written over [B, A].
// For each way it gives loss, targets, gradient, and the squared norm of the target network's; last that norm with the
// mask added and no barrier to gradients.
func (g *Gradients) build(scope *model.Scope, in []*Node) (out []*Node) {
	t, at := g.task, scope.Store().Scope(train.ScopePath)
	before, after, action, reward, discount, weight, written := in[0], in[1], in[2], in[3], in[4], in[5], in[6]
	guarded, outputs := t.Loss(at, kindEpisode, in[:6])
	online, target := nodesOf(at.At(onlineScope), before.Graph()), nodesOf(at.At(targetScope), before.Graph())
	squares := func(loss *Node) *Node {
		sum := ScalarZero(before.Graph(), loss.DType())
		for _, d := range Gradient(loss, target...) {
			sum = Add(sum, ReduceAllSum(Square(d)))
		}
		return sum
	}
	add := func(loss, targets *Node) {
		var flat []*Node
		for _, d := range Gradient(loss, online...) {
			flat = append(flat, Reshape(d, d.Shape().Size()))
		}
		out = append(out, loss, targets, Concatenate(flat, 0), squares(loss))
	}
	taken := t.online(at, before)
	towards := func(targets *Node) *Node {
		loss, _ := t.learn.towards(taken, action, targets, weight)
		return loss
	}
	values, legal := t.estimate(at, after, ScalarZero(before.Graph(), reward.DType()))
	mask := seen(ZerosLike(values), legal)
	ofWritten := Add(reward, Mul(discount, ReduceMax(written, -1)))
	ofAdded := Add(reward, Mul(discount, ReduceMax(Add(values, mask), -1)))
	add(towards(StopGradient(ofWritten)), ofWritten)
	add(towards(StopGradient(ofAdded)), ofAdded)
	add(guarded, outputs[1])
	return append(out, squares(towards(ofAdded)))
}

// nodesOf returns the values of a scope's variables in a graph, by name.
func nodesOf(scope *model.Scope, g *Graph) []*Node {
	var variables []*model.Variable
	for v := range scope.IterVariables() {
		variables = append(variables, v)
	}
	slices.SortFunc(variables, func(a, b *model.Variable) int { return strings.Compare(a.Path(), b.Path()) })
	nodes := make([]*Node, len(variables))
	for i, v := range variables {
		nodes[i] = v.NodeValue(g)
	}
	return nodes
}

// Of returns the gradients of a batch by each way of [Maskings], and the norm of the gradient that would reach the target
// network with the mask added if nothing held it back.
func (g *Gradients) Of(batch Transitions) (by map[Masking]LossGradient, unheld float64, err error) {
	defer func() {
		if p := recover(); p != nil { // graph building panics by convention
			by, unheld, err = nil, 0, fmt.Errorf("dqn: %v", p)
		}
	}()
	b, size := len(batch.Actions), g.task.shape.Cells()
	if b == 0 || len(batch.Before) != b*size || len(batch.After) != b*size || len(batch.Rewards) != b || len(batch.Discount) != b {
		return nil, 0, fmt.Errorf("dqn: %d and %d cells, %d actions, %d rewards, %d discounts, want %d cells and one of the others for each move",
			len(batch.Before), len(batch.After), b, len(batch.Rewards), len(batch.Discount), size)
	}
	written, err := g.overwritten(batch.After)
	if err != nil {
		return nil, 0, err
	}
	rewards, weights := make([]float32, b), slices.Repeat([]float32{1}, b)
	for i, r := range batch.Rewards {
		rewards[i] = r / float32(g.task.config.Scale)
	}
	vector := func(v []float32) *tensors.Tensor { return tensors.FromFlatDataAndDimensions(slices.Clone(v), b) }
	out, err := g.exec.Exec(boardsOf(batch.Before, b), boardsOf(batch.After, b), tensors.FromFlatDataAndDimensions(slices.Clone(batch.Actions), b),
		vector(rewards), vector(batch.Discount), vector(weights), written)
	if err != nil {
		return nil, 0, fmt.Errorf("dqn: %w", err)
	}
	wide := make([][]float32, len(out))
	for i, o := range out {
		if wide[i], err = flat[float32](o); err != nil {
			return nil, 0, err
		}
	}
	by = map[Masking]LossGradient{}
	for i, way := range Maskings() {
		of := wide[4*i:]
		by[way] = LossGradient{Loss: float64(of[0][0]), Targets: of[1], Online: of[2], Target: math.Sqrt(float64(of[3][0]))}
	}
	return by, math.Sqrt(float64(wide[len(wide)-1][0])), nil
}

// overwritten are the target network's values of boards [B·N] with [Illegal] written over those of illegal actions,
// in the memory that the network's answer lies in: [B, A].
func (g *Gradients) overwritten(cells []uint8) (*tensors.Tensor, error) {
	t := g.task
	if err := t.place(cells); err != nil {
		return nil, err
	}
	out, err := g.values.Exec(boardsOf(cells, t.games.Len()))
	if err != nil {
		return nil, fmt.Errorf("dqn: %w", err)
	}
	err = tensors.MutableFlatData(out[0], func(values []float32) {
		for i := range t.games.Len() {
			t.games.Legal(i, t.play.Strict, t.actor.legal)
			for a, legal := range t.actor.legal {
				if !legal {
					values[i*len(t.actor.legal)+a] = Illegal
				}
			}
		}
	})
	if err != nil {
		return nil, fmt.Errorf("dqn: %w", err)
	}
	return out[0], nil
}
