package candidates

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
)

// inputs are what a candidate knows of the puzzle: its digit is given; another digit is
// given in its cell; its cell is empty.
const inputs = 3

// Network is the candidate network: a configuration, of which [Network.On] builds graphs.
type Network struct{ config Config }

// New returns the network of a configuration.
func New(c Config) (*Network, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return &Network{c}, nil
}

// Config returns the configuration.
func (n *Network) Config() Config { return n.config }

// Takes accepts every plain shape: the constraints are rows, columns and boxes.
func (n *Network) Takes(s *board.Shape) error {
	if !s.Plain() {
		return fmt.Errorf("candidates: the network knows rows, columns and boxes only, not the shape %s", s)
	}
	return nil
}

// Kinds of constraints that have separate weights. Rows and columns share theirs, so that
// a transposed board gives the transposed state.
const (
	cellKind = iota
	lineKind
	boxKind
	kinds
)

// variables are the weights as nodes of one graph. Gate and next, the two halves of an
// update, are kept apart: slices of one product cost more than two products.
type variables struct {
	startW, startB *Node // [inputs, H], [H]
	forceW, forceB *Node // [H, M], [M]
	valueW, valueB *Node // [H, M], [M]
	gate, next     half  //
	scoreW, scoreB *Node // [H, 1], [1]
}

// half is what makes one half of the update.
type half struct {
	state *Node        // [H, H]
	input *Node        // [inputs, H]
	bias  *Node        // [H]
	heard [kinds]*Node // [F, H], F features of a constraint
}

// variables makes or finds the variables. Their initial values are drawn by the
// configuration's seed, in a fixed order, and not by the backend: all backends and all scopes
// start alike.
func (n *Network) variables(scope *model.Scope, g *Graph) variables {
	c := n.config
	rng := rand.New(rand.NewPCG(c.Seed, 0x9e3779b97f4a7c15))
	variable := func(name string, mean, deviation float64, dims ...int) *Node {
		size := 1
		for _, d := range dims {
			size *= d
		}
		values := make([]float32, size)
		for i := range values {
			values[i] = float32(mean + rng.NormFloat64()*deviation)
		}
		value := scope.VariableWithValue(name, tensors.FromFlatDataAndDimensions(values, dims...)).NodeValue(g)
		return ConvertDType(value, c.Compute.dtype())
	}
	by := func(fanIn int) float64 { return 1 / math.Sqrt(float64(fanIn)) }
	h, f := c.Hidden, c.features()
	halfOf := func(name string) half {
		joined := h + kinds*f
		return half{
			state: variable(name+"_state", 0, by(joined), h, h),
			input: variable(name+"_input", 0, by(inputs), inputs, h),
			bias:  variable(name+"_bias", 0, 0, h),
			heard: [kinds]*Node{
				variable(name+"_cell", 0, by(joined), f, h),
				variable(name+"_line", 0, by(joined), f, h),
				variable(name+"_box", 0, by(joined), f, h),
			},
		}
	}
	// Only the softmax has forces.
	force := func(name string, deviation float64, dims ...int) *Node {
		if c.Pool != PoolSoftmax {
			return nil
		}
		return variable(name, 0, deviation, dims...)
	}
	return variables{
		startW: variable("start_w", 0, by(inputs), inputs, h), startB: variable("start_b", 0, 0, h),
		forceW: force("force_w", by(h), h, c.Channels), forceB: force("force_b", 0, c.Channels),
		valueW: variable("value_w", 0, by(h), h, c.Channels), valueB: variable("value_b", 0, 0, c.Channels),
		gate: halfOf("gate"), next: halfOf("next"),
		scoreW: variable("score_w", 0, by(h), h, 1), scoreB: variable("score_b", 0, 0, 1),
	}
}

// Batch is the network on one batch of boards, in one graph. States are [B·n³, H] float32; the
// candidate of board b, cell c and digit d (1…n) is row (b·N + c)·n + d − 1.
type Batch struct {
	Cube    Cube // the batch's geometry
	network *Network
	weights variables
	inputs  *Node    // [B·n³, inputs], what each candidate knows of its puzzle
	base    [2]*Node // [B·n³, H] for gate and next, what the inputs contribute to every step
}

// On begins the network's graph on boards [B, N] int32 of a shape, with values 0…n, 0 for an
// empty cell. The weights are variables of the scope, under the names of [Config.Shapes]: they
// are found there, or made with the initial values that Config.Seed draws, the same in every
// scope. All of them are made, those of the score too. Like all graph building it panics on
// misuse: a shape that the network does not take, boards of another number of cells.
func (n *Network) On(scope *model.Scope, boards *Node, s *board.Shape) *Batch {
	if err := n.Takes(s); err != nil {
		panic(err)
	}
	boards.AssertDims(-1, s.Cells())
	w := n.variables(scope, boards.Graph())
	b := &Batch{Cube: CubeOf(boards.Shape().Dimensions[0], s), network: n, weights: w, inputs: inputsOf(boards, s.Side())}
	x := w.like(b.inputs)
	b.base = [2]*Node{dense(x, w.gate.input, w.gate.bias), dense(x, w.next.input, w.next.bias)}
	return b
}

// inputsOf turns boards [B, N] int32 into what each candidate knows of its puzzle:
// [B·n³, inputs].
func inputsOf(boards *Node, n int) *Node {
	cells := boards.Shape().Dimensions[0] * n * n
	wide := BroadcastToDims(Reshape(boards, cells, 1), cells, n) // [B·N, n]
	digit := AddScalar(IotaLike(wide, 1), 1)                     // [B·N, n]
	own := ConvertDType(Equal(wide, digit), dtypes.Float32)
	empty := ConvertDType(Equal(wide, ZerosLike(wide)), dtypes.Float32)
	other := Sub(OneMinus(own), empty)
	return Reshape(Stack([]*Node{own, other, empty}, -1), cells*n, inputs)
}

// like converts to the format in which the network computes.
func (w variables) like(x *Node) *Node { return ConvertDType(x, w.startW.DType()) }

// Start is the state before the first step, [B·n³, H]. It depends on the inputs alone and is
// within (-1, 1) as every later one is.
func (b *Batch) Start() *Node {
	w := b.weights
	return ConvertDType(Tanh(dense(w.like(b.inputs), w.startW, w.startB)), dtypes.Float32)
}

// Score is each candidate's score, a linear function of its state: [B·n³, H] → [B, N, n]
// float32, digit d at d − 1.
func (b *Batch) Score(state *Node) *Node {
	w, q := b.weights, b.Cube
	score := ConvertDType(dense(w.like(state), w.scoreW, w.scoreB), dtypes.Float32) // [B·n³, 1]
	return Reshape(score, q.Batch, q.Side*q.Side, q.Side)
}

// Steps makes a number of steps from a state, [B·n³, H], and returns the state after the last.
// after, if not nil, is called with the state after each of them, the first with i = 0, in the
// format of Config.Compute, which Score takes too. With Config.Recompute only these states are
// kept for the backward pass. No gradient is stopped.
func (b *Batch) Steps(state *Node, number int, after func(i int, state *Node)) *Node {
	n := b.network
	state.AssertDims(b.Cube.candidates(), n.config.Hidden)
	state = b.weights.like(state)
	for i := range number {
		if n.config.Recompute {
			state = state.Checkpoint()
		}
		state = b.step(state)
		if n.config.Recompute {
			state = state.StopCheckpoint()
		}
		if after != nil {
			after(i, state)
		}
	}
	return ConvertDType(state, dtypes.Float32)
}

// step is one round of message passing: state [B·n³, H] → [B·n³, H].
//
//	q, v  = W·h                        what a candidate tells its constraints, M channels each
//	L     = log Σ exp(q)               over the members of a constraint, each channel by itself
//	m     = Σ exp(q)·v / Σ exp(q)
//	z, c  = U·h + Σ V·[L, m] + base    the last sum over the candidate's four constraints
//	h'    = h + (1+tanh(z))/2 · (tanh(c) - h)
//
// U·h holds q, so that a half can see q - L, the logarithm of the candidate's share. V is
// linear and acts on the constraints, of which there are n²·4 and not n³.
func (b *Batch) step(state *Node) *Node {
	heard := b.hear(state)
	gate := Tanh(b.half(b.weights.gate, state, b.base[0], heard))
	next := Tanh(b.half(b.weights.next, state, b.base[1], heard))
	return Add(state, MulScalar(Mul(AddScalar(OptimizationBarrier(gate), 1), Sub(OptimizationBarrier(next), state)), 0.5))
}

// hear returns the features of each constraint, F of them.
func (b *Batch) hear(state *Node) Sums {
	w, q := b.weights, b.Cube
	value := dense(state, w.valueW, w.valueB) // [B·n³, M]
	switch b.network.config.Pool {
	case PoolSum:
		return q.Gather(q.unflatten(Tanh(value)))
	case PoolMean:
		return q.Gather(q.unflatten(Tanh(value))).Each(func(x *Node) *Node { return DivScalar(x, float64(q.Side)) })
	}
	force := Exp(dense(state, w.forceW, w.forceB)) // [B·n³, M]
	sums := q.Gather(q.unflatten(force))
	products := q.Gather(q.unflatten(Mul(force, value)))
	join := func(sum, product *Node) *Node { return Concatenate([]*Node{Log(sum), Div(product, sum)}, -1) }
	return Sums{join(sums.Cell, products.Cell), join(sums.Row, products.Row), join(sums.Col, products.Col), join(sums.Box, products.Box)}
}

// half adds up what makes one half of the update: [B·n³, H].
func (b *Batch) half(w half, state, base *Node, heard Sums) *Node {
	h, q := b.network.config.Hidden, b.Cube
	say := func(x *Node, kind int) *Node { // [..., F] → [..., H]
		dims := append([]int(nil), x.Shape().Dimensions...)
		f := dims[len(dims)-1]
		dims[len(dims)-1] = h
		return Reshape(Dot(Reshape(x, x.Shape().Size()/f, f), w.heard[kind]).Product(), dims...)
	}
	sum := q.unflatten(Add(Dot(state, w.state).Product(), base)) // [B, R, C, D, H]
	sum = Add(sum, say(heard.Cell, cellKind))
	sum = Add(sum, say(heard.Row, lineKind))
	sum = Add(sum, say(heard.Col, lineKind))
	sum = q.unboxed(Add(q.boxed(sum), say(heard.Box, boxKind)))
	return q.flatten(sum)
}

// dense is x·W + b for a flat x.
func dense(x, w, b *Node) *Node { return Add(Dot(x, w).Product(), ExpandAxes(b, 0)) }
