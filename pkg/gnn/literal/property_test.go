package literal_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/gnn"
	"sudokulab/pkg/gnn/inspect"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/learn/layer"
)

func TestBipartite(t *testing.T) {
	for _, side := range []int{4, 9, 16} {
		s := shapeOf(t, side)
		g := literal.NewBipartite(s)
		if g.Nodes() != side*side+3*side || g.Undirected() != 3*side*side || g.Directed() != 6*side*side {
			t.Errorf("side %d: %d nodes, %d and %d edges", side, g.Nodes(), g.Undirected(), g.Directed())
		}
		for v, d := range g.InDegrees() {
			if want := 3; v < g.Cells && d != want || v >= g.Cells && d != side {
				t.Fatalf("side %d: node %d receives %d messages", side, v, d)
			}
		}
		// An edge joins a cell to a unit that holds it, as the board's own tables have it.
		for e := range g.From {
			cell, unit := int(min(g.From[e], g.To[e])), int(max(g.From[e], g.To[e]))-g.Cells
			if !slices.Contains(s.Units()[unit], cell) {
				t.Fatalf("side %d: an edge joins cell %d to %s", side, cell, s.UnitName(unit))
			}
		}
	}
}

func TestFeatures(t *testing.T) {
	s := shapeOf(t, 9)
	b := board.New(s)
	b.Set(s.Cell(4, 7), 6)
	x := literal.Features(b, literal.ZeroUnits)
	if len(x) != 108*5 {
		t.Fatalf("%d features", len(x))
	}
	if got := x[s.Cell(4, 7)*5:][:5]; far(got, []float64{6. / 9, 1, 4. / 9, 7. / 9, 5. / 9}) > 1e-6 {
		t.Errorf("features of r5c8: %v", got)
	}
	if got := x[s.Cell(8, 0)*5:][:5]; far(got, []float64{0, 0, 8. / 9, 0, 6. / 9}) > 1e-6 {
		t.Errorf("features of r9c1: %v", got)
	}
	if i := slices.IndexFunc(x[81*5:], func(v float32) bool { return v != 0 }); i >= 0 {
		t.Errorf("a unit carries something at %d", i)
	}
	placed := literal.Features(b, literal.PlacedUnits)
	if got := placed[(81+9+4)*5:][:5]; far(got, []float64{0, 0, 0, 4. / 9, 0}) > 1e-6 {
		t.Errorf("features of column 5: %v", got)
	}
}

// TestParameters compares the formula with what is built, at every number of rounds and
// every size.
func TestParameters(t *testing.T) {
	choice := acceltest.Choose(t)
	want := map[literal.Reading]int{literal.Hidden: 75753, literal.Wide: 121959, literal.Bare: 38505}
	for reading, parameters := range want {
		c := literal.Default()
		c.Reading = reading
		if got := c.Parameters(); got != parameters {
			t.Errorf("%s: %d parameters by formula, want %d", reading, got, parameters)
		}
		for _, passing := range []literal.Passing{literal.Plain, literal.Fast} {
			for _, side := range []int{4, 9} {
				for _, rounds := range []int{1, 2, 5} {
					c.Passing, c.Iterations = passing, rounds
					f := describe(t, choice.Backend, c, side, inspect.Options{Batch: 2})
					if f.Parameters != parameters {
						t.Errorf("%s, %s, side %d, %d rounds: %d parameters built, want %d", reading, passing, side, rounds, f.Parameters, parameters)
					}
					if want := c.FLOPs(side, 2); f.Products != want {
						t.Errorf("%s, %s, side %d, %d rounds: %d operations in the graph, formula %d", reading, passing, side, rounds, f.Products, want)
					}
				}
			}
		}
	}
}

func TestSizes(t *testing.T) {
	choice := acceltest.Choose(t)
	c := small(16)
	for _, side := range []int{4, 9, 16} {
		s := shapeOf(t, side)
		puzzles, _ := boards(s, 2, 1)
		session := open(t, choice, c, s)
		logits, err := session.Logits(puzzles, gnn.Mode{})
		if err != nil || len(logits) != 2*side*side*side {
			t.Fatalf("side %d: %d logits, %v", side, len(logits), err)
		}
		again, err := session.Logits(puzzles, gnn.Mode{})
		if err != nil || !slices.Equal(logits, again) {
			t.Errorf("side %d: another answer the second time (%v)", side, err)
		}
		for i, v := range logits {
			if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
				t.Fatalf("side %d: logit %d is %g", side, i, v)
			}
		}
	}

	nine, err := literal.New(literal.Default())
	if err != nil {
		t.Fatal(err)
	}
	err = nine.Takes(shapeOf(t, 16))
	if err == nil || !strings.Contains(err.Error(), "ends in 9 outputs") || !strings.Contains(err.Error(), "the 16 digits") {
		t.Errorf("a decoder of 9 on a board of 16: %v", err)
	}
	if _, err := inspect.Describe(choice.Backend, nine, shapeOf(t, 16), inspect.Options{Batch: 1}); err == nil {
		t.Error("a decoder of 9 is built for a board of 16")
	}
	diagonal, err := board.ShapeWith(9, board.Variant{Diagonals: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := nine.Takes(diagonal); err == nil {
		t.Error("takes a board with diagonals")
	}
}

// TestOneSizeToAnother runs the weights of one size on another.
func TestOneSizeToAnother(t *testing.T) {
	choice := acceltest.Choose(t)
	c := small(9)
	session := open(t, choice, c, shapeOf(t, 9))
	before := below(t, session)
	net, err := literal.New(c)
	if err != nil {
		t.Fatal(err)
	}
	four, err := session.As(net, shapeOf(t, 4))
	if err != nil {
		t.Fatal(err)
	}
	puzzles, _ := boards(shapeOf(t, 4), 1, 1)
	got, err := four.Logits(puzzles, gnn.Mode{})
	if err != nil {
		t.Fatal(err)
	}
	_, want, err := c.Loop(before, puzzles[0], c.Iterations)
	if err != nil {
		t.Fatal(err)
	}
	if d := far(got, want); d > 1e-5 {
		t.Errorf("off by %g", d)
	}
}

// TestSymmetries says what the network is not: relabelling digits or transposing a board
// changes more than the order of the scores. A network whose features were free of number
// and place would fail this test.
func TestSymmetries(t *testing.T) {
	choice := acceltest.Choose(t)
	s := shapeOf(t, 9)
	session := open(t, choice, small(9), s)
	puzzles, _ := boards(s, 1, 1)
	b := puzzles[0]
	swapped, turned := board.New(s), board.New(s)
	for cell, d := range b.Cells() {
		switch d {
		case 0:
			continue
		case 1:
			swapped.Set(cell, 9)
		case 9:
			swapped.Set(cell, 1)
		default:
			swapped.Set(cell, int(d))
		}
		turned.Set(s.Cell(s.Col(cell), s.Row(cell)), int(d))
	}
	y, err := session.Logits([]board.Board{b, swapped, turned}, gnn.Mode{})
	if err != nil {
		t.Fatal(err)
	}
	plain, relabelled, transposed := y[:729], y[729:2*729], y[2*729:]
	back, upright := slices.Clone(relabelled), make([]float32, 729)
	for cell := range 81 {
		back[cell*9], back[cell*9+8] = relabelled[cell*9+8], relabelled[cell*9]
		copy(upright[cell*9:][:9], transposed[s.Cell(s.Col(cell), s.Row(cell))*9:])
	}
	if d := far(back, plain); d < 1e-3 {
		t.Errorf("relabelling changes the scores by %g only", d)
	}
	if d := far(upright, plain); d < 1e-3 {
		t.Errorf("transposing changes the scores by %g only", d)
	}
}

// TestDropout: masks differ from run to run in training alone, and keep the mean of what
// they drop from.
func TestDropout(t *testing.T) {
	choice := acceltest.Choose(t)
	s := shapeOf(t, 4)
	c := small(4)
	c.Iterations, c.Dropout, c.DecoderDropout = 1, 0, 0.5
	puzzles, _ := boards(s, 1, 1)
	many := slices.Repeat(puzzles, 4000)
	session := open(t, choice, c, s)
	still, err := session.Logits(puzzles, gnn.Mode{})
	if err != nil {
		t.Fatal(err)
	}
	y, err := session.Logits(many, gnn.Mode{Training: true})
	if err != nil {
		t.Fatal(err)
	}
	again, err := session.Logits(many, gnn.Mode{Training: true})
	if err != nil || slices.Equal(y, again) {
		t.Errorf("the same masks twice (%v)", err)
	}
	// The decoder's last layer is linear, so the mean over masks is the answer without.
	mean := make([]float64, len(still))
	for i, v := range y {
		mean[i%len(mean)] += float64(v) / float64(len(many))
	}
	if d := far(mean, wide(still)); d > 0.05 {
		t.Errorf("the mean over masks is off by %g", d)
	}
	if d := far(y[:len(still)], wide(still)); d < 0.1 {
		t.Errorf("a mask changes the answer by %g only", d)
	}
}

func wide(x []float32) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = float64(v)
	}
	return out
}

// TestBFloat16 keeps weights in float32 and comes near the answers and gradients of float32.
func TestBFloat16(t *testing.T) {
	choice := acceltest.Choose(t)
	s := shapeOf(t, 4)
	puzzles, solutions := boards(s, 2, 5)
	c := small(4)
	c.Iterations, c.Hidden = 1, 32 // a rounded value may cross 0 at a ReLU, the more the longer the way
	loss, grads := gradients(t, choice, c, s, puzzles, solutions, false)
	c.Compute = literal.BFloat16
	got, gotGrads := gradients(t, choice, c, s, puzzles, solutions, false)
	if got == loss {
		t.Error("bfloat16 changes nothing")
	}
	compare(t, "bfloat16", got, loss, gotGrads, grads, 0.1)

	half := describe(t, choice.Backend, c, 4, inspect.Options{Batch: 4, Training: true})
	c.Compute = literal.Float32
	full := describe(t, choice.Backend, c, 4, inspect.Options{Batch: 4, Training: true})
	if full.ParameterBytes != half.ParameterBytes || full.OptimiserBytes != half.OptimiserBytes {
		t.Errorf("weights of %d and %d bytes", full.ParameterBytes, half.ParameterBytes)
	}
	if half.Held >= full.Held {
		t.Errorf("activations of %d bytes in bfloat16, %d in float32", half.Held, full.Held)
	}
}

// TestRecompute keeps less for the backward pass.
func TestRecompute(t *testing.T) {
	choice := acceltest.Choose(t)
	c := small(4)
	c.Iterations = 16
	full := describe(t, choice.Backend, c, 4, inspect.Options{Batch: 8, Training: true})
	c.Recompute = true
	again := describe(t, choice.Backend, c, 4, inspect.Options{Batch: 8, Training: true})
	if 2*again.Held > full.Held || 2*again.Peak > full.Peak {
		t.Errorf("held %d of %d bytes, peak %d of %d", again.Held, full.Held, again.Peak, full.Peak)
	}
}

// TestCollapse records what the document's 32 rounds do to the input under the default
// start: the answer is all but the same for every cell and board. With normalised residual
// states, a deviation, it is not.
func TestCollapse(t *testing.T) {
	choice := acceltest.Choose(t)
	s := shapeOf(t, 4)
	puzzles, _ := boards(s, 4, 1)
	spread := func(deviate bool) float64 {
		c := literal.Default()
		c.Residual, c.Normalise = deviate, deviate
		y, err := open(t, choice, c, s).Logits(puzzles, gnn.Mode{})
		if err != nil {
			t.Fatal(err)
		}
		most := 0.0
		for i := range y {
			most = max(most, math.Abs(float64(y[i]-y[i%4])))
		}
		return most
	}
	if d := spread(false); d > 1e-6 {
		t.Errorf("as drawn the scores of cells differ by %g", d)
	}
	if d := spread(true); d < 1e-2 {
		t.Errorf("with residual, normalised states the scores of cells differ by %g only", d)
	}
}

// TestLearns: few rounds learn a handful of boards, and the loss is finite throughout.
func TestLearns(t *testing.T) {
	choice := acceltest.Choose(t)
	s := shapeOf(t, 4)
	c := literal.Default()
	c.Side, c.Hidden, c.Iterations, c.Dropout, c.DecoderDropout = 4, 32, 2, 0, 0
	session := open(t, choice, c, s)
	puzzles, solutions := boards(s, 2, 1)
	var first, last float64
	for i := range 100 {
		loss, err := session.Step(puzzles, solutions, 1e-2)
		if err != nil {
			t.Fatal(err)
		}
		if math.IsNaN(loss) || math.IsInf(loss, 0) {
			t.Fatalf("step %d: loss %g", i, loss)
		}
		if i == 0 {
			first = loss
		}
		last = loss
	}
	if last > 0.7*first {
		t.Errorf("loss from %g to %g", first, last)
	}
}

func TestDims(t *testing.T) {
	net, err := literal.New(literal.Default())
	if err != nil {
		t.Fatal(err)
	}
	d, err := net.Dims(acceltest.Choose(t).Backend, shapeOf(t, 9))
	if got := fmt.Sprint(d.Features, d.Encoded, d.Refined, d.Cells, d.Logits); err != nil || got != "[108 5] [108 96] [108 96] [81 96] [81 9]" {
		t.Errorf("%s, %v", got, err)
	}
}

func TestLoopRefuses(t *testing.T) {
	c := small(4)
	if _, _, err := c.Loop(nil, board.New(shapeOf(t, 4)), 1); err == nil || !strings.Contains(err.Error(), "encoder/first") {
		t.Errorf("no weights: %v", err)
	}
	if _, _, err := c.Loop(nil, board.New(shapeOf(t, 9)), 1); err == nil {
		t.Error("a board that the network does not take")
	}
}

func TestValidate(t *testing.T) {
	for name, spoil := range map[string]func(*literal.Config){
		"side":       func(c *literal.Config) { c.Side = 3 },
		"hidden":     func(c *literal.Config) { c.Hidden = 0 },
		"iterations": func(c *literal.Config) { c.Iterations = 0 },
		"dropout":    func(c *literal.Config) { c.Dropout = 1 },
		"decoder":    func(c *literal.Config) { c.DecoderDropout = -0.1 },
		"reading":    func(c *literal.Config) { c.Reading = "deep" },
		"units":      func(c *literal.Config) { c.Units = "" },
		"passing":    func(c *literal.Config) { c.Passing = "" },
		"compute":    func(c *literal.Config) { c.Compute = "int8" },
		"start":      func(c *literal.Config) { c.Start = layer.Start{} },
	} {
		c := literal.Default()
		spoil(&c)
		if _, err := literal.New(c); err == nil || !strings.HasPrefix(err.Error(), "literal: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if c := literal.Default(); c.Residual || c.Normalise || c.Validate() != nil {
		t.Error("the default is not the document's")
	}
}

func ExampleNew() {
	net, err := literal.New(literal.Default())
	if err != nil {
		fmt.Println(err)
		return
	}
	sixteen, err := board.ShapeOfSide(16)
	if err != nil {
		fmt.Println(err)
		return
	}
	c := net.Config()
	fmt.Println(net.Name(), c.Iterations, c.Hidden, c.Parameters(), c.FLOPs(9, 1))
	c.Passing = literal.Plain
	fmt.Println(c.FLOPs(9, 1))
	fmt.Println(net.Takes(board.Standard()))
	fmt.Println(net.Takes(sixteen))
	// Output:
	// literal 32 96 75753 385933248
	// 1054793664
	// <nil>
	// literal: the decoder ends in 9 outputs, one for each digit it was built with, and cannot name the 16 digits of a board of side 16: a decoder of side 16 has other weights
}

func ExampleNewBipartite() {
	g := literal.NewBipartite(board.Standard())
	fmt.Println(g.Cells, g.Units, g.Nodes(), g.Undirected(), g.Directed())
	// Output: 81 27 108 243 486
}

func ExampleFeatures() {
	b := generate.PatternGrid(board.Standard())
	x := literal.Features(b, literal.ZeroUnits)
	fmt.Println(len(x)/5, x[:5])
	// Output: 108 [0.11111111 1 0 0 0]
}
