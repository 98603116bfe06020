package tensornet

import (
	"fmt"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"sudokulab/pkg/board"
)

// Program is the network as one function from puzzles to answers, for programs that know nothing of how a
// form holds its state; package accel/hlo writes it as a file:
//
//	p, err := tensornet.NewProgram(board.Standard(), cfg, 2)
//	if err != nil { … }
//	err = hlo.Write(file, "tensornet", p.Build)
//
// With N puzzles, Config.Batch, and C cells, all numbers int32:
//
//	puzzles [N, C]       a digit for each cell; anything but a digit is an empty cell
//	steps []             the most steps to take; it stops as soon as all searches have ended
//	→ grids [N, C]       the first solution, 0 where there is none yet
//	  candidates [N, C]  what is possible after the last step taken, bit d−1 for digit d
//	  solutions [N]      found so far, at most the limit
//	  ends [N]           as plain.End: 0 goes on, 1 searched everything, 2 reached the limit, 3 too deep
//
// It keeps no state from call to call. Config.Steps and Config.Unrolled are not used.
type Program struct {
	packed *packed
	batch  int
	limit  int
}

// NewProgram returns the program for puzzles of a shape that looks for solutions up to a limit for each.
//
// Errors: a configuration that is not valid; a shape that the form does not take; the literal form; a limit
// below 1 or above 127.
func NewProgram(shape *board.Shape, c Config, limit int) (*Program, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if err := c.Takes(shape); err != nil {
		return nil, err
	}
	if c.Form != Packed {
		return nil, fmt.Errorf("tensornet: a program of the %s form, want %s", c.Form, Packed)
	}
	if limit < 1 || limit > most {
		return nil, fmt.Errorf("tensornet: a limit of %d solutions, want 1 to %d for a program", limit, most)
	}
	return &Program{packed: newPacked(shape.Box(), c.Batch, c), batch: c.Batch, limit: limit}, nil
}

// Build builds the function in a graph: its parameters and its results.
func (p *Program) Build(g *graph.Graph) []*graph.Node {
	f := p.packed
	cells := f.n * f.n
	puzzles := graph.Parameter(g, "puzzles", shapes.Make(dtypes.Int32, p.batch, cells))
	steps := graph.Parameter(g, "steps", shapes.Make(dtypes.Int32))

	constants := f.constants()
	l := &loop{form: f, constants: constants}
	var x []*graph.Node
	for _, shape := range f.fields() {
		x = append(x, graph.Zeros(g, shape))
	}
	l.state = make([]*tensors.Tensor, len(x)) // as many as there are
	x = append(x, p.entry(puzzles)...)
	x = append(x, steps, graph.Const(g, int32(f.slots())), graph.Const(g, int32(1)))
	for _, t := range constants {
		x = append(x, graph.ConstTensor(g, t))
	}
	return p.answers(l.build(x, 0))
}

// entry is what form.enter is given: the puzzles as candidates, and the masks of the staging.
func (p *Program) entry(puzzles *graph.Node) []*graph.Node {
	f, g := p.packed, puzzles.Graph()
	blank := make([]uint8, f.n*f.n)
	st := f.stage()
	for slot := range p.batch {
		st.place(slot, blank, p.limit)
	}
	masks := st.tensors()[f.n:]

	if spare := f.slots() - p.batch; spare > 0 { // lanes that no puzzle is in
		puzzles = graph.Concatenate([]*graph.Node{puzzles, graph.Zeros(g, shapes.Make(dtypes.Int32, spare, f.n*f.n))}, 0)
	}
	lowest, highest := graph.Const(g, int32(1)), graph.Const(g, int32(f.n))
	digit := graph.Min(graph.Max(puzzles, lowest), highest)
	shift := graph.ConvertDType(graph.Sub(digit, lowest), dtypes.Uint64)
	bit := graph.BitwiseShiftLeft(graph.Const(g, uint64(1)), shift)
	candidates := graph.Where(graph.Equal(digit, puzzles), bit, p.every(g))

	// [word, lane, band, row of the box, stack, column of the box] → [row, column, band, stack, word]
	lanes := graph.Reshape(candidates, f.words, f.perWord, f.k, f.k, f.k, f.k)
	lanes = graph.BitwiseShiftLeft(lanes, p.shifts(g, 1, f.perWord, 1, 1, 1, 1))
	boards := graph.TransposeAllAxes(graph.ReduceSum(lanes, 1), 2, 4, 1, 3, 0)
	boards = graph.Reshape(boards, f.n, f.k, f.k, f.words)
	var out []*graph.Node
	for place := range f.n {
		out = append(out, graph.Reshape(graph.Slice(boards, graph.AxisElem(place)), f.k, f.k, f.words))
	}
	for _, t := range masks {
		out = append(out, graph.ConstTensor(g, t))
	}
	return out
}

// shifts is how far each lane lies from the lowest bit of its word, in a shape of as many numbers.
func (p *Program) shifts(g *graph.Graph, dims ...int) *graph.Node {
	shifts := make([]uint64, p.packed.perWord)
	for i := range shifts {
		shifts[i] = uint64(i * p.packed.width)
	}
	return graph.Reshape(graph.Const(g, shifts), dims...)
}

// answers reads the state.
func (p *Program) answers(state []*graph.Node) []*graph.Node {
	f, s := p.packed, p.packed.split(state)
	g := state[0].Graph()
	one, zero := graph.Const(g, uint64(1)), graph.Const(g, uint64(0))
	grid := p.cells(s.solution)
	grid = graph.Where(graph.Equal(grid, zero), zero, graph.BitCount(xor(grid, graph.Sub(grid, one)))) // of a single bit
	stamped := make(places, f.n)
	for i := range stamped {
		for _, plane := range s.stamps {
			stamped[i] = union(stamped[i], plane[i])
		}
	}
	candidates := xor(p.cells(stamped), p.every(g))
	ends := and(graph.Add(p.number(s.end), one), graph.Const(g, uint64(3))) // plain.End counts from Open, the state ends with it
	answers := []*graph.Node{grid, candidates, p.number(s.found), ends}
	for i, x := range answers {
		answers[i] = graph.ConvertDType(x, dtypes.Int32)
	}
	return answers
}

// cells takes a board out of its lanes: digits' bits, uint64 [N, C].
func (p *Program) cells(x places) *graph.Node {
	f := p.packed
	boards := graph.Reshape(graph.Concatenate(x, 0), f.k, f.k, f.k, f.k, f.words, 1)
	lanes := and(graph.BitwiseShiftRightLogical(boards, p.shifts(boards.Graph(), 1, 1, 1, 1, 1, f.perWord)), p.every(boards.Graph()))
	// [row of the box, column, band, stack, word, lane] → [word, lane, band, row, stack, column]
	all := graph.Reshape(graph.TransposeAllAxes(lanes, 4, 5, 2, 0, 3, 1), f.slots(), f.n*f.n)
	return graph.Slice(all, graph.AxisRange(0, p.batch))
}

// number takes a number out of its masks, lowest bit first: uint64 [N].
func (p *Program) number(masks []*graph.Node) *graph.Node {
	f, g := p.packed, masks[0].Graph()
	one := graph.Const(g, uint64(1))
	var total *graph.Node
	for b, mask := range masks {
		lanes := graph.BitwiseShiftRightLogical(graph.Reshape(mask, f.words, 1), p.shifts(g, 1, f.perWord))
		total = union(total, graph.BitwiseShiftLeft(and(lanes, one), graph.Const(g, uint64(b))))
	}
	return graph.Slice(graph.Reshape(total, f.slots()), graph.AxisRange(0, p.batch))
}

// every is all digits of one lane.
func (p *Program) every(g *graph.Graph) *graph.Node { return graph.Const(g, uint64(1)<<p.packed.n-1) }
