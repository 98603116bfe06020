package tensoroperations

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/tensornet"
	"sudokulab/pkg/tensornet/plain"
)

// named are the document's five operations, by GoMLX's names for them.
var named = map[string]string{
	"ConvGeneral": "convolution", "ReLU": "ReLU", "ReduceWindow": "max-pool", "SelectAndScatterMax": "max-unpool", "Mul": "multiplication",
}

// comparing are GoMLX's operations that give or take truth values.
var comparing = []string{
	"Equal", "NotEqual", "GreaterThan", "GreaterOrEqual", "LessThan", "LessOrEqual", "Where", "LogicalAnd", "LogicalOr", "LogicalNot", "LogicalXor",
	"EqualTotalOrder", "NotEqualTotalOrder", "GreaterThanTotalOrder", "GreaterOrEqualTotalOrder", "LessThanTotalOrder", "LessOrEqualTotalOrder", "IsFinite", "IsNaN",
}

// keepOperations counts operations by what they are for, and lists them.
func keepOperations(r *lab.Run, list []tensornet.Operation) {
	counts, names := map[string]int{}, map[tensornet.Class][]string{}
	for _, o := range list {
		counts[string(o.Class)] += o.Count
		name := o.Name
		if five := named[name]; five != "" {
			name = five
		} else if o.Class == tensornet.Computes {
			counts["others"] += o.Count
		}
		if slices.Contains(comparing, o.Name) {
			counts["comparing"] += o.Count
		}
		names[o.Class] = append(names[o.Class], fmt.Sprintf("%d %s", o.Count, name))
	}
	for _, class := range []tensornet.Class{tensornet.Computes, tensornet.Moves, tensornet.Branches} {
		r.Count(string(class), int64(counts[string(class)]), "operations")
		r.Text(string(class), strings.Join(names[class], ", "))
	}
	r.Count("others", int64(counts["others"]), "operations")
	r.Count("comparing", int64(counts["comparing"]), "operations")
}

// check lists the operations of a rule and compares its strikes with those of package plain.
func check(ctx context.Context, cfg Config, form tensornet.Form, rule tensornet.Rule, sums string, r *lab.Run) error {
	choice, err := backend.OpenNoted(ctx, cfg.Backend, r)
	if err != nil {
		return err
	}
	defer choice.Close()
	built := tensornet.CheckConfig{Form: form, Rule: rule, Batch: cfg.Tensor.Batch, Reduced: sums == byConvolutions}
	c, err := tensornet.NewCheck(choice.Backend, board.Standard(), built)
	if err != nil {
		return err
	}
	defer c.Close()
	keepOperations(r, c.Operations())
	x := boards(rand.New(rand.NewPCG(r.Seed, 1)), cfg.Boards)
	after, err := c.Apply(x)
	if err != nil {
		return err
	}
	same, struck := 0, 0
	for i := range x {
		want := rule.InLoops(board.Standard(), x[i])
		if slices.Equal(after[i], want) {
			same++
		}
		if !slices.Equal(want, x[i]) {
			struck++
		}
	}
	r.Exact("boards", float64(len(x)), "boards", len(x))
	r.Exact("boards struck", float64(struck), "boards", len(x))
	r.Exact("same", float64(same), "boards", len(x))
	return nil
}

// boards are random sets of digits, a half, a quarter or an eighth of all: most contradict themselves.
func boards(rng *rand.Rand, count int) [][]board.Digits {
	out := make([][]board.Digits, count)
	for i := range out {
		out[i] = make([]board.Digits, board.Standard().Cells())
		for cell := range out[i] {
			digits := board.AllDigits(9)
			for range 1 + i%3 {
				digits &= board.Digits(rng.Uint64())
			}
			out[i][cell] = digits
		}
	}
	return out
}

// step lists the operations of a whole step, and counts the branches of the program around it.
func step(ctx context.Context, cfg Config, form tensornet.Form, r *lab.Run) error {
	choice, err := backend.OpenNoted(ctx, cfg.Backend, r)
	if err != nil {
		return err
	}
	defer choice.Close()
	cfg.Tensor.Form = form
	list, err := tensornet.Operations(choice.Backend, board.Standard(), cfg.Tensor)
	if err != nil {
		return err
	}
	loops := 0
	var in []tensornet.Operation
	for _, o := range list {
		switch {
		case o.Part == tensornet.Step:
			in = append(in, o)
		case o.Part == tensornet.Whole && o.Class == tensornet.Branches:
			loops += o.Count
		}
	}
	keepOperations(r, in)
	r.Count("loops", int64(loops), "operations")
	return nil
}

// reduce compares an operation with what the document reduces it to, on random tensors of whole numbers, and, in
// float32, of fractions.
func reduce(ctx context.Context, cfg Config, operation, number string, least, most int, r *lab.Run) error {
	choice, err := backend.OpenNoted(ctx, cfg.Backend, r)
	if err != nil {
		return err
	}
	defer choice.Close()
	rng, shape := rand.New(rand.NewPCG(r.Seed, 2)), board.Standard()
	compare := func(draw func() float64) (same int, built []tensornet.Operation, err error) {
		in := make([][]float64, 3)
		for i := range in {
			in[i] = make([]float64, cfg.Tensors*shape.Cells())
			for j := range in[i] {
				in[i][j] = draw()
			}
		}
		for j := range in[1] { // a clamp's bounds
			in[1][j], in[2][j] = min(in[1][j], in[2][j]), max(in[1][j], in[2][j])
		}
		if operation != "clamp" {
			in = in[:2]
		}
		direct, reduced, built, err := tensornet.Reduce(choice.Backend, shape, operation, number, in...)
		if err != nil {
			return 0, nil, err
		}
		for i := range cfg.Tensors {
			from, to := i*shape.Cells(), (i+1)*shape.Cells()
			if slices.EqualFunc(direct[from:to], reduced[from:to], func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }) {
				same++
			}
		}
		return same, built, nil
	}
	same, built, err := compare(func() float64 { return float64(least + rng.IntN(most-least+1)) })
	if err != nil {
		return err
	}
	keepOperations(r, built)
	r.Exact("least", float64(least), "number", 1)
	r.Exact("most", float64(most), "number", 1)
	r.Exact("tensors", float64(cfg.Tensors), "tensors", cfg.Tensors)
	r.Exact("same", float64(same), "tensors", cfg.Tensors)
	if number == "float32" {
		if same, _, err = compare(rng.NormFloat64); err != nil {
			return err
		}
		r.Exact("fractions same", float64(same), "tensors", cfg.Tensors)
	}
	return nil
}

// inputs looks where all that a program reads comes from.
func inputs(ctx context.Context, cfg Config, form tensornet.Form, r *lab.Run) error {
	choice, err := backend.OpenNoted(ctx, cfg.Backend, r)
	if err != nil {
		return err
	}
	defer choice.Close()
	cfg.Tensor.Form = form
	list, err := tensornet.Inputs(choice.Backend, board.Standard(), cfg.Tensor)
	if err != nil {
		return err
	}
	roles, weights, derived, byCode := map[tensornet.Role]int{}, 0, 0, 0
	var names []string
	for _, in := range list {
		roles[in.Role]++
		if in.Role != tensornet.RoleConstant {
			continue
		}
		names = append(names, in.Name)
		weights += len(in.Values)
		if slices.Equal(in.Values, recomputed(in, board.Standard(), cfg.Tensor.Guesses)) {
			derived++
			byCode += len(in.Values)
		}
	}
	for _, role := range []tensornet.Role{tensornet.RoleState, tensornet.RoleEntry, tensornet.RoleControl, tensornet.RoleConstant, tensornet.RoleInner, tensornet.RoleOther} {
		r.Count(string(role), int64(roles[role]), "tensors")
	}
	r.Count("derived", int64(derived), "tensors")
	r.Count("weights", int64(weights), "numbers")
	r.Count("weights derived", int64(byCode), "numbers")
	r.Text("constants", strings.Join(names, ", "))
	return nil
}

// recomputed is what the rules of the puzzle make of a constant of the network; nil for one that they do not
// know.
func recomputed(in tensornet.Input, shape *board.Shape, guesses int) []int64 {
	n, k, weight := int64(shape.Side()), shape.Box(), int64(plain.MaxWeight(shape))
	ones := func(count int) []int64 { return slices.Repeat([]int64{1}, count) }
	side := int(n)
	pairs := side * (side - 1) / 2
	// Digit d, from 0, is in the pair that is counted by its greater digit first and the lesser then.
	var of [][2]int
	for greater := range side {
		for lesser := range greater {
			of = append(of, [2]int{lesser, greater})
		}
	}
	incidence := func(digitFirst bool) (out []int64) {
		for i := range pairs * side {
			pair, digit := i/side, i%side
			if digitFirst {
				pair, digit = i%pairs, i/pairs
			}
			if of[pair][0] == digit || of[pair][1] == digit {
				out = append(out, 1)
			} else {
				out = append(out, 0)
			}
		}
		return out
	}
	perWord := 64 / (side + 1)
	lanes := func(bits int64) []int64 { // of each board in a word
		word := int64(0)
		for i := range perWord {
			word |= bits << (i * (side + 1))
		}
		return []int64{word}
	}
	switch in.Name {
	case "kernel cell":
		return ones(side)
	case "kernel box":
		return ones(k * k)
	case "kernel segment":
		return ones(k)
	case "kernel field":
		return ones(side * side)
	case "kernel pairs":
		return incidence(false)
	case "kernel ofPairs":
		return incidence(true)
	case "kernel all":
		return ones(pairs)
	case "table digit":
		out := make([]int64, side)
		for i := range out {
			out[i] = int64(i + 1)
		}
		return out
	case "guard":
		return lanes(1 << n)
	case "low":
		return lanes(1)
	case "full":
		return lanes(1<<n - 1)
	case "digits":
		return []int64{n}
	case "most":
		return lanes(weight)
	}
	// Bounds of counts, the greatest weight, what one candidate fewer is worth in the order of cells to guess in,
	// and the last guess.
	for _, v := range []int64{0, 1, 2, 3, 4, weight, int64(len(shape.Peers(0))) + weight + 2, int64(guesses) - 1} {
		if in.Name == fmt.Sprintf("number %d", v) {
			return []int64{v}
		}
	}
	return nil
}
