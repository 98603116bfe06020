package tensornet

import (
	"fmt"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"

	"sudokulab/pkg/board"
)

// A loop is a form compiled for one number of slots, with its state on the backend:
//
//	state ← enter(state, entry)
//	while t < steps and ended(state) < enough:  state, t ← step(state), t + 1
//
// It is one call of the backend. The body gets every scalar as part of what the loop carries, because
// GoMLX v0.28.7 keeps constants by graph and not by function, so that one made in the body, or made
// before and used in it, is refused.
type loop struct {
	form      form
	backend   compute.Backend
	exec      *Exec
	constants []*tensors.Tensor
	state     []*tensors.Tensor
	stage     stage
}

// newLoop returns the loop of the configuration's form for at least so many puzzles.
func (c Config) newLoop(backend compute.Backend, shape *board.Shape, slots, unrolled int) (*loop, error) {
	f, err := c.newForm(shape.Box(), slots)
	if err != nil {
		return nil, err
	}
	return newLoop(backend, f, unrolled)
}

func newLoop(backend compute.Backend, f form, unrolled int) (*loop, error) {
	l := &loop{form: f, backend: backend, constants: f.constants(), stage: f.stage()}
	e, err := NewExec(backend, func(x []*Node) []*Node { return l.build(x, unrolled) })
	if err != nil {
		return nil, fmt.Errorf("tensornet: %w", err)
	}
	l.exec = e
	e.SetMaxCache(-1)
	for _, shape := range f.fields() {
		l.state = append(l.state, tensors.FromShape(shape))
	}
	return l, nil
}

// build is the graph: state, entry, steps int32 [], enough int32 [], 1 int32 [], constants → state.
func (l *loop) build(x []*Node, unrolled int) []*Node {
	states, entries := len(l.state), len(l.form.entry())
	state, in, x := x[:states], x[states:states+entries], x[states+entries:]
	steps, enough, one, c := x[0], x[1], x[2], x[3:]
	state = l.form.enter(state, in, c)
	if unrolled > 0 {
		for range unrolled {
			state = l.form.step(state, c)
		}
		return state
	}
	g := steps.Graph()
	carried := append(append([]*Node{}, state...), Sub(one, one), steps, enough, one)
	carried = append(carried, c...)
	parameters := func(g *Graph) []*Node {
		out := make([]*Node, len(carried))
		for i, node := range carried {
			out[i] = Parameter(g, fmt.Sprintf("x%d", i), node.Shape())
		}
		return out
	}
	cond := NewClosure(g, func(g *Graph) []*Node {
		x := parameters(g)
		y := x[states:]
		return []*Node{LogicalAnd(LessThan(y[0], y[1]), LessThan(l.form.ended(x[:states], y[4:]), y[2]))}
	})
	body := NewClosure(g, func(g *Graph) []*Node {
		x := parameters(g)
		y := x[states:]
		out := append(append([]*Node{}, l.form.step(x[:states], y[4:])...), Add(y[0], y[3]))
		return append(out, y[1:]...)
	})
	return While(cond, body, carried...)[:states]
}

// run makes an entry of what was staged and takes up to so many steps, fewer once enough searches have
// ended.
func (l *loop) run(steps, enough int) error {
	var args []any
	for _, t := range l.state {
		donated, err := DonateTensorBuffer(t, l.backend, 0)
		if err != nil {
			return fmt.Errorf("tensornet: %w", err)
		}
		args = append(args, donated)
	}
	entry := l.stage.tensors()
	scalars := []*tensors.Tensor{tensors.FromScalar(int32(steps)), tensors.FromScalar(int32(enough)), tensors.FromScalar(int32(1))}
	for _, list := range [][]*tensors.Tensor{entry, scalars, l.constants} {
		for _, t := range list {
			args = append(args, t)
		}
	}
	state, err := l.exec.Call(args...)
	for _, t := range append(entry, scalars...) {
		t.MustFinalizeAll()
	}
	if err != nil {
		return fmt.Errorf("tensornet: a step on %s: %w", l.backend.Name(), err)
	}
	l.state = state
	return nil
}

// close frees what the loop holds.
func (l *loop) close() {
	l.exec.Finalize()
	for _, t := range append(l.state, l.constants...) {
		t.MustFinalizeAll()
	}
}
