package tensornet

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"sudokulab/pkg/tensornet/plain"
)

// literalOptions say what a literal form computes and in which numbers.
type literalOptions struct {
	rules   plain.Rules
	sweeps  int // of the rules in a step, at least 1
	guesses int // that may be open at once, at most plain.MaxGuesses
	number  dtypes.DType
	unpool  unpooling
	reduced bool     // add and subtract by convolution, not within a loop
	observe observer // nil for none
}

// literal is the form of the network that the document draws: convolution, ReLU, max-pool and its
// inverse, multiplication and addition on one number for each candidate (see literal_ops.go).
//
// The state, all of one type of number, is
//
//	stamps    [N, D, R, C]  as plain.State.Stamp
//	solution  [N, D, R, C]  1 for the digits of the first solution
//	weight    [N, 1, R, C]  as plain.State.Weight
//	numbers   [N, 1, 1, 1]  one tensor each, see literalState
//
// Every number in it and every result of an operation lies in −128 … 127, the range of int8, but for the
// keys of the substitute for max-unpool, and for the scores of cells on boards of side 16.
type literal struct {
	n, k, puzzles int
	literalOptions
}

// newLiteral returns the form for boards of side k², k from 2 to 4, in a number of slots.
//
// Errors: options out of range; a type of number that does not hold the scores of cells, or the keys made of
// them.
func newLiteral(k, slots int, o literalOptions) (*literal, error) {
	f := &literal{n: k * k, k: k, puzzles: slots, literalOptions: o}
	switch {
	case k < 2 || k > 4:
		return nil, fmt.Errorf("tensornet: boxes of side %d, want 2 to 4", k)
	case slots < 1:
		return nil, fmt.Errorf("tensornet: %d slots, want 1 or more", slots)
	case o.sweeps < 1:
		return nil, fmt.Errorf("tensornet: %d sweeps of the rules in a step, want 1 or more", o.sweeps)
	case o.guesses < 1 || o.guesses > plain.MaxGuesses:
		return nil, fmt.Errorf("tensornet: %d guesses deep, want 1 to %d", o.guesses, plain.MaxGuesses)
	case !slices.Contains(numberTypes, o.number):
		return nil, fmt.Errorf("tensornet: numbers of type %s, want one of %v", o.number, numberTypes)
	case o.unpool > unpoolSubstitute:
		return nil, fmt.Errorf("tensornet: %s, want %s or %s", o.unpool, unpoolReal, unpoolSubstitute)
	}
	cells, most := f.n*f.n, greatestScore(k)
	if o.unpool == unpoolSubstitute {
		most = most*cells + cells - 1
	}
	if most > exactTo(o.number) {
		return nil, fmt.Errorf("tensornet: %s is exact to %d, and choosing a cell by %s wants %d on boards of side %d", o.number, exactTo(o.number), o.unpool, most, f.n)
	}
	return f, nil
}

func (f *literal) slots() int { return f.puzzles }

// literalState names the state's tensors. Flags are 0 or 1.
type literalState struct {
	stamps, solution, weight *graph.Node

	guesses, deepest, guessed, steps, found, limit *graph.Node

	resumed                           *graph.Node // the next step pops
	open, exhausted, limited, tooDeep *graph.Node // the search's end, none of them in a slot never entered
}

// The places in the list of tensors.
const (
	atStamps = iota
	atSolution
	atWeight
	atGuesses
	atDeepest
	atGuessed
	atSteps
	atFound
	atLimit
	atResumed
	atOpen
	atExhausted
	atLimited
	atTooDeep
	literalFields
)

func (s *literalState) list() []**graph.Node {
	return []**graph.Node{
		&s.stamps, &s.solution, &s.weight, &s.guesses, &s.deepest, &s.guessed, &s.steps, &s.found, &s.limit,
		&s.resumed, &s.open, &s.exhausted, &s.limited, &s.tooDeep,
	}
}

func splitLiteral(nodes []*graph.Node) *literalState {
	s := new(literalState)
	for i, field := range s.list() {
		*field = nodes[i]
	}
	return s
}

func (s *literalState) join() []*graph.Node {
	out := make([]*graph.Node, 0, literalFields)
	for _, field := range s.list() {
		out = append(out, *field)
	}
	return out
}

func (f *literal) cube() shapes.Shape { return shapes.Make(f.number, f.puzzles, f.n, f.n, f.n) }
func (f *literal) cell() shapes.Shape { return shapes.Make(f.number, f.puzzles, 1, f.n, f.n) }
func (f *literal) each() shapes.Shape { return shapes.Make(f.number, f.puzzles, 1, 1, 1) }

func (f *literal) fields() []shapes.Shape {
	out := []shapes.Shape{f.cube(), f.cube(), f.cell()}
	for len(out) < literalFields {
		out = append(out, f.each())
	}
	return out
}

// entry is the givens [N, 1, R, C], a digit or 0; flags for slots that get a puzzle and for those that go
// on; and the limit of solutions for both.
func (f *literal) entry() []shapes.Shape {
	return []shapes.Shape{f.cell(), f.each(), f.each(), f.each()}
}

// numbersOf lists the constants that layers uses as scalars.
func (f *literal) numbersOf() []int {
	out := []int{0, 1, 2, 3, 4, maxWeight(f.k), fewer(f.k), f.guesses - 1}
	if f.unpool == unpoolSubstitute {
		out = append(out, f.n, f.n*f.n)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// A kernel is a convolution's fixed weights [out, in, height, width].
type kernel struct {
	name   string
	dims   [4]int
	weight func(out, in int) int // the same over height and width
}

func ones(int, int) int { return 1 }

func equal(out, in int) int {
	if out == in {
		return 1
	}
	return 0
}

// kernelsOf lists the kernels that the rules use. They are drawn in literal_rules.go and doubles.go.
func (f *literal) kernelsOf() []kernel {
	n, k := f.n, f.k
	out := []kernel{
		{"cell", [4]int{1, n, 1, 1}, ones},
		{"box", [4]int{1, 1, k, k}, ones},
		{"segment", [4]int{1, k, 1, 1}, ones},
		{"field", [4]int{1, n * n, 1, 1}, ones},
	}
	if f.rules.Doubles {
		var pairs [][2]int
		for a := range n {
			for b := range a {
				pairs = append(pairs, [2]int{b, a})
			}
		}
		has := func(pair, digit int) int { return equal(pairs[pair][0], digit) + equal(pairs[pair][1], digit) }
		out = append(out,
			kernel{"pairs", [4]int{len(pairs), n, 1, 1}, has},
			kernel{"ofPairs", [4]int{n, len(pairs), 1, 1}, func(out, in int) int { return has(in, out) }},
			kernel{"all", [4]int{1, len(pairs), 1, 1}, ones})
	}
	if f.reduced {
		out = append(out,
			kernel{"sum", [4]int{1, 2, 1, 1}, ones},
			kernel{"difference", [4]int{1, 2, 1, 1}, func(_, in int) int { return 1 - 2*in }})
	}
	return out
}

// tablesOf lists the constants that are not convolved: the digits 1 … n, and for the substitute the order
// of cells and digits, the first the greatest.
func (f *literal) tablesOf() []kernel {
	n := f.n
	out := []kernel{{"digit", [4]int{1, n, 1, 1}, func(_, in int) int { return in + 1 }}}
	if f.unpool == unpoolSubstitute {
		out = append(out,
			kernel{"cells", [4]int{1, 1, n, n}, func(_, index int) int { return n*n - 1 - index }},
			kernel{"digits", [4]int{1, 1, n, 1}, func(_, index int) int { return n - 1 - index }})
	}
	return out
}

func (f *literal) constants() []*tensors.Tensor {
	var out []*tensors.Tensor
	for _, v := range f.numbersOf() {
		out = append(out, tensorOf(f.number, []int{v}))
	}
	for _, w := range f.kernelsOf() {
		var values []int
		for o := range w.dims[0] {
			for i := range w.dims[1] {
				for range w.dims[2] * w.dims[3] {
					values = append(values, w.weight(o, i))
				}
			}
		}
		out = append(out, tensorOf(f.number, values, w.dims[:]...))
	}
	for _, table := range f.tablesOf() {
		values := make([]int, table.dims[1]*table.dims[2]*table.dims[3])
		for i := range values {
			values[i] = table.weight(0, i)
		}
		out = append(out, tensorOf(f.number, values, table.dims[:]...))
	}
	return out
}

// layers takes the constants apart, in the order of constants.
func (f *literal) layers(c []*graph.Node) *layers {
	l := &layers{
		n: f.n, k: f.k, observe: f.observe, unpool: f.unpool, reduced: f.reduced,
		numbers: map[int]*graph.Node{}, kernels: map[string]*graph.Node{},
	}
	for i, v := range f.numbersOf() {
		l.numbers[v] = c[i]
	}
	c = c[len(l.numbers):]
	for i, w := range append(f.kernelsOf(), f.tablesOf()...) {
		c[i].AssertDims(w.dims[:]...)
		l.kernels[w.name] = c[i]
	}
	return l
}

// enter builds the stamps of new puzzles from their givens: 1 for digits other than a given.
func (f *literal) enter(state, in, c []*graph.Node) []*graph.Node {
	s, l := splitLiteral(state), f.layers(c)
	l.rule = "enter"
	givens, placed, resumed, limit := in[0], in[1], in[2], in[3]
	givens.AssertDims(f.puzzles, 1, f.n, f.n)

	digit := l.kernels["digit"] // [1, D, 1, 1]
	above := l.relu("above", l.sub("above", digit, givens))
	below := l.relu("below", l.sub("below", givens, digit))
	other := l.atMostOne("other", l.add("other", above, below)) // [N, D, R, C]
	fresh := l.multiply("fresh", other, l.atMostOne("given", givens))

	stays := l.not("stays", placed)
	resumed = l.multiply("resumed", l.multiply("resumed", resumed, s.limited), stays)
	starts := l.add("starts", placed, resumed)
	goesOn := l.not("goes on", starts)
	s.stamps = l.lerp("stamps", s.stamps, fresh, placed)
	s.solution = l.multiply("solution", s.solution, goesOn)
	for _, field := range []**graph.Node{&s.weight, &s.guesses, &s.deepest, &s.resumed, &s.exhausted, &s.tooDeep} {
		*field = l.multiply("number", *field, stays)
	}
	s.found = l.multiply("found", s.found, goesOn)
	s.limited = l.multiply("limited", s.limited, goesOn)
	s.limit = l.lerp("limit", s.limit, limit, starts)
	s.resumed = l.add("resumed", s.resumed, resumed)
	s.open = l.add("open", l.multiply("open", s.open, goesOn), starts)
	s.guessed = l.sub("guessed", s.guessed, s.guessed)
	s.steps = l.sub("steps", s.steps, s.steps)
	return s.join()
}

// ended is for the loop and no part of the network. It counts in int64, which no state is in: go-xla v0.4.5
// keeps the function by which a type is summed up for the whole program, and refuses it outside the
// closure that wanted it first, which for int32 is the loop's body, by max-unpool.
func (f *literal) ended(state, c []*graph.Node) *graph.Node {
	l := &layers{numbers: f.layers(c).numbers, rule: "ended"}
	count := graph.ReduceAllSum(graph.ConvertDType(l.not("ended", splitLiteral(state).open), dtypes.Int64))
	return graph.ConvertDType(count, dtypes.Int32)
}
