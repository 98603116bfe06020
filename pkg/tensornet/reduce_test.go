package tensornet

import (
	"math"
	"slices"
	"testing"

	"sudokulab/pkg/board"
)

func TestReduce(t *testing.T) {
	backend := goBackend(t)
	x, y, z := make([]float64, 162), make([]float64, 162), make([]float64, 162)
	for i := range x {
		x[i], y[i] = float64(i%41-20), float64(i*7%53-26)
		z[i] = y[i] + float64(i%5)
	}
	want := map[string]func(i int) float64{
		"add": func(i int) float64 { return x[i] + y[i] }, "sub": func(i int) float64 { return x[i] - y[i] },
		"minimum": func(i int) float64 { return min(x[i], y[i]) }, "maximum": func(i int) float64 { return max(x[i], y[i]) },
		"clamp": func(i int) float64 { return min(max(x[i], y[i]), z[i]) },
	}
	for _, op := range Reductions() {
		inputs := [][]float64{x, y, z}[:2]
		if op == "clamp" {
			inputs = [][]float64{x, y, z}
		}
		for _, number := range []string{"float32", "int8"} {
			direct, reduced, built, err := Reduce(backend, board.Standard(), op, number, inputs...)
			if err != nil {
				t.Fatal(err)
			}
			for i := range x {
				if w := want[op](i); direct[i] != w || math.Float64bits(reduced[i]) != math.Float64bits(direct[i]) {
					t.Fatalf("%s, %s, %d: %v and %v, want %v", op, number, i, direct[i], reduced[i], w)
				}
			}
			for _, o := range built {
				if o.Class == Computes && o.Name != "ConvGeneral" && o.Name != "ReLU" {
					t.Errorf("%s is built of %+v", op, o)
				}
			}
		}
	}
	for name, err := range map[string]error{
		"operation": errorOf(Reduce(backend, board.Standard(), "other", "int8", x, y)),
		"type":      errorOf(Reduce(backend, board.Standard(), "add", "int9", x, y)),
		"inputs":    errorOf(Reduce(backend, board.Standard(), "clamp", "int8", x, y)),
		"length":    errorOf(Reduce(backend, board.Standard(), "add", "int8", x[:80], y[:80])),
	} {
		if err == nil {
			t.Errorf("a wrong %s passes", name)
		}
	}
}

func errorOf(_, _ []float64, _ []Operation, err error) error { return err }

// TestInputs: nothing is read but the state, the entry and constants.
func TestInputs(t *testing.T) {
	backend := goBackend(t)
	for _, form := range []Form{Packed, Literal} {
		cfg := DefaultConfig()
		cfg.Form, cfg.Batch = form, 12
		cfg.Rules.Doubles = true
		list, err := Inputs(backend, board.Standard(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		roles := map[Role]int{}
		for _, in := range list {
			roles[in.Role]++
			if in.Role == RoleConstant && (in.Name == "" || len(in.Values) == 0) {
				t.Errorf("%s: %+v", form, in)
			}
			if in.Name == "kernel pairs" && (!slices.Equal(in.Dims, []int{36, 9, 1, 1}) || in.Values[0] != 1 || in.Values[2] != 0) {
				t.Errorf("%+v", in)
			}
		}
		t.Log(form, roles)
		if roles[RoleOther] != 0 || roles[RoleConstant] < 5 || roles[RoleState] == 0 || roles[RoleControl] != 3 {
			t.Errorf("%s: %v", form, roles)
		}
	}
}
