package hlo

import (
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/notimplemented"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/go-xla/stablehlo"
	hloshapes "github.com/gomlx/go-xla/types/shapes"
	"github.com/gomlx/gomlx/core/graph"
)

// Write builds a graph and writes it to w as a StableHLO program of that name.
//
// Errors: an operation that the package does not know; what GoMLX and go-xla report of the graph; what w
// reports.
func Write(w io.Writer, name string, build func(g *graph.Graph) []*graph.Node) error {
	text, err := program(name, build)
	if err != nil {
		return fmt.Errorf("hlo: writing %s: %w", name, err)
	}
	_, err = w.Write(text)
	return err
}

// program returns the text. Building a graph panics where something is wrong with it.
func program(name string, build func(g *graph.Graph) []*graph.Node) (text []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			cause, ok := p.(error)
			if !ok {
				cause = fmt.Errorf("%v", p)
			}
			text, err = nil, cause
		}
	}()
	b := &backend{}
	g := graph.NewGraph(b, name)
	results := build(g)
	if len(results) == 0 {
		return nil, errors.New("no results")
	}
	if err := g.Compile(results...); err != nil {
		return nil, err
	}
	return b.text, nil
}

// backend is what GoMLX builds the graph for. It holds no data and executes nothing: the methods for
// that are those of a nil interface.
type backend struct {
	compute.Backend
	text []byte // once compiled
}

func (*backend) Name() string                       { return "hlo" }
func (*backend) Capabilities() compute.Capabilities { return compute.Capabilities{Functions: true} }
func (*backend) IsFinalized() bool                  { return false }

func (b *backend) Builder(name string) compute.Builder {
	p := stablehlo.New(name)
	return &builder{backend: b, program: p, main: newFunction(p.Main(), nil, compute.MainName)}
}

type builder struct {
	compute.Builder // the rest is for several devices
	backend         *backend
	program         *stablehlo.Builder
	main            *function
}

func (b *builder) Name() string           { return "hlo" }
func (b *builder) Main() compute.Function { return b.main }

func (b *builder) OpShape(op compute.Value) (shapes.Shape, error) { return b.main.Shape(op) }

func (b *builder) Compile() (compute.Executable, error) {
	text, err := b.program.Build()
	b.backend.text = text
	return nil, err
}

// function is one function of the program, main or the condition or body of a loop. Its values are
// *stablehlo.Value.
type function struct {
	notimplemented.Function
	fn     *stablehlo.Function
	parent compute.Function
	name   string
}

func newFunction(fn *stablehlo.Function, parent compute.Function, name string) *function {
	return &function{
		Function: notimplemented.Function{ErrFn: func(op compute.OpType) error {
			return fmt.Errorf("operation %s: %w", op, compute.ErrNotImplemented)
		}},
		fn: fn, parent: parent, name: name,
	}
}

func (f *function) Name() string             { return f.name }
func (f *function) Parent() compute.Function { return f.parent }

func (f *function) Closure() (compute.Function, error) {
	return newFunction(f.fn.Closure(), f, ""), nil
}

func (f *function) Shape(v compute.Value) (shapes.Shape, error) { return shapeOf(valueOf(v)), nil }

func (f *function) Parameter(name string, shape shapes.Shape, _ *compute.ShardingSpec) (compute.Value, error) {
	if f.parent != nil { // its names must differ from those of the functions around it
		return f.fn.Input(theirs(shape))
	}
	return f.fn.NamedInput(name, theirs(shape))
}

func (f *function) Constant(flat any, dims ...int) (compute.Value, error) {
	dtype := dtypes.FromGoType(reflect.TypeOf(flat).Elem()) // flat is a slice
	return f.fn.ConstantFromFlatAndShape(flat, hloshapes.Make(dtype, dims...))
}

func (f *function) Return(outputs []compute.Value, _ []*compute.ShardingSpec) error {
	return f.fn.Return(valuesOf(outputs)...)
}

// valueOf takes back what an operation returned: GoMLX hands over no others.
func valueOf(v compute.Value) *stablehlo.Value { return v.(*stablehlo.Value) } //nolint:forcetypeassert // see above

func valuesOf(list []compute.Value) []*stablehlo.Value {
	out := make([]*stablehlo.Value, len(list))
	for i, v := range list {
		out[i] = valueOf(v)
	}
	return out
}

// theirs and shapeOf translate shapes between the two modules, which name them alike.
func theirs(s shapes.Shape) hloshapes.Shape { return hloshapes.Make(s.DType, s.Dimensions...) }

func shapeOf(v *stablehlo.Value) shapes.Shape {
	return shapes.Make(v.Shape().DType, v.Shape().Dimensions...)
}
