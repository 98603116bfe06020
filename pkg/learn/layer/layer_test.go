package layer_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/learn/layer"
)

// values runs f with a store and returns its result.
func values(t *testing.T, choice *accel.Choice, store *model.Store, f func(scope *model.Scope, g *graph.Graph) *graph.Node) []float32 {
	t.Helper()
	exec, err := model.NewExec(choice.Backend, store, f)
	if err != nil {
		t.Fatal(err)
	}
	defer exec.Finalize()
	y, err := exec.Call1()
	if err != nil {
		t.Fatal(err)
	}
	out, err := tensors.CopyFlatData[float32](y)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestStart looks at the distribution of each way to start, and that it depends on seed and
// path alone.
func TestStart(t *testing.T) {
	choice := acceltest.Choose(t)
	const in, out = 300, 200
	draw := func(s layer.Start, scope string, biases bool) []float32 {
		store := model.NewStore()
		defer store.Finalize()
		return values(t, choice, store, func(root *model.Scope, g *graph.Graph) *graph.Node {
			l := s.Linear(root.At("%s", scope), g, dtypes.Float32, in, out)
			if biases {
				return graph.MulScalar(l.B, 1)
			}
			return graph.MulScalar(l.W, 1)
		})
	}
	for init, want := range map[layer.Init]struct{ deviation, limit float64 }{
		layer.FanIn:  {1 / math.Sqrt(3*in), 1 / math.Sqrt(in)},
		layer.He:     {math.Sqrt(2. / in), 6 * math.Sqrt(2./in)},
		layer.Glorot: {math.Sqrt(2. / (in + out)), math.Sqrt(6. / (in + out))},
	} {
		s := layer.Start{Init: init, Seed: 1}
		w := draw(s, "a", false)
		mean, square, most := 0.0, 0.0, 0.0
		for _, v := range w {
			mean += float64(v) / in / out
			square += float64(v) * float64(v) / in / out
			most = max(most, math.Abs(float64(v)))
		}
		if deviation := math.Sqrt(square); len(w) != in*out || math.Abs(mean) > want.deviation/50 || math.Abs(deviation/want.deviation-1) > 0.02 || most > want.limit {
			t.Errorf("%s: mean %g, deviation %g, greatest %g, want deviation %g and limit %g", init, mean, deviation, most, want.deviation, want.limit)
		}
		b := draw(s, "a", true)
		if zero := !slices.ContainsFunc(b, func(v float32) bool { return v != 0 }); len(b) != out || zero != (init != layer.FanIn) {
			t.Errorf("%s: %d biases, all zero: %v", init, len(b), zero)
		}
		if !slices.Equal(w, draw(s, "a", false)) {
			t.Errorf("%s: other values the second time", init)
		}
		if slices.Equal(w, draw(s, "b", false)) || slices.Equal(w, draw(layer.Start{Init: init, Seed: 2}, "a", false)) {
			t.Errorf("%s: the same values at another path or seed", init)
		}
	}
	if (layer.Start{Init: "zero"}).Validate() == nil || (layer.Start{Init: layer.He}).Validate() != nil {
		t.Error("validation of names")
	}
}

func TestProduct(t *testing.T) {
	choice := acceltest.Choose(t)
	got := values(t, choice, model.NewStore(), func(_ *model.Scope, g *graph.Graph) *graph.Node {
		x := graph.Const(g, [][][]float32{{{1, 2, 3}, {4, 5, 6}}, {{7, 8, 9}, {0, 1, 0}}}) // [2, 2, 3]
		l := layer.Linear{W: graph.Const(g, [][]float32{{1, 0}, {0, 1}, {1, 1}}), B: graph.Const(g, []float32{10, 20})}
		y := l.Apply(x)
		y.AssertDims(2, 2, 2)
		return y
	})
	if want := []float32{14, 25, 20, 31, 26, 37, 10, 21}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestReLU: values and slopes with and without a mask.
func TestReLU(t *testing.T) {
	choice := acceltest.Choose(t)
	for _, masked := range []bool{false, true} {
		got := values(t, choice, model.NewStore(), func(_ *model.Scope, g *graph.Graph) *graph.Node {
			x := graph.Const(g, []float32{-1, 0, 2, 3})
			var mask *layer.Mask
			if masked {
				mask = &layer.Mask{Keep: graph.Const(g, []bool{true, true, true, false}), Rate: 0.5}
			}
			y := layer.ReLU(x, mask)
			slope := graph.Gradient(graph.ReduceAllSum(y), x)[0]
			return graph.Concatenate([]*graph.Node{y, slope}, 0)
		})
		want := []float32{0, 0, 2, 3, 0, 0, 1, 1}
		if masked {
			want = []float32{0, 0, 4, 0, 0, 0, 2, 0}
		}
		if !slices.Equal(got, want) {
			t.Errorf("masked %v: %v, want %v", masked, got, want)
		}
	}
}

// TestNormalise: each row by itself comes to mean 0 and variance 1, and one of equal values to zeros, with a
// gradient that is a number.
func TestNormalise(t *testing.T) {
	choice := acceltest.Choose(t)
	got := values(t, choice, model.NewStore(), func(_ *model.Scope, g *graph.Graph) *graph.Node {
		x := graph.Const(g, [][][]float32{{{1, 2, 3, 6}}, {{7, 7, 7, 7}}}) // [2, 1, 4]
		y := layer.Normalise(x)
		y.AssertDims(2, 1, 4)
		slope := graph.Gradient(graph.ReduceAllSum(graph.Mul(y, graph.Const(g, [][][]float32{{{1, 0, 0, 0}}, {{1, 0, 0, 0}}}))), x)[0]
		return graph.Concatenate([]*graph.Node{y, slope}, 1)
	})
	// Deviations −2, −1, 0, 3 of variance 3.5; the slope of the first is (e₁ − 1/4 − y·y₁/4)/√3.5.
	const root = 1.8708287
	want := []float32{-2 / root, -1 / root, 0, 3 / root}
	for _, e := range []struct{ own, y float32 }{{1, want[0]}, {0, want[1]}, {0, want[2]}, {0, want[3]}} {
		want = append(want, (e.own-0.25-e.y*want[0]/4)/root)
	}
	flat := float32(0.25 / math.Sqrt(1e-5))
	want = append(want, 0, 0, 0, 0, 3*flat, -flat, -flat, -flat)
	for i, v := range want {
		if math.Abs(float64(got[i]-v)) > 1e-4*max(1, math.Abs(float64(v))) {
			t.Errorf("number %d is %g, want %g", i, got[i], v)
		}
	}
}

// TestMasks: the share that is dropped, none outside of training, the same after the same
// seed.
func TestMasks(t *testing.T) {
	choice := acceltest.Choose(t)
	draw := func(seed int64, rate float64, training bool) []float32 {
		store := model.NewStore()
		defer store.Finalize()
		if err := store.SetRNGStateFromSeed(seed); err != nil {
			t.Fatal(err)
		}
		return values(t, choice, store, func(scope *model.Scope, g *graph.Graph) *graph.Node {
			m := layer.NewMasks(scope, g, rate, training, false)
			first, second := m.Draw(100, 200), m.Draw(100, 200)
			if (first == nil) != (second == nil) {
				t.Error("one mask of two")
			}
			if first == nil {
				return graph.Const(g, []float32{-1})
			}
			both := layer.Join([]*layer.Mask{first, second}, 1)
			return graph.ConvertDType(both.Keep, dtypes.Float32)
		})
	}
	kept := draw(1, 0.3, true)
	share := 0.0
	for _, v := range kept {
		share += float64(v) / float64(len(kept))
	}
	if len(kept) != 40000 || math.Abs(share-0.7) > 0.01 {
		t.Errorf("%d values, %g kept", len(kept), share)
	}
	if !slices.Equal(kept, draw(1, 0.3, true)) || slices.Equal(kept, draw(2, 0.3, true)) {
		t.Error("masks do not follow the seed")
	}
	same := 0
	for row := range 100 {
		for col := range 200 {
			if kept[row*400+col] == kept[row*400+200+col] {
				same++
			}
		}
	}
	if same > 13000 { // 0.7² + 0.3² of 20000 are 11600
		t.Errorf("%d of 20000 places are alike in both masks", same)
	}
	if y := draw(1, 0.3, false); y[0] != -1 {
		t.Error("a mask outside of training")
	}
	if y := draw(1, 0, true); y[0] != -1 {
		t.Error("a mask at rate 0")
	}
}

// A convolution of ones adds up each cell's neighbourhood.
func ExampleConvolve() {
	choice, err := accel.Choose(context.Background(), accel.Options{Backend: accel.NameGo})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer choice.Close()
	y, err := graph.CallOnce(choice.Backend, func(x *graph.Node) *graph.Node {
		return layer.Convolve(x, graph.Ones(x.Graph(), shapes.Make(dtypes.Float32, layer.Kernel, layer.Kernel, 1, 1)))
	}, [][][][]float32{{{{1}, {1}, {1}}, {{1}, {1}, {1}}, {{1}, {1}, {1}}}}) // [1, 3, 3, 1]
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(tensors.MustCopyFlatData[float32](y))
	// Output: [4 6 4 6 9 6 4 6 4]
}

func ExampleLinearSize() {
	fmt.Println(layer.LinearSize(192, 96))
	// Output: 18528
}
