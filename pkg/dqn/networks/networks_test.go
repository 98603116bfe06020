package networks_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/gnn"
	"sudokulab/pkg/gnn/inspect"
	"sudokulab/pkg/learn/layer"
)

func shapeOf(t testing.TB, side int) *board.Shape {
	t.Helper()
	s, err := board.ShapeOfSide(side)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func documented(t testing.TB, c networks.Config) *networks.Documented {
	t.Helper()
	net, err := networks.NewDocumented(c)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// small is a configuration of small widths, all different.
func small(name string, side int) networks.Config {
	c := networks.Default(name, side)
	c.Width, c.Hidden, c.Depth, c.Seed = 6, 8, 2, 7
	if name == networks.Transformer {
		c.Heads = 3
	}
	return c
}

// variants are small networks of a side with each switch in both positions.
func variants(side int) (all []networks.Config) {
	for _, name := range networks.DocumentedNames() {
		c := small(name, side)
		all = append(all, c)
		for _, change := range []func(c *networks.Config){
			func(c *networks.Config) { c.Input = networks.Raw },
			func(c *networks.Config) { c.LayerNorm = !c.LayerNorm },
			func(c *networks.Config) { c.Dueling = true },
			func(c *networks.Config) { c.Residual = !c.Residual },
			func(c *networks.Config) { c.Head = networks.Flatten },
			func(c *networks.Config) { c.Head, c.Dueling, c.LayerNorm = networks.Cells, true, true },
			func(c *networks.Config) { c.Head, c.Dense, c.Hidden = networks.Cells, 0, 0 },
			func(c *networks.Config) { c.Depth = 4 },
		} {
			v := c
			change(&v)
			if v.Validate() == nil && !slices.Contains(all, v) {
				all = append(all, v)
			}
		}
	}
	return all
}

func title(c networks.Config) string {
	return fmt.Sprintf("%s side %d %s %s depth %d dense %d residual %v norm %v duel %v",
		c.Name, c.Side, c.Input, c.Head, c.Depth, c.Dense, c.Residual, c.LayerNorm, c.Dueling)
}

// run holds a network's weights below "net" of a store.
type run struct {
	t     testing.TB
	b     compute.Backend
	net   *networks.Documented
	shape *board.Shape
	store *model.Store
}

func start(t testing.TB, b compute.Backend, c networks.Config) *run {
	t.Helper()
	r := &run{t: t, b: b, net: documented(t, c), shape: shapeOf(t, c.Side), store: model.NewStore()}
	t.Cleanup(r.store.Finalize)
	r.call(make([]int32, r.shape.Cells()), r.values) // makes the variables
	return r
}

func (r *run) values(scope *model.Scope, boards *graph.Node) *graph.Node {
	return r.net.Values(scope, boards, r.shape)[0]
}

func (r *run) features(scope *model.Scope, boards *graph.Node) *graph.Node {
	return r.net.Features(scope, boards, r.shape)
}

// call runs a graph on boards one after the other in cells.
func (r *run) call(cells []int32, f func(scope *model.Scope, boards *graph.Node) *graph.Node) []float32 {
	r.t.Helper()
	exec, err := model.NewExec(r.b, r.store, func(scope *model.Scope, boards *graph.Node) *graph.Node { return f(scope.At("net"), boards) })
	if err != nil {
		r.t.Fatal(err)
	}
	defer exec.Finalize()
	y, err := exec.Call1(tensors.FromFlatDataAndDimensions(cells, len(cells)/r.shape.Cells(), r.shape.Cells()))
	if err != nil {
		r.t.Fatal(err)
	}
	return tensors.MustCopyFlatData[float32](y)
}

// weights are the variables by their paths below the network's scope.
func (r *run) weights() map[string]weight {
	all := map[string]weight{}
	for v := range r.store.Scope("net").IterVariables() {
		name := strings.TrimPrefix(v.Path(), "/net/")
		w := weight{dims: v.Shape().Dimensions}
		for _, x := range tensors.MustCopyFlatData[float32](v.MustValue()) {
			w.values = append(w.values, float64(x))
		}
		all[name] = w
	}
	return all
}

// set replaces a variable.
func (r *run) set(name string, w weight) {
	r.t.Helper()
	v := r.store.GetVariable("/net/" + name)
	if v == nil {
		r.t.Fatalf("no variable %s", name)
	}
	values := make([]float32, len(w.values))
	for i, x := range w.values {
		values[i] = float32(x)
	}
	if err := v.SetValue(tensors.FromFlatDataAndDimensions(values, w.dims...)); err != nil {
		r.t.Fatal(err)
	}
}

// shake replaces all variables by normal numbers, biases, factors and offsets among them. Those of one axis are
// not negative, so that few units are dead.
func (r *run) shake() {
	weights := r.weights()
	rng := rand.New(rand.NewPCG(3, 4))
	for _, name := range slices.Sorted(maps.Keys(weights)) {
		w := weights[name]
		for i := range w.values {
			w.values[i] = rng.NormFloat64() * 0.3
			if len(w.dims) == 1 {
				w.values[i] = math.Abs(w.values[i])
			}
			w.values[i] = float64(float32(w.values[i]))
		}
		r.set(name, w)
	}
}

// someBoards are random numbers, rules or no rules: networks take them all.
func someBoards(s *board.Shape, count int) []int32 {
	rng := rand.New(rand.NewPCG(5, 6))
	cells := make([]int32, count*s.Cells())
	for i := range cells {
		cells[i] = int32(rng.IntN(s.Side() + 1))
	}
	return cells
}

func near(t *testing.T, what string, got []float32, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for i := range want {
		if math.Abs(float64(got[i])-want[i]) > 1e-4*max(1, math.Abs(want[i])) {
			t.Fatalf("%s: number %d is %g, want %g", what, i, got[i], want[i])
		}
	}
}

// TestAgainstLoops compares values and features with those of loops, for every switch.
func TestAgainstLoops(t *testing.T) {
	b := acceltest.Go(t)
	all := append(variants(4), small(networks.Conv, 9), small(networks.UnitConv, 9), small(networks.ResNet, 9), small(networks.Transformer, 9))
	for _, c := range all {
		r := start(t, b, c)
		r.shake()
		const boards = 3
		cells := someBoards(r.shape, boards)
		p := plain{c, r.shape, r.weights()}
		var values, features []float64
		for i := range boards {
			v, f := p.values(cells[i*r.shape.Cells() : (i+1)*r.shape.Cells()])
			values = append(values, v...)
			for _, x := range f {
				features = append(features, x...)
			}
		}
		near(t, title(c)+": values", r.call(cells, r.values), values)
		near(t, title(c)+": features", r.call(cells, r.features), features)
	}
}

// asGNN lets package inspect count.
type asGNN struct{ *networks.Documented }

func (n asGNN) Logits(scope *model.Scope, boards *graph.Node, s *board.Shape, _ gnn.Mode) []*graph.Node {
	y := n.Values(scope, boards, s)[0]
	y.AssertDims(-1, n.Actions())
	return []*graph.Node{graph.Reshape(y, -1, s.Cells(), s.Side())}
}

// TestCounts compares the tables with what is built, and the drawings with the tables.
func TestCounts(t *testing.T) {
	b := acceltest.Go(t)
	const batch = 3
	all := variants(4)
	drawn := map[networks.Config]int{}
	for name, count := range map[string]int{networks.Conv: 563793, networks.UnitConv: 83745, networks.ResNet: 574209, networks.Transformer: 18601} {
		c := networks.Default(name, 9)
		drawn[c] = count
		all = append(all, c)
	}
	for _, c := range all {
		net := documented(t, c)
		f, err := inspect.Describe(b, asGNN{net}, shapeOf(t, c.Side), inspect.Options{Batch: batch})
		if err != nil {
			t.Fatal(err)
		}
		if f.Parameters != net.Parameters() || drawn[c] != 0 && f.Parameters != drawn[c] {
			t.Errorf("%s: %d parameters built, %d in the table, %d drawn", title(c), f.Parameters, net.Parameters(), drawn[c])
		}
		want := f.Products
		if c.Name == networks.Transformer { // package inspect does not know products with axes of a batch
			cells, planes, w := c.Side*c.Side, c.Side+1, c.Width
			if c.Input == networks.Raw {
				planes = 1
			}
			perBoard := cells*planes*w + c.Depth*(4*cells*w*w+2*cells*cells*w+2*cells*w*c.Hidden) + cells*w*c.Side
			if c.Dueling {
				perBoard += w
			}
			want = int64(2 * batch * perBoard)
		}
		if net.FLOPs(batch) != want {
			t.Errorf("%s: %d operations in the table, want %d", title(c), net.FLOPs(batch), want)
		}
		var named []string
		for _, l := range net.Layers() {
			if slices.Contains(named, l.Name) {
				t.Errorf("%s: two layers %s", title(c), l.Name)
			}
			for _, from := range append(slices.Clone(l.From), l.Skip) {
				if from != "" && !slices.Contains(named, from) {
					t.Errorf("%s: layer %s reads %s, which is not before it", title(c), l.Name, from)
				}
			}
			named = append(named, l.Name)
		}
	}
}

// TestDocumentedLayout holds conv's table against the document's sentence: several 3×3 convolutions with
// ReLU, flattened, dense layers, 729 outputs without activation; and the table against the variables.
func TestDocumentedLayout(t *testing.T) {
	r := start(t, acceltest.Go(t), networks.Default(networks.Conv, 9))
	weights := r.weights()
	var kinds []networks.Kind
	for _, l := range r.net.Layers() {
		kinds = append(kinds, l.Kind)
		activation := networks.Linear
		switch l.Kind {
		case networks.Convolution:
			activation = networks.ReLU
			if l.Filter != [2]int{3, 3} || !slices.Equal(weights[l.Name+"/weights"].dims, []int{3, 3, l.In[2], l.Out[2]}) {
				t.Errorf("%s: filter %v, variable %v", l.Name, l.Filter, weights[l.Name+"/weights"].dims)
			}
		case networks.Dense:
			if l.Name != "outputs" {
				activation = networks.ReLU
			}
			if !slices.Equal(weights[l.Name+"/weights"].dims, []int{l.In[0], l.Out[0]}) {
				t.Errorf("%s: %v → %v, variable %v", l.Name, l.In, l.Out, weights[l.Name+"/weights"].dims)
			}
		}
		if l.Activation != activation {
			t.Errorf("%s: activation %q", l.Name, l.Activation)
		}
	}
	want := []networks.Kind{
		networks.Board, networks.Convolution, networks.Convolution, networks.Convolution, networks.Flattened,
		networks.Dense, networks.Dense, networks.Dense,
	}
	layers := r.net.Layers()
	if last := layers[len(layers)-1]; !slices.Equal(kinds, want) || !slices.Equal(last.Out, []int{729}) {
		t.Errorf("layers %v, the last gives %v", kinds, last.Out)
	}
	layers[0].Name = "spoiled"
	if r.net.Layers()[0].Name == "spoiled" {
		t.Error("the table can be written to")
	}
}

// TestSides: each network gives finite values on boards of its side and refuses others.
func TestSides(t *testing.T) {
	b := acceltest.Go(t)
	diagonal, err := board.ShapeWith(9, board.Variant{Diagonals: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range networks.DocumentedNames() {
		for _, side := range []int{4, 9, 16} {
			r := start(t, b, small(name, side))
			y := r.call(someBoards(r.shape, 2), r.values)
			if len(y) != 2*side*side*side || slices.ContainsFunc(y, func(v float32) bool { return math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) }) {
				t.Errorf("%s at side %d: %d values", name, side, len(y))
			}
			if dims := len(r.call(someBoards(r.shape, 2), r.features)); dims%(2*side*side) != 0 || dims == 0 {
				t.Errorf("%s at side %d: %d features", name, side, dims)
			}
			for _, other := range []int{4, 9, 16} {
				if err := r.net.Takes(shapeOf(t, other)); (err == nil) != (other == side) {
					t.Errorf("%s of side %d on side %d: %v", name, side, other, err)
				}
			}
		}
		if err := documented(t, small(name, 9)).Takes(diagonal); err == nil || !strings.HasPrefix(err.Error(), "networks: "+name) {
			t.Errorf("%s on diagonals: %v", name, err)
		}
	}
}

// TestGradients: the gradient of a loss of all values reaches every variable and agrees with differences of the
// loops' loss, along a random direction of each variable.
func TestGradients(t *testing.T) {
	const boards = 2
	b := acceltest.Go(t)
	for _, c := range variants(4) {
		r := start(t, b, c)
		r.shake()
		cells, size := someBoards(r.shape, boards), r.shape.Cells()
		weights := r.weights()
		loss := func() (total float64) {
			p := plain{c, r.shape, weights}
			for i := range boards {
				values, _ := p.values(cells[i*size : (i+1)*size])
				for a, v := range values {
					total += v * v * math.Sin(float64(i*len(values)+a)) / float64(boards*len(values))
				}
			}
			return total
		}
		rng := rand.New(rand.NewPCG(8, 9))
		for _, name := range slices.Sorted(maps.Keys(weights)) {
			gradient := r.call(cells, func(scope *model.Scope, boards *graph.Node) *graph.Node {
				y := graph.Reshape(r.values(scope, boards), -1)
				l := graph.ReduceAllMean(graph.Mul(graph.Square(y), graph.Sin(graph.IotaFull(y.Graph(), y.Shape())))) // weighs the actions
				return graph.Gradient(l, scope.Store().GetVariable("/net/"+name).NodeValue(y.Graph()))[0]
			})
			w, direction, slope, length := weights[name], make([]float64, len(gradient)), 0.0, 0.0
			for i, g := range gradient {
				direction[i] = rng.NormFloat64()
				slope += float64(g) * direction[i]
				length = math.Hypot(length, float64(g))
			}
			if length == 0 {
				t.Errorf("%s: no gradient reaches %s", title(c), name)
			}
			const step = 1e-6
			at := func(by float64) float64 {
				moved := weight{w.dims, slices.Clone(w.values)}
				for i := range moved.values {
					moved.values[i] += by * direction[i]
				}
				weights[name] = moved
				defer func() { weights[name] = w }()
				return loss()
			}
			if difference := (at(step) - at(-step)) / (2 * step); math.Abs(difference-slope) > 1e-3*length+1e-6 {
				t.Errorf("%s: %s: slope %g, difference %g, length of the gradient %g", title(c), name, slope, difference, length)
			}
		}
	}
}

// TestStart: initial weights follow seed and path alone; the network is found again in its scope; a copy in
// another scope gives the same values.
func TestStart(t *testing.T) {
	b := acceltest.Go(t)
	for _, c := range variants(4) {
		first, again := start(t, b, c), start(t, b, c)
		cells := someBoards(first.shape, 2)
		y := first.call(cells, first.values)
		if !slices.Equal(y, again.call(cells, again.values)) {
			t.Errorf("%s: other values the second time", title(c))
		}
		// Wherever the graph is built and whatever is built before it.
		late := start(t, b, c)
		if err := late.store.Scope("net").DeleteVariablesInScope(); err != nil {
			t.Fatal(err)
		}
		late.call(cells, func(scope *model.Scope, boards *graph.Node) *graph.Node {
			late.features(scope, boards)
			late.values(scope, boards)
			return late.values(scope, boards)
		})
		if w, l := first.weights(), late.weights(); len(w) != len(l) {
			t.Errorf("%s: %d variables, then %d", title(c), len(w), len(l))
		}
		if !slices.Equal(y, late.call(cells, late.values)) {
			t.Errorf("%s: other values after features", title(c))
		}
		c.Seed++
		if other := start(t, b, c); slices.Equal(y, other.call(cells, other.values)) {
			t.Errorf("%s: the same values with another seed", title(c))
		}
		var values []float32
		for v := range first.store.Scope("net").IterVariables() {
			copied := tensors.MustCopyFlatData[float32](v.MustValue())
			first.store.VariableWithValue("/copy/"+strings.TrimPrefix(v.Path(), "/net/"), tensors.FromFlatDataAndDimensions(copied, v.Shape().Dimensions...))
		}
		values = first.call(cells, func(scope *model.Scope, boards *graph.Node) *graph.Node {
			return graph.Sub(first.net.Values(scope.Store().Scope("copy"), boards, first.shape)[0], first.values(scope, boards))
		})
		if slices.ContainsFunc(values, func(v float32) bool { return v != 0 }) {
			t.Errorf("%s: a copy of the weights gives other values", title(c))
		}
	}
}

// TestBoardsAlone: a board's values do not depend on the boards beside it.
func TestBoardsAlone(t *testing.T) {
	b := acceltest.Go(t)
	for _, c := range variants(4) {
		r := start(t, b, c)
		cells := someBoards(r.shape, 3)
		size, actions := r.shape.Cells(), r.net.Actions()
		together, alone := r.call(cells, r.values), r.call(cells[size:2*size], r.values)
		for i, v := range alone {
			if math.Abs(float64(v-together[actions+i])) > 1e-5 {
				t.Fatalf("%s: value %d is %g alone and %g among others", title(c), i, v, together[actions+i])
			}
		}
	}
}

// TestRaw: a network that reads planes can do what one can that reads numbers: its first weights of a digit's
// plane are the digit times the other's.
func TestRaw(t *testing.T) {
	b := acceltest.Go(t)
	for name, first := range map[string][]string{
		networks.Conv: {"convolution-1"}, networks.UnitConv: {"cell-1", "row-1", "column-1", "box-1"}, networks.ResNet: {"stem"}, networks.Transformer: {"token"},
	} {
		c := small(name, 4)
		planes := start(t, b, c)
		c.Input = networks.Raw
		raw := start(t, b, c)
		raw.shake()
		for path, w := range raw.weights() {
			if at, kind, _ := strings.Cut(path, "/"); slices.Contains(first, at) && kind == "weights" {
				dims := slices.Clone(w.dims) // […, 1, O]
				out, axis := dims[len(dims)-1], len(dims)-2
				dims[axis] = 5
				wide := weight{dims, nil}
				for position := range len(w.values) / out {
					for digit := range 5 {
						for o := range out {
							wide.values = append(wide.values, float64(digit)*w.values[position*out+o])
						}
					}
				}
				w = wide
			}
			planes.set(path, w)
		}
		cells := someBoards(raw.shape, 3)
		want := raw.call(cells, raw.values)
		for i, v := range planes.call(cells, planes.values) {
			if math.Abs(float64(v-want[i])) > 1e-4 {
				t.Fatalf("%s: value %d is %g from planes and %g from numbers", name, i, v, want[i])
			}
		}
	}
}

// TestTransposed: transposing a board and the weights transposes the values. Nothing else is promised: with the
// weights as they are, the values become others.
func TestTransposed(t *testing.T) {
	b := acceltest.Go(t)
	for _, name := range networks.DocumentedNames() {
		c := small(name, 9)
		c.Head, c.Dueling = networks.Cells, true
		r := start(t, b, c)
		r.shake()
		s := r.shape
		cells := someBoards(s, 1)
		turned := make([]int32, len(cells))
		for cell, d := range cells {
			turned[s.Cell(s.Col(cell), s.Row(cell))] = d
		}
		off := func(y, z []float32) (most float64) {
			for cell := range s.Cells() {
				for d := range s.Side() {
					most = max(most, math.Abs(float64(y[cell*s.Side()+d]-z[s.Cell(s.Col(cell), s.Row(cell))*s.Side()+d])))
				}
			}
			return most
		}
		y := r.call(cells, r.values)
		if by := off(y, r.call(turned, r.values)); by < 1e-3 {
			t.Errorf("%s: transposing the board alone changes values by %g", name, by)
		}
		weights := r.weights()
		swap := strings.NewReplacer("row", "column", "column", "row")
		for path, w := range weights {
			if at, table, _ := strings.Cut(path, "/"); at == "positions" && table != "boxes" || name == networks.UnitConv {
				path = swap.Replace(path)
			}
			switch {
			case strings.HasSuffix(path, "positions/boxes"):
				k, box := s.Box(), weight{w.dims, nil}
				for i := range w.dims[0] {
					from := i%k*k + i/k
					box.values = append(box.values, w.values[from*w.dims[1]:(from+1)*w.dims[1]]...)
				}
				w = box
			case len(w.dims) == 4: // [rows, columns, C, O]
				mirror := weight{[]int{w.dims[1], w.dims[0], w.dims[2], w.dims[3]}, nil}
				each := w.dims[2] * w.dims[3]
				for j := range w.dims[1] {
					for i := range w.dims[0] {
						from := (i*w.dims[1] + j) * each
						mirror.values = append(mirror.values, w.values[from:from+each]...)
					}
				}
				w = mirror
			case name == networks.UnitConv && w.dims[0] == 4*c.Width && strings.HasSuffix(path, "weights"):
				w = swapBlocks(w, c.Width)
			}
			r.set(path, w)
		}
		if name == networks.UnitConv { // its second block reads the joined maps of the first
			for _, unit := range []string{"cell-2", "row-2", "column-2", "box-2"} {
				w := r.weights()[unit+"/weights"]
				area := w.dims[0] * w.dims[1]
				each := len(w.values) / area
				for i := range area {
					part := weight{w.dims[2:], w.values[i*each : (i+1)*each]}
					copy(w.values[i*each:], swapBlocks(part, c.Width).values)
				}
				r.set(unit+"/weights", w)
			}
		}
		if by := off(y, r.call(turned, r.values)); by > 1e-4 {
			t.Errorf("%s: transposing board and weights changes values by %g", name, by)
		}
	}
}

// swapBlocks swaps the inputs that come from rows with those that come from columns: [4W, O].
func swapBlocks(w weight, width int) weight {
	each := width * w.dims[1]
	out := weight{w.dims, slices.Clone(w.values)}
	copy(out.values[each:2*each], w.values[2*each:3*each])
	copy(out.values[2*each:3*each], w.values[each:2*each])
	return out
}

// TestResidual: with and without residual connections the weights are the same, and a block whose second
// convolution gives zeros passes its input through with them and nothing without.
func TestResidual(t *testing.T) {
	b := acceltest.Go(t)
	c := small(networks.ResNet, 4)
	c.Depth = 16
	stem := c
	with := start(t, b, c)
	c.Residual = false
	without := start(t, b, c)
	w := with.weights()
	for path, v := range without.weights() {
		if !slices.Equal(v.values, w[path].values) {
			t.Errorf("%s starts otherwise", path)
		}
	}
	cells := someBoards(with.shape, 2)
	if slices.Equal(with.call(cells, with.values), without.call(cells, without.values)) {
		t.Error("the connections change nothing")
	}
	for path, v := range w {
		if strings.Contains(path, "-second/") {
			zeros := weight{v.dims, make([]float64, len(v.values))}
			with.set(path, zeros)
			without.set(path, zeros)
		}
	}
	want := []float64(nil)
	p := plain{stem, with.shape, w}
	for i := range 2 {
		for _, x := range p.convolve("stem", p.planes(cells[i*16:(i+1)*16]), 3, 3, false).each(relu).list() {
			want = append(want, x...)
		}
	}
	near(t, "with", with.call(cells, with.features), want)
	near(t, "without", without.call(cells, without.features), make([]float64, len(want)))
}

// TestDuel: what is added to all advantages is taken away again, and the mean of the values is the value.
func TestDuel(t *testing.T) {
	b := acceltest.Go(t)
	for _, c := range variants(4) {
		if !c.Dueling {
			continue
		}
		r := start(t, b, c)
		cells := someBoards(r.shape, 1)
		before := r.call(cells, r.values)
		w := r.weights()
		more := w["advantages/biases"]
		for i := range more.values {
			more.values[i] += 5
		}
		r.set("advantages/biases", more)
		value := w["value/biases"]
		value.values[0] += 2
		r.set("value/biases", value)
		for i, v := range r.call(cells, r.values) {
			if math.Abs(float64(v-before[i]-2)) > 1e-4 {
				t.Fatalf("%s: value %d goes from %g to %g, want 2 more", title(c), i, before[i], v)
			}
		}
	}
}

func TestDefaults(t *testing.T) {
	for _, name := range networks.DocumentedNames() {
		for _, side := range []int{4, 9, 16, 25, 36} {
			c := networks.Default(name, side)
			net, err := networks.New(c)
			if err != nil {
				t.Errorf("%s at side %d: %v", name, side, err)
				continue
			}
			if net.Name() != name || documented(t, c).Config() != c {
				t.Errorf("%s at side %d: %s, %+v", name, side, net.Name(), documented(t, c).Config())
			}
		}
	}
}

// TestJSON: a configuration survives being written; what is absent is as it was, or the default of another name
// or side; a slip is an error and changes nothing.
func TestJSON(t *testing.T) {
	for _, c := range append(append(variants(4), variants(9)...), networks.Default(networks.Candidate, 9)) {
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		for _, over := range []networks.Config{{}, networks.Default(networks.ResNet, 4), networks.Default(networks.Candidate, 4)} {
			if err := json.Unmarshal(text, &over); err != nil || !reflect.DeepEqual(over, c) {
				t.Errorf("%s: %+v, %v", text, over, err)
			}
		}
	}
	deep := networks.Default(networks.ResNet, 9)
	deep.Residual, deep.Depth = false, 8
	wide := networks.Default(networks.Candidate, 9)
	wide.Candidate.Hidden++
	for _, test := range []struct {
		over networks.Config
		text string
		want networks.Config
	}{
		{networks.Config{}, `{"name": "resnet", "side": 9, "residual": false, "depth": 8}`, deep},
		{networks.Default(networks.Conv, 9), `{"name": "resnet", "residual": false, "depth": 8}`, deep},
		{networks.Default(networks.ResNet, 9), `{"residual": false, "depth": 8}`, deep},
		{deep, `{"side": 16}`, networks.Default(networks.ResNet, 16)},
		{deep, `{"side": 9}`, deep},
		{deep, `{"name": "candidate"}`, networks.Default(networks.Candidate, 9)},
		{networks.Default(networks.Candidate, 4), fmt.Sprintf(`{"candidate": {"hidden": %d}}`, wide.Candidate.Hidden), wide},
		{deep, `null`, deep},
		{networks.Config{}, `{"name": "cnn3", "side": 9, "residual": false, "depth": 8}`, deep}, // as it was saved under its former name
		{networks.Default(networks.Candidate, 9), `{"name": "transformer1", "side": 4}`, networks.Default(networks.Transformer, 4)},
	} {
		var before networks.CandidateConfig
		held := test.over.Candidate
		if held != nil {
			before = *held
		}
		if err := json.Unmarshal([]byte(test.text), &test.over); err != nil || !reflect.DeepEqual(test.over, test.want) {
			t.Errorf("%s: %+v, %v, want %+v", test.text, test.over, err, test.want)
		}
		if held != nil && *held != before {
			t.Errorf("%s: the settings that were read over have changed", test.text)
		}
	}
	for _, text := range []string{
		`{"name": "conv", "sides": 9}`, `{"name": 1}`, `[]`, `{"width": "wide"}`, `{"name": "conv", "seed": -1}`, `{"candidate": {"hiden": 3}}`,
	} {
		c := deep
		if err := json.Unmarshal([]byte(text), &c); err == nil || !strings.HasPrefix(err.Error(), "networks: configuration: ") || c != deep {
			t.Errorf("%s: %+v, %v", text, c, err)
		}
	}
}

func TestValidate(t *testing.T) {
	slips := map[string]struct {
		name  string
		spoil func(c *networks.Config)
	}{
		`"cnn9", want one of`:           {networks.Conv, func(c *networks.Config) { c.Name = "cnn9" }},
		`network "", want one of`:       {networks.Conv, func(c *networks.Config) { *c = networks.Config{} }},
		"without its settings":          {networks.Conv, func(c *networks.Config) { c.Name = networks.Candidate }},
		"side 6":                        {networks.Conv, func(c *networks.Config) { c.Side = 6 }},
		`input "binary"`:                {networks.Conv, func(c *networks.Config) { c.Input = "binary" }},
		"width 0":                       {networks.UnitConv, func(c *networks.Config) { c.Width = 0 }},
		"width 5000":                    {networks.UnitConv, func(c *networks.Config) { c.Width = 5000 }},
		"depth 0":                       {networks.Conv, func(c *networks.Config) { c.Depth = 0 }},
		"depth 3, want an even":         {networks.ResNet, func(c *networks.Config) { c.Depth = 3 }},
		"residual is":                   {networks.Conv, func(c *networks.Config) { c.Residual = true }},
		`head "tail"`:                   {networks.Conv, func(c *networks.Config) { c.Head = "tail" }},
		`head "flatten", want cells`:    {networks.Transformer, func(c *networks.Config) { c.Head = networks.Flatten }},
		"-1 dense layers":               {networks.Conv, func(c *networks.Config) { c.Dense = -1 }},
		"1 dense layers behind":         {networks.Transformer, func(c *networks.Config) { c.Dense = 1 }},
		"hidden width 0":                {networks.Conv, func(c *networks.Config) { c.Hidden = 0 }},
		"hidden width 72 without dense": {networks.UnitConv, func(c *networks.Config) { c.Dense = 0 }},
		"0 heads":                       {networks.Transformer, func(c *networks.Config) { c.Heads = 0 }},
		"5 heads":                       {networks.Transformer, func(c *networks.Config) { c.Heads = 5 }},
		"1 heads, want 0":               {networks.Conv, func(c *networks.Config) { c.Heads = 1 }},
		`initial values "zero"`:         {networks.Conv, func(c *networks.Config) { c.Init = "zero" }},
		"parameters, want":              {networks.Conv, func(c *networks.Config) { c.Side, c.Width, c.Hidden = 36, 1024, 1024 }},
	}
	for want, slip := range slips {
		c := networks.Default(slip.name, 9)
		slip.spoil(&c)
		net, err := networks.New(c)
		if err == nil || net != nil || !strings.HasPrefix(err.Error(), "networks: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", c, err, want)
		}
	}
}

// TestMisuse: a graph for other boards is refused by name, and so is the candidate network as one with layers.
func TestMisuse(t *testing.T) {
	b := acceltest.Go(t)
	if _, err := networks.NewDocumented(networks.Default(networks.Candidate, 9)); err == nil || !strings.Contains(err.Error(), "none of those with layers") {
		t.Error(err)
	}
	net := documented(t, small(networks.Conv, 4))
	says := func(s *board.Shape, dims ...int) (text string) {
		g := graph.NewGraph(b, "misuse")
		defer g.Finalize()
		store := model.NewStore()
		defer store.Finalize()
		defer func() { text = fmt.Sprint(recover()) }()
		net.Values(store.RootScope(), graph.Parameter(g, "boards", shapes.Make(dtypes.Int32, dims...)), s)
		return ""
	}
	if text := says(shapeOf(t, 9), 1, 81); !strings.HasPrefix(text, "networks: conv of side 4 values 64 actions, a board of side 9 has 729") {
		t.Error(text)
	}
	if text := says(shapeOf(t, 4), 1, 81); !strings.Contains(text, "81") {
		t.Error(text)
	}
}

// TestInit: the other distributions of initial weights are taken as well.
func TestInit(t *testing.T) {
	b := acceltest.Go(t)
	seen := map[float32]layer.Init{}
	for _, init := range []layer.Init{layer.FanIn, layer.He, layer.Glorot} {
		c := small(networks.Conv, 4)
		c.Init = init
		r := start(t, b, c)
		y := r.call(someBoards(r.shape, 1), r.values)[0]
		if other, twice := seen[y]; twice {
			t.Errorf("%s and %s start alike", init, other)
		}
		seen[y] = init
	}
}
