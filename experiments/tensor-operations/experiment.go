// Package tensoroperations lists what the tensor network is built of: the operations of each rule and of the whole
// step, in both forms; the document's reductions of additions, bounds and extremes to convolution and ReLU; and
// where each weight comes from. It decides T02a–c and T11.
//
// All of it is on the backend in Go: what a program is built of does not depend on where it runs.
package tensoroperations

import (
	"context"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/tensornet"
	"sudokulab/pkg/tensornet/plain"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Backend string           `json:"backend"`
	Tensor  tensornet.Config `json:"tensor"`  // but for the form, which is varied
	Boards  int              `json:"boards"`  // that each rule is compared on
	Tensors int              `json:"tensors"` // random ones, for each reduction and type of number
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "tensor-operations",
		Title:    "What the tensor network is built of",
		Question: "Do convolution, ReLU, max-pooling with its inverse and multiplication suffice for every rule, and does every weight follow from the rules of the puzzle?",
		Plan:     plan,
		Tables:   tables,
		Judges:   judges(),
	}
}

// Kinds of cases.
const (
	checkKind  = "check"  // by form, rule and how sums are built
	stepKind   = "step"   // by form
	reduceKind = "reduce" // by operation and type of number
	inputKind  = "inputs" // by form
)

// How a rule adds and subtracts.
const (
	bySums         = "add-and-sub"
	byConvolutions = "convolution"
)

// rules are the checks of a step.
var rules = []tensornet.Rule{tensornet.Eliminate, tensornet.Locked, tensornet.Only, tensornet.Doubles}

// builds are the forms with how they can add and subtract.
var builds = []struct {
	form tensornet.Form
	sums string
}{{tensornet.Literal, bySums}, {tensornet.Literal, byConvolutions}, {tensornet.Packed, bySums}}

// numbers are the types with the greatest whole number of the operands. The literal form stays within int8; in int8
// itself operands have to leave room for sums and differences.
var numbers = []struct {
	name  string
	least int
	most  int
}{{"float32", -128, 127}, {"int8", -64, 63}}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{Backend: accel.NameGo, Tensor: tensornet.DefaultConfig(), Boards: 200, Tensors: 2000}
	cfg.Tensor.Rules = plain.Rules{Locked: true, Doubles: true}
	cfg.Tensor.Batch = 60
	switch p {
	case lab.Smoke:
		cfg.Boards, cfg.Tensors = 30, 200
	case lab.Full:
		cfg.Boards, cfg.Tensors = 5000, 50_000
	}
	pl := lab.Plan{Config: cfg, Seed: 17}
	add := func(kind string, run func(ctx context.Context, r *lab.Run) error, dims ...record.Dim) {
		pl.Cases = append(pl.Cases, lab.Case{Kind: kind, Dims: dims, Run: run})
	}
	for _, b := range builds {
		for _, rule := range rules {
			add(checkKind, func(ctx context.Context, r *lab.Run) error { return check(ctx, cfg, b.form, rule, b.sums, r) },
				record.D("form", b.form), record.D("rule", rule), record.D("sums", b.sums))
		}
	}
	for _, form := range []tensornet.Form{tensornet.Literal, tensornet.Packed} {
		add(stepKind, func(ctx context.Context, r *lab.Run) error { return step(ctx, cfg, form, r) }, record.D("form", form))
		add(inputKind, func(ctx context.Context, r *lab.Run) error { return inputs(ctx, cfg, form, r) }, record.D("form", form))
	}
	for _, operation := range tensornet.Reductions() {
		for _, number := range numbers {
			add(reduceKind, func(ctx context.Context, r *lab.Run) error {
				return reduce(ctx, cfg, operation, number.name, number.least, number.most, r)
			}, record.D("operation", operation), record.D("number", number.name))
		}
	}
	return pl
}
