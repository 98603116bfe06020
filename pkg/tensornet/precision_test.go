package tensornet

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"sudokulab/pkg/board"
	"sudokulab/pkg/tensornet/plain"
)

func observed(t *testing.T, c Config, record bool, rounding func(i int) Rounding) *Observed {
	t.Helper()
	o, err := Observe(goBackend(t), board.Standard(), c, record, rounding)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(o.Close)
	return o
}

// TestObserve: observing changes no answer, and the stamps that are recorded are those of the plain step.
func TestObserve(t *testing.T) {
	c := DefaultConfig()
	c.Form, c.Batch = Literal, 12
	puzzles := boards(t, 3, c.Batch)
	want := fmt.Sprint(solveAll(t, network(t, board.Standard(), c), puzzles, 2))
	o := observed(t, c, true, nil)
	if got := fmt.Sprint(solveAll(t, o.Network, puzzles, 2)); got != want {
		t.Errorf("observed: %s, want %s", got, want)
	}
	stamps := map[int]bool{}
	for _, b := range puzzles {
		s, err := plain.New(b, plain.Search{Limit: 2})
		if err != nil {
			t.Fatal(err)
		}
		for s.Running() {
			s.Step(c.Rules)
			for _, stamp := range s.Stamp {
				stamps[int(stamp)] = true
			}
		}
	}
	last := Intermediate{}
	for _, m := range o.Intermediates() {
		if len(m.Numbers) == 0 || m.Size < 1 {
			t.Errorf("%s of %q: nothing recorded", m.Op, m.Name)
		}
		if m.Op == "add" && m.Name == "choice: pop" {
			last = m
		}
		if m.Name == "numbers: steps" && m.Numbers[len(m.Numbers)-1] != c.Steps {
			t.Errorf("the counter of steps reaches %v, want %d", m.Numbers, c.Steps)
		}
	}
	if list := slices.Sorted(maps.Keys(stamps)); len(list) < 3 || !slices.Equal(last.Numbers, list) || last.Size != 729 {
		t.Errorf("stamps %v of %d numbers, want %v of 729", last.Numbers, last.Size, list)
	}
	for size, l := range o.loops {
		for i, shape := range l.form.fields() {
			if !l.state[i].Shape().Equal(shape) {
				t.Errorf("%d slots: tensor %d of the state is %s, want %s", size, i, l.state[i].Shape(), shape)
			}
		}
	}
}

// TestObserveRounded: what fits changes no answer, and what does not fit does.
func TestObserveRounded(t *testing.T) {
	c := DefaultConfig()
	c.Form, c.Batch = Literal, 8
	puzzles := boards(t, 3, c.Batch)
	want := fmt.Sprint(solveAll(t, network(t, board.Standard(), c), puzzles, 2))
	list := observed(t, c, false, nil).Intermediates()
	for _, r := range []struct {
		rounding Rounding
		same     bool
	}{
		{Rounding{To: ToRange, Least: -128, Most: 127}, true},
		{Rounding{To: ToBF16}, true},
		{Rounding{To: ToFP16}, true},
		{Rounding{To: ToRange, Least: -8, Most: 1}, false},
	} {
		o := observed(t, c, false, func(i int) Rounding {
			if r.same || list[i].Name == "candidates: count" {
				return r.rounding
			}
			return Rounding{}
		})
		if got := fmt.Sprint(solveAll(t, o.Network, puzzles, 2)); (got == want) != r.same {
			t.Errorf("%+v: the same answers %v, want %v", r.rounding, got == want, r.same)
		}
		for _, m := range o.Intermediates() {
			if m.Numbers != nil {
				t.Fatalf("%q recorded unasked", m.Name)
			}
		}
	}
}

func TestRounding(t *testing.T) {
	in := []float32{-130, -9, -1, 0, 1, 3, 8, 257, 2049, 9233}
	for _, c := range []struct {
		rounding Rounding
		want     []float32
	}{
		{Rounding{}, in},
		{Rounding{To: ToRange, Least: -8, Most: 7}, []float32{-8, -8, -1, 0, 1, 3, 7, 7, 7, 7}},
		{Rounding{To: ToTruth, Least: 0, Most: 3}, []float32{0, 0, 0, 0, 0, 3, 3, 3, 3, 3}},
		{Rounding{To: ToTruth, Least: 5, Most: 5}, []float32{5, 5, 5, 5, 5, 5, 5, 5, 5, 5}},
		{Rounding{To: ToBF16}, []float32{-130, -9, -1, 0, 1, 3, 8, 256, 2048, 9216}},
		{Rounding{To: ToFP16}, []float32{-130, -9, -1, 0, 1, 3, 8, 257, 2048, 9232}},
	} {
		e, err := graph.NewExec(goBackend(t), c.rounding.round)
		if err != nil {
			t.Fatal(err)
		}
		out, err := e.Call(in)
		if err != nil {
			t.Fatal(err)
		}
		if got := tensors.MustCopyFlatData[float32](out[0]); !slices.Equal(got, c.want) {
			t.Errorf("%+v of %v: %v, want %v", c.rounding, in, got, c.want)
		}
		e.Finalize()
	}
}

func TestHolds(t *testing.T) {
	for number, at := range map[string][2]int{ // the greatest of those without a gap, and one that it lacks
		"int4": {7, 8}, "int8": {127, 128}, "int16": {32767, 32768}, "int32": {1<<31 - 1, 1 << 31},
		"bfloat16": {256, 257}, "float16": {2048, 2049}, "float32": {1 << 24, 1<<24 + 1},
	} {
		if !Holds(number, at[0]) || !Holds(number, -at[0]) || Holds(number, at[1]) {
			t.Errorf("%s: holds %d %v, holds %d %v", number, at[0], Holds(number, at[0]), at[1], Holds(number, at[1]))
		}
	}
	if !Holds("int4", -8) || Holds("int4", -9) || !Holds("int8", -128) || Holds("int8", -129) {
		t.Error("the least numbers of int4 or int8")
	}
	if Holds("uint8", 1) || Holds("", 1) {
		t.Error("a type that the network has not holds 1")
	}
	if got := GreatestConstant(); got != 62 {
		t.Errorf("greatest constant %d, want 62", got)
	}
}

func TestObserveRefuses(t *testing.T) {
	packed, typed, batch := DefaultConfig(), DefaultConfig(), DefaultConfig()
	typed.Form, typed.Number = Literal, "int8"
	batch.Form, batch.Batch = Literal, 0
	for _, c := range []Config{packed, typed, batch} {
		if _, err := Observe(goBackend(t), board.Standard(), c, true, nil); err == nil {
			t.Errorf("%+v: accepted", c)
		}
	}
}
