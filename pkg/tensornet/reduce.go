package tensornet

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"sudokulab/pkg/board"
	"sudokulab/pkg/tensornet/plain"
)

// elementwise are the operations on tensors that the document reduces to convolution and ReLU: as the backend has
// them, and reduced, where add and sub are convolutions (see stacked).
var elementwise = map[string]struct {
	inputs int
	direct func(x []*graph.Node) *graph.Node
	// reduced has only convolutions and ReLU.
	reduced func(l *layers, x []*graph.Node) *graph.Node
}{
	"add": {
		2, func(x []*graph.Node) *graph.Node { return graph.Add(x[0], x[1]) },
		func(l *layers, x []*graph.Node) *graph.Node { return l.add("add", x[0], x[1]) },
	},
	"sub": {
		2, func(x []*graph.Node) *graph.Node { return graph.Sub(x[0], x[1]) },
		func(l *layers, x []*graph.Node) *graph.Node { return l.sub("sub", x[0], x[1]) },
	},
	// x − relu(x − y)
	"minimum": {
		2, func(x []*graph.Node) *graph.Node { return graph.Min(x[0], x[1]) },
		func(l *layers, x []*graph.Node) *graph.Node {
			return l.sub("minimum", x[0], l.relu("minimum", l.sub("minimum", x[0], x[1])))
		},
	},
	// x + relu(y − x)
	"maximum": {
		2, func(x []*graph.Node) *graph.Node { return graph.Max(x[0], x[1]) },
		func(l *layers, x []*graph.Node) *graph.Node {
			return l.add("maximum", x[0], l.relu("maximum", l.sub("maximum", x[1], x[0])))
		},
	},
	// From y to z, y ≤ z: y + relu(x − y) − relu(x − z).
	"clamp": {
		3, func(x []*graph.Node) *graph.Node { return graph.Min(graph.Max(x[0], x[1]), x[2]) },
		func(l *layers, x []*graph.Node) *graph.Node {
			above := l.add("clamp", x[1], l.relu("clamp", l.sub("clamp", x[0], x[1])))
			return l.sub("clamp", above, l.relu("clamp", l.sub("clamp", x[0], x[2])))
		},
	},
}

// Reductions lists the operations of [Reduce].
func Reductions() []string { return []string{"add", "sub", "minimum", "maximum", "clamp"} }

// Reduce computes an operation on tensors twice, as the backend has it and as convolution and ReLU: "add", "sub",
// "minimum" and "maximum" of two, "clamp" of a tensor to bounds that two others give, the lesser first. inputs are
// the tensors, each a list of cells of boards of a shape, one board after the other, rounded to a type of number.
// built lists what the second way is built of.
//
// Errors: an operation or type that there is not; another number of inputs, or some of other lengths; what the
// backend reports.
func Reduce(backend compute.Backend, shape *board.Shape, operation, number string, inputs ...[]float64) (direct, reduced []float64, built []Operation, err error) {
	op, ok := elementwise[operation]
	if !ok {
		return nil, nil, nil, fmt.Errorf("tensornet: operation %q, want one of %v", operation, Reductions())
	}
	if len(inputs) != op.inputs {
		return nil, nil, nil, fmt.Errorf("tensornet: %s of %d tensors, want %d", operation, len(inputs), op.inputs)
	}
	c := DefaultConfig()
	c.Form = Literal
	if err := c.Takes(shape); err != nil {
		return nil, nil, nil, err
	}
	boards := len(inputs[0]) / shape.Cells()
	for _, x := range inputs {
		if len(x) == 0 || len(x) != boards*shape.Cells() {
			return nil, nil, nil, fmt.Errorf("tensornet: %d numbers, want some for %d boards of %d cells, in each tensor", len(x), boards, shape.Cells())
		}
	}
	dtype, ok := dtypes.MapOfNames[number]
	if !ok || !slices.Contains(numberTypes, dtype) {
		return nil, nil, nil, fmt.Errorf("tensornet: numbers of type %q, want one of %v", number, numberTypes)
	}
	// Max-unpool, which is not used, is what every type can be configured with.
	f, err := newLiteral(shape.Box(), boards, literalOptions{sweeps: 1, guesses: plain.MaxGuesses, number: dtype, reduced: true})
	if err != nil {
		return nil, nil, nil, err
	}
	exec, err := graph.NewExec(backend, func(in []*graph.Node) []*graph.Node {
		x := make([]*graph.Node, op.inputs)
		for i := range x {
			x[i] = graph.ConvertDType(in[i], dtype)
		}
		l := f.layers(in[op.inputs:])
		l.rule = "reduce"
		one, other := op.direct(x), op.reduced(l, x)
		relus := func(n *graph.Node) bool {
			return n.Type() == graph.NodeTypeMax && slices.Contains(n.Inputs(), l.number(0))
		}
		built = listed(needed([]*graph.Node{other}), relus, boards)
		return []*graph.Node{graph.ConvertDType(one, dtypes.Float64), graph.ConvertDType(other, dtypes.Float64)}
	})
	if err != nil {
		return nil, nil, nil, fmt.Errorf("tensornet: %w", err)
	}
	defer exec.Finalize()
	var given []*tensors.Tensor
	for _, x := range inputs {
		given = append(given, tensors.FromFlatDataAndDimensions(x, boards, 1, shape.Side(), shape.Side()))
	}
	given = append(given, f.constants()...)
	var args []any
	for _, t := range given {
		args = append(args, t)
	}
	out, err := exec.Call(args...)
	for _, t := range given {
		t.MustFinalizeAll()
	}
	if err != nil {
		return nil, nil, nil, fmt.Errorf("tensornet: %s: %w", operation, err)
	}
	defer out[0].MustFinalizeAll()
	defer out[1].MustFinalizeAll()
	return tensors.MustCopyFlatData[float64](out[0]), tensors.MustCopyFlatData[float64](out[1]), built, nil
}

// listed is [tally] with a name of its own for ReLU.
func listed(nodes []*graph.Node, relu func(*graph.Node) bool, slots int) []Operation {
	var relus, others []*graph.Node
	for _, n := range nodes {
		if relu(n) {
			relus = append(relus, n)
		} else {
			others = append(others, n)
		}
	}
	out := tally(Step, others, float64(slots))
	for _, o := range tally(Step, relus, float64(slots)) {
		o.Name = "ReLU"
		out = append(out, o)
	}
	return out
}

// Role says what an input of a network's program is for.
type Role string

// The roles.
const (
	RoleState    Role = "state"    // of the searches, carried from step to step
	RoleEntry    Role = "entry"    // new puzzles
	RoleControl  Role = "control"  // how many steps, how many searches to wait for, and the number 1 to count by
	RoleConstant Role = "constant" // a weight or a number that the rules need, handed in
	RoleInner    Role = "inner"    // a constant within the program
	RoleOther    Role = "other"    // anything else: a variable
)

// Input is a tensor that a network's program reads.
type Input struct {
	Role   Role
	Name   string // of constants that are handed in
	Dims   []int
	Values []int64 // of these
}

// Inputs lists all that the program reads that a configuration builds for boards of a shape: what is handed in
// from the host, and constants inside, which have no name and no values here. Program and functions are as
// [Network] compiles them.
//
// Errors: those of [New]; what the backend refuses to build.
func Inputs(backend compute.Backend, shape *board.Shape, c Config) ([]Input, error) {
	n, err := New(backend, shape, c)
	if err != nil {
		return nil, err
	}
	defer n.Close()
	f, err := c.newForm(shape.Box(), c.Batch)
	if err != nil {
		return nil, err
	}
	constants, names := f.constants(), namesOf(f)
	defer func() {
		for _, t := range constants {
			t.MustFinalizeAll()
		}
	}()
	states, entries := len(f.fields()), len(f.entry())
	const control = 3
	inputs := slices.Concat(f.fields(), f.entry())
	for range control {
		inputs = append(inputs, shapes.Make(dtypes.Int32))
	}
	for _, t := range constants {
		inputs = append(inputs, t.Shape())
	}
	var out []Input
	exec, err := graph.NewExec(backend, func(x []*graph.Node) []*graph.Node {
		results := (&loop{form: f, state: make([]*tensors.Tensor, states)}).build(slices.Clone(x), c.Unrolled) // which it overwrites
		for _, node := range x[0].Graph().Nodes() {
			in := Input{Role: RoleOther, Dims: node.Shape().Dimensions}
			switch at := slices.Index(x, node); {
			case node.Type() == graph.NodeTypeConstant:
				in.Role = RoleInner
			case node.Type() != graph.NodeTypeParameter || at < 0 && node.Function() != x[0].Function():
				continue // computed, or handed from the program to one of its functions
			case at < 0:
			case at < states:
				in.Role = RoleState
			case at < states+entries:
				in.Role = RoleEntry
			case at < states+entries+control:
				in.Role = RoleControl
			default:
				at -= states + entries + control
				in.Role, in.Name, in.Values = RoleConstant, names[at], valuesOf(constants[at])
			}
			out = append(out, in)
		}
		return results
	})
	if err != nil {
		return nil, fmt.Errorf("tensornet: %w", err)
	}
	_, err = exec.Compile(inputs...)
	exec.Finalize()
	if err != nil {
		return nil, fmt.Errorf("tensornet: the program of %d puzzles: %w", c.Batch, err)
	}
	return out, nil
}

// namesOf names the constants of a form, in their order.
func namesOf(f form) (names []string) {
	l, ok := f.(*literal)
	if !ok {
		return []string{"guard", "low", "full", "digits", "most"} // see lanes
	}
	for _, v := range l.numbersOf() {
		names = append(names, fmt.Sprintf("number %d", v))
	}
	for _, k := range l.kernelsOf() {
		names = append(names, "kernel "+k.name)
	}
	for _, k := range l.tablesOf() {
		names = append(names, "table "+k.name)
	}
	return names
}

// valuesOf reads a tensor of whole numbers.
func valuesOf(t *tensors.Tensor) []int64 {
	out := make([]int64, t.Shape().Size())
	t.MustConstFlatData(func(flat any) {
		words, packed := flat.([]uint64)
		for i := range out {
			if packed {
				out[i] = int64(words[i]) // lanes leave the highest bit unused
			} else {
				out[i] = int64(numberAt(flat, i))
			}
		}
	})
	return out
}
