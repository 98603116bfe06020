package tensorprecision

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/tensornet"
)

// open opens a backend for one case. Cases run side by side, so that in Go takes one core.
func open(ctx context.Context, name string) (*accel.Choice, error) {
	if name == accel.NameGo {
		return accel.Choose(ctx, accel.Options{Backend: name, Sequential: true})
	}
	return backend.Open(ctx, name)
}

// found is what is compared of an answer.
type found struct{ grid, rest string }

// solved returns the answers of a network in the order of the boards.
func solved(ctx context.Context, n *tensornet.Network, boards []board.Board, limit int) ([]found, error) {
	out := make([]found, len(boards))
	for a, err := range n.Solve(ctx, slices.Values(boards), limit) {
		if err != nil {
			return nil, err
		}
		f := found{rest: fmt.Sprintf("solutions %d, %s, steps %d, guesses %d, deepest %d", a.Solutions, a.End, a.Steps, a.Guesses, a.Deepest)}
		if !a.Grid.IsZero() {
			f.grid = a.Grid.String()
		}
		out[a.Index] = f
	}
	return out, nil
}

// keep compares answers and keeps how many are the same, and the first that is not.
func keep(r *lab.Run, name string, boards []board.Board, got, want []found) {
	same, difference := 0, ""
	for i := range got {
		if got[i] == want[i] {
			same++
		} else if difference == "" {
			difference = fmt.Sprintf("%s gives %s; in float32 %s", boards[i], got[i].rest, want[i].rest)
		}
	}
	r.Count(name+" compared", int64(len(got)), "puzzles")
	r.Count(name+" same", int64(same), "puzzles")
	if difference != "" {
		r.Text(name+" difference", difference)
	}
}

// result is what a record says of an intermediate.
type result struct {
	Op, Name    string
	Size        int // numbers per puzzle
	Least, Most int
	Values      int // different ones: 1, 2, or 3 for more
	// Inexact are the different ones that bfloat16, or float16, does not hold.
	InexactBF16, InexactFP16 int
}

// fields are written without their names.
func (x *result) fields() []any {
	return []any{&x.Op, &x.Name, &x.Size, &x.Least, &x.Most, &x.Values, &x.InexactBF16, &x.InexactFP16}
}

// MarshalJSON writes an array.
func (x result) MarshalJSON() ([]byte, error) { return json.Marshal(x.fields()) }

// UnmarshalJSON reads what MarshalJSON wrote.
func (x *result) UnmarshalJSON(text []byte) error {
	fields := x.fields()
	want := len(fields)
	if err := json.Unmarshal(text, &fields); err != nil {
		return err
	}
	if len(fields) != want {
		return fmt.Errorf("an intermediate of %d fields, want %d", len(fields), want)
	}
	return nil
}

// holds reports whether a precision has room for the intermediate: for int1 any two values.
func (x result) holds(precision string) bool {
	if precision == toInt1 {
		return x.Values <= 2
	}
	return tensornet.Holds(precision, x.Least) && tensornet.Holds(precision, x.Most)
}

// Precisions, least first. The first is a truth value.
const (
	toInt1  = "int1"
	toInt4  = "int4"
	toInt8  = "int8"
	toInt16 = "int16"
)

// inInt8 names what was computed in int8 itself.
const inInt8 = "in int8"

// roundings are what intermediates are rounded to where it has room for them, and the ranges.
var roundings = []string{toInt8, toInt4, toInt1}

var ranges = map[string]tensornet.Rounding{
	toInt8: {To: tensornet.ToRange, Least: -128, Most: 127},
	toInt4: {To: tensornet.ToRange, Least: -8, Most: 7},
}

// rounding rounds each of the intermediates to a precision, if that has room for it.
func rounding(list []result, precision string) func(i int) tensornet.Rounding {
	return func(i int) tensornet.Rounding {
		switch x := list[i]; {
		case !x.holds(precision):
			return tensornet.Rounding{}
		case precision == toInt1:
			return tensornet.Rounding{To: tensornet.ToTruth, Least: float64(x.Least), Most: float64(x.Most)}
		}
		return ranges[precision]
	}
}

// observe searches with every intermediate recorded, or rounded if there is a rounding.
func observe(ctx context.Context, choice *accel.Choice, cfg Config, boards []board.Board, round func(i int) tensornet.Rounding) ([]found, []result, error) {
	net := cfg.Network
	net.Batch = min(net.Batch, max(1, len(boards)))
	o, err := tensornet.Observe(choice.Backend, board.Standard(), net, round == nil, round)
	if err != nil {
		return nil, nil, err
	}
	defer o.Close()
	answers, err := solved(ctx, o.Network, boards, cfg.Limit)
	if err != nil {
		return nil, nil, err
	}
	var list []result
	for _, m := range o.Intermediates() {
		x := result{Op: m.Op, Name: m.Name, Size: m.Size, Values: min(len(m.Numbers), 3)}
		if len(m.Numbers) > 0 {
			x.Least, x.Most = m.Numbers[0], m.Numbers[len(m.Numbers)-1]
		}
		for _, v := range m.Numbers {
			if !tensornet.Holds("bfloat16", v) {
				x.InexactBF16++
			}
			if !tensornet.Holds("float16", v) {
				x.InexactFP16++
			}
		}
		list = append(list, x)
	}
	return answers, list, nil
}

// keepList keeps a list of intermediates.
func keepList(r *lab.Run, list []result) error {
	text, err := json.Marshal(list)
	if err != nil {
		return err
	}
	r.Text("intermediates", string(text))
	return nil
}

// inType searches in a type of number.
func inType(ctx context.Context, choice *accel.Choice, cfg Config, number, unpool string, boards []board.Board) ([]found, error) {
	net := cfg.Network
	net.Number, net.Unpool, net.Batch = number, unpool, min(net.Batch, max(1, len(boards)))
	n, err := tensornet.New(choice.Backend, board.Standard(), net)
	if err != nil {
		return nil, err
	}
	defer n.Close()
	return solved(ctx, n, boards, cfg.Limit)
}

// recorded records every intermediate of the searches of a set, searches again in int8 itself, and for some of
// the puzzles with those intermediates rounded that fit.
func recorded(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	boards := corpus.Boards(items)
	choice, err := open(ctx, accel.NameGo)
	if err != nil {
		return err
	}
	defer choice.Close()
	want, list, err := observe(ctx, choice, cfg, boards, nil)
	if err != nil {
		return err
	}
	r.Count("puzzles", int64(len(boards)), "puzzles")
	r.Count("intermediates", int64(len(list)), "results of operations")
	if err := keepList(r, list); err != nil {
		return err
	}
	got, err := inType(ctx, choice, cfg, toInt8, tensornet.MaxUnpool, boards)
	if err != nil {
		return err
	}
	keep(r, inInt8, boards, got, want)
	if cfg.Rounded > 0 && len(boards) > cfg.Rounded {
		boards = boards[:cfg.Rounded]
	}
	for i, precision := range roundings {
		r.Progress(i, len(roundings))
		fit := 0
		for _, x := range list {
			if x.holds(precision) {
				fit++
			}
		}
		got, _, err := observe(ctx, choice, cfg, boards, rounding(list, precision))
		if err != nil {
			return err
		}
		r.Count(precision+" rounded", int64(fit), "results of operations")
		keep(r, precision, boards, got, want[:len(boards)])
	}
	return nil
}

// unpools are the ways to find the place of a greatest number: the document's, and its substitute.
var unpools = []string{tensornet.MaxUnpool, tensornet.Substitute}

// small are the types that do not hold what the substitute needs, which the network refuses for it; it is rounded
// to the first two of them result by result.
var small = []string{string(tensornet.ToBF16), string(tensornet.ToFP16), toInt8}

var emulated = []tensornet.RoundTo{tensornet.ToBF16, tensornet.ToFP16}

// typed searches a set in every type of the backend, with max-unpool and with its substitute.
func typed(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	boards := corpus.Boards(items)
	choice, err := open(ctx, cfg.Backend)
	if err != nil {
		return err
	}
	defer choice.Close()
	r.Text("backend", backend.Name(choice))
	var want []found
	for _, unpool := range unpools {
		for i, number := range cfg.Types { // float32 is the first
			r.Progress(i, len(cfg.Types))
			name := unpool + " " + number
			if unpool == tensornet.Substitute && slices.Contains(small, number) {
				continue // the network refuses it; emulated below
			}
			got, err := inType(ctx, choice, cfg, number, unpool, boards)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			if want == nil {
				want = got
			}
			keep(r, name, boards, got, want)
		}
	}
	return substitute(ctx, cfg, boards, want, r)
}

// substitute records what the substitute for max-unpool gives, and rounds it to types that are too small for it.
func substitute(ctx context.Context, cfg Config, boards []board.Board, want []found, r *lab.Run) error {
	choice, err := open(ctx, accel.NameGo)
	if err != nil {
		return err
	}
	defer choice.Close()
	cfg.Network.Unpool = tensornet.Substitute
	_, list, err := observe(ctx, choice, cfg, boards, nil)
	if err != nil {
		return err
	}
	if err := keepList(r, slices.DeleteFunc(list, func(x result) bool { return x.holds(toInt8) })); err != nil {
		return err
	}
	for _, to := range emulated {
		got, _, err := observe(ctx, choice, cfg, boards, func(int) tensornet.Rounding { return tensornet.Rounding{To: to} })
		if err != nil {
			return err
		}
		keep(r, "substitute rounded to "+string(to), boards, got, want)
	}
	return nil
}
