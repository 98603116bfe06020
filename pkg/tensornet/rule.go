package tensornet

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"sudokulab/pkg/board"
	"sudokulab/pkg/tensornet/plain"
)

// Rule names a rule of the step, as package plain has it.
type Rule string

// The rules. A step applies Doubles, which looks for both kinds in the same candidates.
const (
	Eliminate     Rule = "eliminate"
	Locked        Rule = "locked"
	Only          Rule = "only"
	Doubles       Rule = "doubles"
	NakedDoubles  Rule = "naked-doubles"
	HiddenDoubles Rule = "hidden-doubles"
)

// Rules lists all rules, in the order in which a step applies them.
func Rules() []Rule {
	return []Rule{Eliminate, Locked, Only, Doubles, NakedDoubles, HiddenDoubles}
}

// InLoops returns the candidates that the rule leaves by package plain; nil for an unknown one.
func (r Rule) InLoops(shape *board.Shape, candidates []board.Digits) []board.Digits {
	var strike []board.Digits
	switch r {
	case Eliminate:
		strike = plain.Eliminate(shape, candidates)
	case Locked:
		strike = plain.Locked(shape, candidates)
	case Only:
		strike, _ = plain.Only(shape, candidates)
	case Doubles:
		strike = plain.DoublesIn(shape.Units(), candidates)
	case NakedDoubles:
		strike = plain.NakedDoubles(shape, candidates)
	case HiddenDoubles:
		strike = plain.HiddenDoubles(shape, candidates)
	default:
		return nil
	}
	out := make([]board.Digits, len(candidates))
	for cell := range candidates {
		out[cell] = candidates[cell] &^ strike[cell]
	}
	return out
}

// CheckConfig says which rule a [Check] is, and how it is built.
type CheckConfig struct {
	Form  Form `json:"form"`
	Rule  Rule `json:"rule"`
	Batch int  `json:"batch"` // boards side by side; the packed form rounds it up to whole words
	// Reduced has the literal form add and subtract by convolution, as the document says that it can be done.
	Reduced bool `json:"reduced,omitempty"`
}

// Check is one rule of the step by itself, compiled: to look at what it strikes and what it is built of. The
// functions that build it are those of the step. It serves one goroutine.
type Check struct {
	config       CheckConfig
	shape        *board.Shape
	exec         *graph.Exec
	constants    []*tensors.Tensor
	literal      *literal // or
	packed       *packed
	inputs       []*tensors.Tensor // of the last batch
	operations   []Operation
	convolutions []Convolution
}

// Convolution is one convolution of a check with its fixed weights.
type Convolution struct {
	Kernel  [4]int // dimensions [out, in, height, width]
	Weights []int  // in row-major order
	Out     []int  // dimensions of the result for one board after the other, [boards, out, height, width]
}

// NewCheck builds and compiles a rule for boards of a shape.
//
// Errors: an unknown form or rule; a batch out of range; a shape that the form does not take; Reduced for the
// packed form; what the backend refuses.
func NewCheck(backend compute.Backend, shape *board.Shape, c CheckConfig) (*Check, error) {
	cfg := DefaultConfig()
	cfg.Form, cfg.Batch, cfg.Rules = c.Form, c.Batch, plain.Rules{Locked: true, Doubles: true}
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if err := cfg.Takes(shape); err != nil {
		return nil, err
	}
	switch {
	case !slices.Contains(Rules(), c.Rule):
		return nil, fmt.Errorf("tensornet: rule %q, want one of %v", c.Rule, Rules())
	case c.Reduced && c.Form != Literal:
		return nil, fmt.Errorf("tensornet: the %s form has no convolutions to reduce to", c.Form)
	}
	check := &Check{config: c, shape: shape}
	f, err := cfg.newForm(shape.Box(), c.Batch)
	if err != nil {
		return nil, err
	}
	switch f := f.(type) {
	case *literal:
		f.reduced = c.Reduced
		check.literal = f
	case *packed:
		check.packed = f
	}
	check.constants = f.constants()
	check.clear()
	built := false
	check.exec, err = graph.NewExec(backend, func(in []*graph.Node) []*graph.Node {
		out := check.build(in)
		if !built {
			check.note(in, out, f.slots())
			built = true
		}
		return out
	})
	if err != nil {
		check.Close()
		return nil, fmt.Errorf("tensornet: %w", err)
	}
	if err := check.Again(); err != nil {
		check.Close()
		return nil, err
	}
	return check, nil
}

// Close frees what was compiled.
func (c *Check) Close() {
	if c.exec != nil {
		c.exec.Finalize()
	}
	for _, t := range slices.Concat(c.constants, c.inputs) {
		t.MustFinalizeAll()
	}
	c.constants, c.inputs = nil, nil
}

// Operations lists what the rule is built of, per board. What [Operations] calls a Max is here a ReLU where it
// is the greater of a number and the constant 0.
func (c *Check) Operations() []Operation { return slices.Clone(c.operations) }

// Convolutions lists the convolutions of the literal form; the packed one has none.
func (c *Check) Convolutions() []Convolution { return slices.Clone(c.convolutions) }

// build is the rule's graph: candidates [N, D, R, C], or the places of the packed form, and constants.
func (c *Check) build(in []*graph.Node) []*graph.Node {
	if c.packed != nil {
		x, l := places(in[:c.packed.n]), c.packed.lanes(in[c.packed.n:])
		switch c.config.Rule {
		case Eliminate:
			x, _ = l.eliminate(x)
		case Locked:
			x = l.locked(x)
		case Only:
			x, _ = l.only(x)
		default:
			x = l.doublesOf(x, c.config.Rule != HiddenDoubles, c.config.Rule != NakedDoubles)
		}
		return x
	}
	x, l := in[0], c.literal.layers(in[1:])
	switch c.config.Rule {
	case Eliminate:
		x = l.eliminate(x, l.count(x))
	case Locked:
		x = l.locked(x)
	case Only:
		x, _ = l.only(x)
	case Doubles:
		x = l.doubles(x)
	case NakedDoubles:
		x = l.withoutNaked(x)
	case HiddenDoubles:
		x = l.withoutHidden(x)
	}
	return []*graph.Node{x}
}

// note keeps what the graph consists of.
func (c *Check) note(in, out []*graph.Node, slots int) {
	nodes := needed(out)
	if c.packed != nil {
		c.operations = tally(Step, nodes, float64(slots))
		return
	}
	constants := in[1:]
	zero := constants[slices.Index(c.literal.numbersOf(), 0)]
	c.operations = listed(nodes, func(n *graph.Node) bool {
		return n.Type() == graph.NodeTypeMax && slices.Contains(n.Inputs(), zero)
	}, slots)
	for _, n := range nodes {
		if n.Type() != graph.NodeTypeConvGeneral {
			continue
		}
		if at := slices.Index(constants, n.Inputs()[1]); at >= 0 {
			c.convolutions = append(c.convolutions, convolutionOf(n, c.constants[at]))
		}
	}
}

func convolutionOf(n *graph.Node, kernel *tensors.Tensor) Convolution {
	out := Convolution{Out: slices.Clone(n.Shape().Dimensions), Weights: make([]int, kernel.Shape().Size())}
	copy(out.Kernel[:], kernel.Shape().Dimensions)
	kernel.MustConstFlatData(func(flat any) {
		for i := range out.Weights {
			out.Weights[i] = numberAt(flat, i)
		}
	})
	return out
}

// clear prepares a batch of boards without candidates.
func (c *Check) clear() {
	for _, t := range c.inputs {
		t.MustFinalizeAll()
	}
	c.inputs = nil
	if c.packed != nil {
		for range c.packed.n {
			c.inputs = append(c.inputs, tensors.FromShape(c.packed.board()))
		}
		return
	}
	c.inputs = []*tensors.Tensor{tensors.FromShape(c.literal.cube())}
}

// Apply returns the candidates that the rule leaves of each board's, a list of any length.
//
// Errors: a board with another number of cells, or with digits that the shape does not have; what the backend
// reports.
func (c *Check) Apply(candidates [][]board.Digits) ([][]board.Digits, error) {
	for i, x := range candidates {
		if len(x) != c.shape.Cells() {
			return nil, fmt.Errorf("tensornet: board %d has the candidates of %d cells, want %d", i, len(x), c.shape.Cells())
		}
		for cell, digits := range x {
			if digits&^board.AllDigits(c.shape.Side()) != 0 {
				return nil, fmt.Errorf("tensornet: board %d, cell %s: candidates %v, want digits to %d", i, c.shape.CellName(cell), digits, c.shape.Side())
			}
		}
	}
	out := make([][]board.Digits, 0, len(candidates))
	for batch := range slices.Chunk(candidates, c.config.Batch) {
		c.clear()
		c.write(batch)
		results, err := c.run()
		if err != nil {
			return nil, err
		}
		out = append(out, c.read(results, len(batch))...)
		for _, t := range results {
			t.MustFinalizeAll()
		}
	}
	return out, nil
}

// Again applies the rule once more to the last boards of [Check.Apply], of one batch, and forgets the result: to
// time it without the way to the tensors and back.
//
// Errors: what the backend reports.
func (c *Check) Again() error {
	results, err := c.run()
	for _, t := range results {
		t.MustFinalizeAll()
	}
	return err
}

func (c *Check) run() ([]*tensors.Tensor, error) {
	var args []any
	for _, t := range slices.Concat(c.inputs, c.constants) {
		args = append(args, t)
	}
	results, err := c.exec.Call(args...)
	if err != nil {
		return nil, fmt.Errorf("tensornet: rule %s: %w", c.config.Rule, err)
	}
	return results, nil
}

// write puts the candidates of a batch into the inputs.
func (c *Check) write(batch [][]board.Digits) {
	if p := c.packed; p != nil {
		for place := range p.n {
			tensors.MustMutableFlatData(c.inputs[place], func(flat []uint64) {
				for slot, x := range batch {
					word, shift := p.at(slot)
					for cell, digits := range x {
						if at, index := p.cell(cell, word); at == place {
							flat[index] |= uint64(digits) << shift
						}
					}
				}
			})
		}
		return
	}
	n := c.literal.n
	c.inputs[0].MustMutableFlatData(func(flat any) {
		for slot, x := range batch {
			for cell, digits := range x {
				for d := range digits.All() {
					setNumber(flat, (slot*n+d-1)*n*n+cell, 1)
				}
			}
		}
	})
}

// read takes the candidates of the first boards out of the results.
func (c *Check) read(results []*tensors.Tensor, boards int) [][]board.Digits {
	out := make([][]board.Digits, boards)
	for slot := range out {
		out[slot] = make([]board.Digits, c.shape.Cells())
	}
	if p := c.packed; p != nil {
		for place := range p.n {
			tensors.MustConstFlatData(results[place], func(flat []uint64) {
				for slot, x := range out {
					word, shift := p.at(slot)
					for cell := range x {
						if at, index := p.cell(cell, word); at == place {
							x[cell] = board.Digits(flat[index]>>shift) & board.AllDigits(p.n)
						}
					}
				}
			})
		}
		return out
	}
	n := c.literal.n
	results[0].MustConstFlatData(func(flat any) {
		for slot, x := range out {
			for cell := range x {
				for d := range n {
					if numberAt(flat, (slot*n+d)*n*n+cell) != 0 {
						x[cell] = x[cell].With(d + 1)
					}
				}
			}
		}
	})
	return out
}

// Apply builds a rule of a form for boards of a shape, and returns the candidates that it leaves of each
// board's: [NewCheck] and [Check.Apply] for one time.
func Apply(backend compute.Backend, shape *board.Shape, form Form, rule Rule, candidates [][]board.Digits) ([][]board.Digits, error) {
	c, err := NewCheck(backend, shape, CheckConfig{Form: form, Rule: rule, Batch: max(1, min(256, len(candidates)))})
	if err != nil {
		return nil, err
	}
	defer c.Close()
	return c.Apply(candidates)
}
