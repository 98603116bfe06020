package tensornet

import (
	"slices"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"

	"sudokulab/pkg/board"
)

// TestOperations: the step of each form computes without a branch, the program has its one loop, and what is
// counted does not grow with the batch.
func TestOperations(t *testing.T) {
	backend := goBackend(t)
	for _, form := range []Form{Packed, Literal} {
		var steps [2]float64
		for i, batch := range []int{60, 240} {
			cfg := DefaultConfig()
			cfg.Form, cfg.Batch = form, batch
			list, err := Operations(backend, board.Standard(), cfg)
			if err != nil {
				t.Fatal(err)
			}
			branches := map[Part]int{}
			for _, o := range list {
				if o.Class == Branches {
					if o.Name != "While" {
						t.Errorf("%s: %s", form, o.Name)
					}
					branches[o.Part] += o.Count
				}
				if o.Part == Step {
					steps[i] += o.Work
				}
				if o.Count < 1 || o.Class != Branches && !(o.Numbers > 0) || o.Class == Computes && !(o.Work > 0) {
					t.Errorf("%s: %+v", form, o)
				}
			}
			if branches[Step] != 0 || branches[Entry] != 0 || branches[Ended] != 0 || branches[Whole] != 1 {
				t.Errorf("%s: branches %v, want one loop around the step", form, branches)
			}
		}
		if per := steps[0] / steps[1]; !(per > 0.9 && per < 1.2) {
			t.Errorf("%s: %v operations per puzzle in a batch of 60, %v in one of 240", form, steps[0], steps[1])
		}
	}
	cfg := DefaultConfig()
	cfg.Batch = 0
	if _, err := Operations(backend, board.Standard(), cfg); err == nil {
		t.Error("a batch of none passes")
	}
}

// TestWork counts a convolution and a conditional by hand.
func TestWork(t *testing.T) {
	g := graph.NewGraph(goBackend(t), "work")
	defer g.Finalize()
	x := graph.IotaFull(g, shapes.Make(dtypes.Float32, 2, 9, 9, 3))
	kernel := graph.IotaFull(g, shapes.Make(dtypes.Float32, 3, 3, 3, 4))
	y := graph.Convolve(x, kernel).StridePerAxis(3, 3).NoPadding().Done() // [2, 3, 3, 4]
	if got, want := work(y), 2.0*2*3*3*4*3*3*3; got != want {
		t.Errorf("a convolution of %v, want %v", got, want)
	}
	if got := work(graph.ReduceSum(x, 1)); got != 2*9*9*3 {
		t.Errorf("a sum of %v numbers, want %v", got, 2*9*9*3)
	}
	list := tally(Step, needed([]*graph.Node{y}), 2)
	if len(list) < 2 || list[0].Class != Computes || list[0].Count != 1 || list[0].Numbers != 36 {
		t.Errorf("%+v", list)
	}
}

// TestMaxIsReLU: the greater of two numbers is taken with the constant 0 alone in the literal form's step.
func TestMaxIsReLU(t *testing.T) {
	for _, unpool := range []unpooling{unpoolReal, unpoolSubstitute} {
		o := literalDefaults()
		o.unpool = unpool
		f := literalForm(t, 3, 2, o)
		constants, states, found := f.constants(), len(f.fields()), 0
		inputs := f.fields()
		for _, c := range constants {
			inputs = append(inputs, c.Shape())
		}
		exec, err := graph.NewExec(goBackend(t), func(x []*graph.Node) []*graph.Node {
			zero := x[states+slices.Index(f.numbersOf(), 0)]
			out := f.step(x[:states], x[states:])
			for _, n := range needed(out) {
				if n.Type() == graph.NodeTypeMax {
					found++
					if !slices.Contains(n.Inputs(), zero) {
						t.Errorf("%s: %s is no ReLU", unpool, n)
					}
				}
			}
			return out
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := exec.Compile(inputs...); err != nil {
			t.Fatal(err)
		}
		exec.Finalize()
		if found == 0 {
			t.Error("no ReLU")
		}
	}
}
