package candidate

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn"
)

// Axis legend: B batch, R row, C column, D digit (n each), F features, H hidden, M channels,
// k = √n. A cube is [B, R, C, D, F]; its flat form is [B·n³, F].

// inputs are what a candidate knows of the puzzle: its digit is given; another digit is
// given in its cell; its cell is empty.
const inputs = 3

// Network is the candidate network. It implements gnn.Network.
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

// Name is "candidate".
func (n *Network) Name() string { return "candidate" }

// Takes accepts every plain shape: the constraints are rows, columns and boxes.
func (n *Network) Takes(s *board.Shape) error {
	if !s.Plain() {
		return fmt.Errorf("candidate: the network knows rows, columns and boxes only, not the shape %s", s)
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
// configuration's seed and not by the backend, so that all backends start alike.
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

// start is the state before the first step. It depends on the inputs alone: x is
// [B·n³, inputs], the state [B·n³, H] and within (-1, 1) as every later one is.
func (w variables) start(x *Node) *Node {
	return ConvertDType(Tanh(dense(w.like(x), w.startW, w.startB)), dtypes.Float32)
}

// like converts to the format in which the network computes.
func (w variables) like(x *Node) *Node { return ConvertDType(x, w.startW.DType()) }

// base is what the inputs contribute to every step: [B·n³, inputs] → [B·n³, H] for each half.
func (w variables) base(x *Node) [2]*Node {
	x = w.like(x)
	return [2]*Node{dense(x, w.gate.input, w.gate.bias), dense(x, w.next.input, w.next.bias)}
}

// score is each candidate's score: [B·n³, H] → [B, R, C, D].
func (w variables) score(state *Node, q cube) *Node {
	score := ConvertDType(dense(w.like(state), w.scoreW, w.scoreB), dtypes.Float32)
	return Reshape(score, q.batch, q.n, q.n, q.n)
}

// cube is the geometry of a batch.
type cube struct{ batch, n, k int }

// cubeOf returns the geometry of a batch of boards of a shape.
func cubeOf(batch int, s *board.Shape) cube { return cube{batch, s.Side(), s.Box()} }

func (q cube) unflatten(x *Node) *Node { // [B·n³, F] → [B, R, C, D, F]
	return Reshape(x, q.batch, q.n, q.n, q.n, x.Shape().Dimensions[1])
}

func (q cube) flatten(x *Node) *Node { // [B, R, C, D, F] → [B·n³, F]
	return Reshape(x, q.batch*q.n*q.n*q.n, x.Shape().Dimensions[4])
}

func (q cube) boxed(x *Node) *Node { // [B, R, C, D, F] → [B, k, k, k, k, D, F]
	return Reshape(x, q.batch, q.k, q.k, q.k, q.k, q.n, x.Shape().Dimensions[4])
}

func (q cube) unboxed(x *Node) *Node { // and back
	return Reshape(x, q.batch, q.n, q.n, q.n, x.Shape().Dimensions[6])
}

// gathered holds a sum for each constraint, with axes of length 1 where its members lie.
type gathered struct {
	cell *Node // [B, R, C, 1, F]
	row  *Node // [B, R, 1, D, F]
	col  *Node // [B, 1, C, D, F]
	box  *Node // [B, k, 1, k, 1, D, F]
}

// gather adds up the members of each constraint of x [B, R, C, D, F].
func (q cube) gather(x *Node) gathered {
	return gathered{
		cell: ReduceAndKeep(x, ReduceSum, 3),
		row:  ReduceAndKeep(x, ReduceSum, 2),
		col:  ReduceAndKeep(x, ReduceSum, 1),
		box:  ReduceAndKeep(q.boxed(x), ReduceSum, 2, 4),
	}
}

// each applies f to every kind of constraint.
func (a gathered) each(f func(*Node) *Node) gathered {
	return gathered{f(a.cell), f(a.row), f(a.col), f(a.box)}
}

// step is one round of message passing: state [B·n³, H] and base, [B·n³, H] for each half,
// give the next state [B·n³, H].
//
//	q, v  = W·h                        what a candidate tells its constraints, M channels each
//	L     = log Σ exp(q)               over the members of a constraint, each channel by itself
//	m     = Σ exp(q)·v / Σ exp(q)
//	z, c  = U·h + Σ V·[L, m] + base    the last sum over the candidate's four constraints
//	h'    = h + (1+tanh(z))/2 · (tanh(c) - h)
//
// U·h holds q, so that a half can see q - L, the logarithm of the candidate's share. V is
// linear and acts on the constraints, of which there are n²·4 and not n³.
func (n *Network) step(w variables, q cube, state *Node, base [2]*Node) *Node {
	heard := n.hear(w, q, state)
	gate := Tanh(n.half(w.gate, q, state, base[0], heard))
	next := Tanh(n.half(w.next, q, state, base[1], heard))
	return Add(state, MulScalar(Mul(AddScalar(OptimizationBarrier(gate), 1), Sub(OptimizationBarrier(next), state)), 0.5))
}

// steps makes a number of steps and calls after with the state after each of them. With
// Recompute only these states are kept for the backward pass.
func (n *Network) steps(w variables, q cube, state *Node, base [2]*Node, number int, after func(i int, state *Node)) *Node {
	state = w.like(state)
	for i := range number {
		if n.config.Recompute {
			state = state.Checkpoint()
		}
		state = n.step(w, q, state, base)
		if n.config.Recompute {
			state = state.StopCheckpoint()
		}
		after(i, state)
	}
	return ConvertDType(state, dtypes.Float32)
}

// hear returns the features of each constraint, F of them.
func (n *Network) hear(w variables, q cube, state *Node) gathered {
	value := dense(state, w.valueW, w.valueB) // [B·n³, M]
	switch n.config.Pool {
	case PoolSum:
		return q.gather(q.unflatten(Tanh(value)))
	case PoolMean:
		return q.gather(q.unflatten(Tanh(value))).each(func(x *Node) *Node { return DivScalar(x, float64(q.n)) })
	}
	force := Exp(dense(state, w.forceW, w.forceB)) // [B·n³, M]
	sums := q.gather(q.unflatten(force))
	products := q.gather(q.unflatten(Mul(force, value)))
	join := func(sum, product *Node) *Node { return Concatenate([]*Node{Log(sum), Div(product, sum)}, -1) }
	return gathered{join(sums.cell, products.cell), join(sums.row, products.row), join(sums.col, products.col), join(sums.box, products.box)}
}

// half adds up what makes one half of the update: [B·n³, H].
func (n *Network) half(w half, q cube, state, base *Node, heard gathered) *Node {
	h := n.config.Hidden
	say := func(x *Node, kind int) *Node { // [..., F] → [..., H]
		dims := append([]int(nil), x.Shape().Dimensions...)
		f := dims[len(dims)-1]
		dims[len(dims)-1] = h
		return Reshape(Dot(Reshape(x, x.Shape().Size()/f, f), w.heard[kind]).Product(), dims...)
	}
	sum := q.unflatten(Add(Dot(state, w.state).Product(), base)) // [B, R, C, D, H]
	sum = Add(sum, say(heard.cell, cellKind))
	sum = Add(sum, say(heard.row, lineKind))
	sum = Add(sum, say(heard.col, lineKind))
	sum = q.unboxed(Add(q.boxed(sum), say(heard.box, boxKind)))
	return q.flatten(sum)
}

// Logits builds the steps and the scores after each of them.
func (n *Network) Logits(scope *model.Scope, boards *Node, s *board.Shape, mode gnn.Mode) []*Node {
	steps := mode.Steps
	if steps == 0 {
		steps = n.config.Steps
	}
	w := n.variables(scope, boards.Graph())
	q := cubeOf(boards.Shape().Dimensions[0], s)
	x := inputsOf(boards, s.Side())
	state, base := w.start(x), w.base(x)
	logits := make([]*Node, steps)
	n.steps(w, q, state, base, steps, func(i int, state *Node) {
		logits[i] = Reshape(w.score(state, q), q.batch, s.Cells(), s.Side())
	})
	return logits
}

// dense is x·W + b for a flat x.
func dense(x, w, b *Node) *Node { return Add(Dot(x, w).Product(), ExpandAxes(b, 0)) }
