package tensornet

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"sudokulab/pkg/board"
)

// Part names a part of a network's program.
type Part string

// The parts. All but the last are built apart.
const (
	Entry Part = "entry" // new puzzles into their slots
	Step  Part = "step"  // one step of all searches
	Ended Part = "ended" // how many searches have ended, which the loop's condition asks
	Whole Part = "whole" // the program with its loop, of which only what branches is listed
)

// Class says what an operation is for.
type Class string

// The classes.
const (
	Computes Class = "computes" // numbers from numbers
	Moves    Class = "moves"    // the same numbers in another place, shape or type
	Branches Class = "branches" // chooses what is computed next: a loop, a conditional, a call
)

// Operation is one kind of operation of a part, with all that are of the kind.
type Operation struct {
	Part  Part
	Class Class
	Name  string // as GoMLX has it: Mul, BitwiseAnd, …
	Type  string // of the numbers that it gives out: float32, uint64, …
	Count int
	// Numbers are those given out, per puzzle of the batch. In the packed form a number is a word of several
	// puzzles.
	Numbers float64
	// Work is the number of elementary operations per puzzle: two for each product that a convolution or a
	// matrix product adds up, one for each number that a reduction takes in, and one for each number that
	// anything else that computes gives out. The zeros of a kernel count as its other numbers do.
	Work float64
}

// Operations lists the operations of the program that a configuration builds for boards of a shape. Only what
// results depend on is counted; parameters and constants are not.
//
// Errors: those of [New]; what the backend refuses to build.
func Operations(backend compute.Backend, shape *board.Shape, c Config) ([]Operation, error) {
	n, err := New(backend, shape, c)
	if err != nil {
		return nil, err
	}
	defer n.Close()
	f, err := c.newForm(shape.Box(), c.Batch)
	if err != nil {
		return nil, err
	}
	constants := f.constants()
	defer func() {
		for _, t := range constants {
			t.MustFinalizeAll()
		}
	}()
	states, entry, scalar := len(f.fields()), f.entry(), shapes.Make(dtypes.Int32)
	var out []Operation
	for _, part := range []struct {
		name  Part
		extra []shapes.Shape // parameters between the state and the constants
		build func(s, x []*graph.Node) []*graph.Node
	}{
		{Entry, entry, func(s, x []*graph.Node) []*graph.Node { return f.enter(s, x[:len(entry)], x[len(entry):]) }},
		{Step, nil, f.step},
		{Ended, nil, func(s, c []*graph.Node) []*graph.Node { return []*graph.Node{f.ended(s, c)} }},
		{Whole, append(slices.Clone(entry), scalar, scalar, scalar), func(s, x []*graph.Node) []*graph.Node {
			return (&loop{form: f, state: make([]*tensors.Tensor, states)}).build(slices.Concat(s, x), c.Unrolled)
		}},
	} {
		inputs := slices.Concat(f.fields(), part.extra)
		for _, t := range constants {
			inputs = append(inputs, t.Shape())
		}
		exec, err := graph.NewExec(backend, func(x []*graph.Node) []*graph.Node {
			results := part.build(x[:states], x[states:])
			nodes := needed(results)
			if part.name == Whole { // those of the loop's functions too
				nodes = slices.DeleteFunc(slices.Clone(x[0].Graph().Nodes()), func(n *graph.Node) bool { return classOf(n) != Branches })
			}
			out = append(out, tally(part.name, nodes, float64(f.slots()))...)
			return results
		})
		if err != nil {
			return nil, fmt.Errorf("tensornet: %w", err)
		}
		_, err = exec.Compile(inputs...)
		exec.Finalize()
		if err != nil {
			return nil, fmt.Errorf("tensornet: the %s of %d puzzles: %w", part.name, c.Batch, err)
		}
	}
	return out, nil
}

// needed returns the nodes that results depend on, with these.
func needed(results []*graph.Node) (out []*graph.Node) {
	seen := map[graph.NodeId]bool{}
	for stack := slices.Clone(results); len(stack) > 0; {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !seen[n.Id()] {
			seen[n.Id()] = true
			out, stack = append(out, n), append(stack, n.Inputs()...)
		}
	}
	return out
}

// tally counts nodes by class, name and type, in this order.
func tally(part Part, nodes []*graph.Node, slots float64) []Operation {
	total := map[string]Operation{}
	for _, n := range nodes {
		class := classOf(n)
		if class == "" {
			continue
		}
		o := Operation{Part: part, Class: class, Name: nameOfNode(n.Type())}
		if n.NumOutputs() == 1 {
			o.Type = n.DType().String()
		}
		key := strings.Join([]string{string(o.Class), o.Name, o.Type}, " ")
		if before, ok := total[key]; ok {
			o = before
		}
		o.Count++
		if n.NumOutputs() == 1 {
			o.Numbers += float64(n.Shape().Size()) / slots
		}
		if class == Computes {
			o.Work += work(n) / slots
		}
		total[key] = o
	}
	var out []Operation
	for _, key := range slices.Sorted(maps.Keys(total)) {
		out = append(out, total[key])
	}
	return out
}

// nameOfNode names a kind of node. GoMLX v0.28.7 has no names for those that branch.
func nameOfNode(t graph.NodeType) string {
	switch t {
	case graph.NodeTypeWhile:
		return "While"
	case graph.NodeTypeIf:
		return "If"
	case graph.NodeTypeCall:
		return "Call"
	case graph.NodeTypeSort:
		return "Sort"
	}
	return t.String()
}

// classOf returns the class of a node, "" for a parameter, a constant or a mere name of another node's result.
func classOf(n *graph.Node) Class {
	switch n.Type() {
	case graph.NodeTypeParameter, graph.NodeTypeConstant, graph.NodeTypeSplitNode, graph.NodeTypeIdentity:
		return ""
	case graph.NodeTypeWhile, graph.NodeTypeIf, graph.NodeTypeCall, graph.NodeTypeSort:
		return Branches
	case graph.NodeTypeReshape, graph.NodeTypeTranspose, graph.NodeTypeBroadcastInDim, graph.NodeTypeConcatenate,
		graph.NodeTypeSlice, graph.NodeTypePad, graph.NodeTypeReverse, graph.NodeTypeIota, graph.NodeTypeConvertDType,
		graph.NodeTypeBitcast:
		return Moves
	}
	return Computes
}

// work counts the elementary operations of a node that computes. Kernels have their channels of the result
// last, as GoMLX's Convolve has it, and matrix products no axis of batches.
func work(n *graph.Node) float64 {
	size := float64(n.Shape().Size())
	of := func(i int) float64 { return float64(n.Inputs()[i].Shape().Size()) }
	switch n.Type() {
	case graph.NodeTypeConvGeneral:
		kernel := n.Inputs()[1].Shape()
		return 2 * size * of(1) / float64(kernel.Dim(-1))
	case graph.NodeTypeDotGeneral:
		return 2 * size * math.Sqrt(of(0)*of(1)/size)
	case graph.NodeTypeReduceSum, graph.NodeTypeReduceMax, graph.NodeTypeReduceMin, graph.NodeTypeReduceProduct, graph.NodeTypeReduceWindow,
		graph.NodeTypeReduceBitwiseAnd, graph.NodeTypeReduceBitwiseOr, graph.NodeTypeReduceBitwiseXor,
		graph.NodeTypeReduceLogicalAnd, graph.NodeTypeReduceLogicalOr, graph.NodeTypeReduceLogicalXor,
		graph.NodeTypeSelectAndScatterMax, graph.NodeTypeSelectAndScatterMin, graph.NodeTypeArgMinMax:
		return of(0) // windows do not overlap
	}
	return size
}
