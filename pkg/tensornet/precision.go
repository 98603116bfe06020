package tensornet

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"sudokulab/pkg/board"
	"sudokulab/pkg/tensornet/plain"
)

// Intermediate is the result of one operation of the literal form, over all that was solved.
type Intermediate struct {
	Op      string // convolve, relu, multiply, add, sub, max-pool, unpool
	Name    string // "rule: quantity"; several operations may share it
	Size    int    // numbers per puzzle
	Numbers []int  // the different ones that it gave, in ascending order; none if it was not recorded
}

// Rounding says what the result of an operation becomes before it goes on.
type Rounding struct {
	To          RoundTo
	Least, Most float64 // the range, or the two values
}

// RoundTo is a way to round.
type RoundTo string

// The ways to round.
const (
	Unchanged RoundTo = ""         // not at all
	ToRange   RoundTo = "range"    // to the nearest number of a range
	ToTruth   RoundTo = "truth"    // to a truth value, which stands for the greater of two values if it is true
	ToBF16    RoundTo = "bfloat16" // to the nearest number of that type
	ToFP16    RoundTo = "float16"  // the same
)

// round builds the rounding of x.
func (r Rounding) round(x *graph.Node) *graph.Node {
	switch r.To {
	case Unchanged:
		return x
	case ToRange:
		return graph.ClipScalar(x, r.Least, r.Most)
	case ToTruth:
		middle := graph.Scalar(x.Graph(), x.DType(), (r.Least+r.Most)/2)
		truth := graph.ConvertDType(graph.GreaterThan(x, middle), x.DType())
		return graph.AddScalar(graph.MulScalar(truth, r.Most-r.Least), r.Least)
	case ToBF16:
		return graph.ConvertDType(graph.ConvertDType(x, dtypes.BFloat16), x.DType())
	case ToFP16:
		return graph.ConvertDType(graph.ConvertDType(x, dtypes.Float16), x.DType())
	}
	panic(fmt.Sprintf("tensornet: rounding to %q", r.To))
}

// Observed is a network of the literal form of which every intermediate is recorded or rounded. What
// records and rounds is no part of the network: reductions and conversions beside its own operations.
type Observed struct {
	*Network
	record   bool
	rounding func(i int) Rounding
	list     []Intermediate
	sizes    []shapes.Shape // of the intermediates for one puzzle
	numbers  []numbers      // that they gave
}

// numbers is a set of whole numbers, fast for those of int8.
type numbers struct {
	small [256]bool // v + 128
	rest  map[int]bool
}

func (n *numbers) add(v int) {
	if at := v + 128; at >= 0 && at < len(n.small) {
		n.small[at] = true
		return
	}
	if n.rest == nil {
		n.rest = map[int]bool{}
	}
	n.rest[v] = true
}

func (n *numbers) sorted() []int {
	out := slices.Collect(maps.Keys(n.rest))
	for at, seen := range n.small {
		if seen {
			out = append(out, at-128)
		}
	}
	slices.Sort(out)
	return out
}

// Observe returns a network as [New] does, in float32, that records what its operations give if record is set,
// before they are rounded. rounding, if it is there, is asked for each of [Observed.Intermediates] by its place.
//
// It looks after every step. The counters of steps and guesses since the last look are recorded as if they
// reached what they can between looks of the configuration, its number of steps.
//
// Errors: those of New; a configuration of the packed form, or of another type of number.
func Observe(backend compute.Backend, shape *board.Shape, c Config, record bool, rounding func(i int) Rounding) (*Observed, error) {
	if c.Form != Literal || c.Number != "" && c.Number != "float32" {
		return nil, fmt.Errorf("tensornet: observing the %s form in %q, want the literal form in float32", c.Form, c.Number)
	}
	between := c.Steps
	c.Steps, c.Unrolled = 1, 1 // outside a loop, whose body takes no constants
	n, err := New(backend, shape, c)
	if err != nil {
		return nil, err
	}
	o := &Observed{Network: n, record: record, rounding: rounding}
	if o.rounding == nil {
		o.rounding = func(int) Rounding { return Rounding{} }
	}
	if o.list, o.sizes, err = intermediates(backend, shape, c); err != nil {
		return nil, err
	}
	o.numbers = make([]numbers, len(o.list))
	for i, m := range o.list {
		if record && (m.Name == "numbers: steps" || m.Name == "numbers: guessed") {
			for v := range between {
				o.numbers[i].add(v + 1)
			}
		}
	}
	n.wrap = func(f form) form {
		l := f.(*literal) //nolint:forcetypeassert // of the configuration
		w := &observedForm{literal: l, of: o}
		l.observe = w.observe
		return w
	}
	return o, nil
}

// Intermediates returns what the operations gave so far, in the order in which they are built: those of
// the entry, then those of the step. Without recording it names them alone.
func (o *Observed) Intermediates() []Intermediate {
	out := slices.Clone(o.list)
	for i := range out {
		out[i].Numbers = o.numbers[i].sorted()
	}
	return out
}

// intermediates names the results of operations, and gives their shapes for one puzzle.
func intermediates(backend compute.Backend, shape *board.Shape, c Config) (list []Intermediate, sizes []shapes.Shape, err error) {
	f, err := c.newForm(shape.Box(), 1)
	if err != nil {
		return nil, nil, err
	}
	l := f.(*literal) //nolint:forcetypeassert // of the configuration
	l.observe = func(op, name string, x *graph.Node) *graph.Node {
		list, sizes = append(list, Intermediate{Op: op, Name: name, Size: x.Shape().Size()}), append(sizes, x.Shape())
		return x
	}
	g := graph.NewGraph(backend, "intermediates")
	defer g.Finalize()
	parameters := func(of []shapes.Shape) (out []*graph.Node) {
		for _, s := range of {
			out = append(out, graph.Parameter(g, strconv.Itoa(g.NumParameters()), s))
		}
		return out
	}
	var fixed []shapes.Shape
	for _, t := range l.constants() {
		fixed = append(fixed, t.Shape())
		t.MustFinalizeAll()
	}
	state, in, constants := parameters(l.fields()), parameters(l.entry()), parameters(fixed)
	l.step(l.enter(state, in, constants), constants)
	return list, sizes, nil
}

// observedForm is the literal form. If it records, its state has every intermediate of the last step besides,
// which takes much memory and, on the backend in Go, a tenth of the time that reductions in the graph take.
type observedForm struct {
	*literal
	of   *Observed
	at   int // of the next intermediate
	seen []*graph.Node
}

func (w *observedForm) observe(op, name string, x *graph.Node) *graph.Node {
	if named := w.of.list[w.at]; named.Op != op || named.Name != name {
		panic(fmt.Sprintf("tensornet: operation %d is %s of %q, want %s of %q", w.at, op, name, named.Op, named.Name))
	}
	y := w.of.rounding(w.at).round(x)
	w.at++
	if w.of.record {
		w.seen = append(w.seen, x)
	}
	return y
}

// recorded are the shapes of the intermediates. Each of them has the puzzles in its first axis, alone or with
// other axes, but for those of constants.
func (w *observedForm) recorded() (out []shapes.Shape) {
	if !w.of.record {
		return nil
	}
	for _, s := range w.of.sizes {
		dims := slices.Clone(s.Dimensions)
		dims[0] *= w.puzzles
		out = append(out, shapes.Make(s.DType, dims...))
	}
	return out
}

func (w *observedForm) fields() []shapes.Shape { return append(w.literal.fields(), w.recorded()...) }

func (w *observedForm) enter(s, in, c []*graph.Node) []*graph.Node {
	w.at, w.seen = 0, nil
	return append(w.literal.enter(s[:literalFields], in, c), s[literalFields:]...)
}

func (w *observedForm) step(s, c []*graph.Node) []*graph.Node {
	return append(w.literal.step(s[:literalFields], c), w.seen...)
}

// read takes what a step gave, too: the network looks after each.
func (w *observedForm) read(s []*tensors.Tensor, out []reading) {
	w.literal.read(s[:literalFields], out)
	for i, t := range s[literalFields:] {
		seen := &w.of.numbers[i]
		t.MustConstFlatData(func(flat any) {
			for _, v := range flat.([]float32) { //nolint:forcetypeassert // the type of number
				seen.add(int(v))
			}
		})
	}
}

func (w *observedForm) move(s []*tensors.Tensor, slots []int, to form) []*tensors.Tensor {
	other := to.(*observedForm) //nolint:forcetypeassert // of the same network
	out := w.literal.move(s[:literalFields], slots, other.literal)
	for _, shape := range other.recorded() {
		out = append(out, tensors.FromShape(shape))
	}
	return out
}

// Holds reports whether a type of number, named as in [Config].Number, holds a whole number; int4 too, and a
// type that there is not holds none.
func Holds(number string, v int) bool {
	if number == "int4" {
		return v >= -8 && v <= 7
	}
	t, ok := dtypes.MapOfNames[number]
	if !ok || !slices.Contains(numberTypes, t) {
		return false
	}
	x := tensorOf(t, []int{v})
	defer x.MustFinalizeAll()
	held := 0
	x.MustConstFlatData(func(flat any) { held = numberAt(flat, 0) })
	return held == v
}

// GreatestConstant is the greatest number among the constants of the literal form for boards of side 9: kernels,
// and what is added to others or multiplies them.
func GreatestConstant() int {
	f := &literal{n: 9, k: 3, puzzles: 1, literalOptions: literalOptions{rules: plain.Rules{Doubles: true}, guesses: plain.MaxGuesses, number: dtypes.Int32}}
	greatest := 0
	for _, t := range f.constants() {
		t.MustConstFlatData(func(flat any) {
			for i := range t.Size() {
				greatest = max(greatest, numberAt(flat, i))
			}
		})
		t.MustFinalizeAll()
	}
	return greatest
}
