package cnn_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/gnn"
	"sudokulab/pkg/gnn/cnn"
	"sudokulab/pkg/gnn/inspect"
)

func shapeOf(t testing.TB, side int) *board.Shape {
	t.Helper()
	s, err := board.ShapeOfSide(side)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func network(t testing.TB, c cnn.Config) *cnn.Network {
	t.Helper()
	net, err := cnn.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// TestCounts compares formulas with what is built, and the built with the document's numbers.
func TestCounts(t *testing.T) {
	choice := acceltest.Choose(t)
	small := cnn.Default()
	small.Channels = []int{5, 6, 7}
	headed := small
	headed.FullyConvolutional = true
	for _, test := range []struct {
		config cnn.Config
		side   int
		want   int // parameters; 0 if only the formula is to be met
	}{{cnn.Default(), 9, 5824 + 73856 + 147584 + 7559001}, {small, 9, 0}, {headed, 9, 0}, {headed, 4, 0}} {
		f, err := inspect.Describe(choice.Backend, network(t, test.config), shapeOf(t, test.side), inspect.Options{Batch: 3})
		if err != nil {
			t.Fatal(err)
		}
		if f.Parameters != test.config.Parameters() || test.want != 0 && f.Parameters != test.want {
			t.Errorf("%+v: %d parameters built, formula %d, want %d", test.config, f.Parameters, test.config.Parameters(), test.want)
		}
		if want := test.config.FLOPs(test.side, 3); f.Products != want {
			t.Errorf("%+v on side %d: %d operations in the graph, formula %d", test.config, test.side, f.Products, want)
		}
		if fmt.Sprint(f.Logits) != fmt.Sprint([]int{3, test.side * test.side, test.side}) {
			t.Errorf("%+v: logits %v", test.config, f.Logits)
		}
	}
}

// TestSizes: the document's network runs at 9×9 alone, and the layer that refuses is the
// linear one; the head of 1×1 runs elsewhere with the same weights.
func TestSizes(t *testing.T) {
	choice := acceltest.Choose(t)
	c := cnn.Default()
	c.Channels = []int{4, 5}
	net := network(t, c)
	for _, side := range []int{4, 16} {
		err := net.Takes(shapeOf(t, side))
		if err == nil || !strings.Contains(err.Error(), "linear layer reads 5·9·9 = 405") {
			t.Errorf("side %d: %v", side, err)
		}
		err = net.Force(choice.Backend, shapeOf(t, side))
		if err == nil || !strings.Contains(err.Error(), "405") {
			t.Errorf("side %d: building it says %v", side, err)
		}
	}
	if err := net.Force(choice.Backend, shapeOf(t, 9)); err != nil {
		t.Error(err)
	}

	c.FullyConvolutional, c.Side = true, 16
	net = network(t, c)
	nine, sixteen := shapeOf(t, 9), shapeOf(t, 16)
	session, err := inspect.Open(choice.Backend, net, nine)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	if _, err := session.Logits([]board.Board{generate.PatternGrid(nine)}, gnn.Mode{}); err != nil {
		t.Fatal(err)
	}
	before, err := session.Weights()
	if err != nil {
		t.Fatal(err)
	}
	large, err := session.As(net, sixteen)
	if err != nil {
		t.Fatal(err)
	}
	logits, err := large.Logits([]board.Board{generate.PatternGrid(sixteen)}, gnn.Mode{})
	if err != nil || len(logits) != 256*16 {
		t.Fatalf("%d logits, %v", len(logits), err)
	}
	after, err := large.Weights()
	if err != nil || len(after) != len(before) {
		t.Errorf("%d variables after the larger board, %d before it (%v)", len(after), len(before), err)
	}
	c.Side = 9
	if err := network(t, c).Takes(sixteen); err == nil {
		t.Error("ten planes take 16 digits")
	}
}

// TestLearns: the loss of a handful of boards falls, and without activation the network is
// linear in its planes.
func TestLearns(t *testing.T) {
	choice := acceltest.Choose(t)
	c := cnn.Default()
	c.Side, c.Channels = 4, []int{8, 8}
	s := shapeOf(t, 4)
	session, err := inspect.Open(choice.Backend, network(t, c), s)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	solution := generate.PatternGrid(s)
	puzzle := solution.Clone()
	for cell := 0; cell < 16; cell += 3 {
		puzzle.Set(cell, 0)
	}
	var first, last float64
	for i := range 60 {
		loss, err := session.Step([]board.Board{puzzle}, []board.Board{solution}, 1e-2)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = loss
		}
		last = loss
	}
	if !(last < first/4) {
		t.Errorf("loss from %g to %g", first, last)
	}
}

// TestLinearAsDrawn: changing two cells changes the answer by the sum of both changes if no
// activation stands between the convolutions, and by something else if one does.
func TestLinearAsDrawn(t *testing.T) {
	choice := acceltest.Choose(t)
	s := shapeOf(t, 4)
	var four []board.Board // neither, the first, the second, both
	for i := range 4 {
		b := board.New(s)
		if i&1 != 0 {
			b.Set(0, 3)
		}
		if i&2 != 0 {
			b.Set(5, 2)
		}
		four = append(four, b)
	}
	off := func(activation cnn.Activation) (most float64) {
		c := cnn.Default()
		c.Side, c.Channels, c.Activation = 4, []int{8, 8}, activation
		session, err := inspect.Open(choice.Backend, network(t, c), s)
		if err != nil {
			t.Fatal(err)
		}
		defer session.Close()
		y, err := session.Logits(four, gnn.Mode{})
		if err != nil {
			t.Fatal(err)
		}
		size := len(y) / 4
		for i := range size {
			most = max(most, math.Abs(float64(y[3*size+i]-y[2*size+i]-y[size+i]+y[i])))
		}
		return most
	}
	if d := off(cnn.None); d > 1e-5 {
		t.Errorf("without activation off linear by %g", d)
	}
	if d := off(cnn.ReLU); d < 1e-4 {
		t.Errorf("with ReLU off linear by %g only", d)
	}
}

// TestSymmetries says what the network is not: neither relabelling nor transposing a board
// does the same to its answer.
func TestSymmetries(t *testing.T) {
	choice := acceltest.Choose(t)
	c := cnn.Default()
	c.Side, c.Channels = 4, []int{8, 8}
	s := shapeOf(t, 4)
	session, err := inspect.Open(choice.Backend, network(t, c), s)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	grid := generate.PatternGrid(s)
	swapped, turned := board.New(s), board.New(s)
	for cell, d := range grid.Cells() {
		swapped.Set(cell, 5-int(d))
		turned.Set(s.Cell(s.Col(cell), s.Row(cell)), int(d))
	}
	y, err := session.Logits([]board.Board{grid, swapped, turned}, gnn.Mode{})
	if err != nil {
		t.Fatal(err)
	}
	again, err := session.Logits([]board.Board{grid, swapped, turned}, gnn.Mode{Training: true, Steps: 3})
	if err != nil {
		t.Fatal(err)
	}
	relabelled, transposed := 0.0, 0.0
	for cell := range 16 {
		mirror := s.Cell(s.Col(cell), s.Row(cell))
		for d := range 4 {
			at := y[cell*4+d]
			relabelled = max(relabelled, math.Abs(float64(at-y[64+cell*4+3-d])))
			transposed = max(transposed, math.Abs(float64(at-y[128+mirror*4+d])))
		}
	}
	if relabelled < 1e-3 || transposed < 1e-3 {
		t.Errorf("relabelling changes the scores by %g, transposing by %g", relabelled, transposed)
	}
	for i := range y {
		if y[i] != again[i] || math.IsNaN(float64(y[i])) || math.IsInf(float64(y[i]), 0) {
			t.Fatalf("score %d is %g, then %g", i, y[i], again[i])
		}
	}
}

func TestValidate(t *testing.T) {
	for name, spoil := range map[string]func(*cnn.Config){
		"side":       func(c *cnn.Config) { c.Side = 3 },
		"channels":   func(c *cnn.Config) { c.Channels = nil },
		"channel":    func(c *cnn.Config) { c.Channels = []int{3, 0} },
		"activation": func(c *cnn.Config) { c.Activation = "tanh" },
		"start":      func(c *cnn.Config) { c.Start.Init = "" },
	} {
		c := cnn.Default()
		spoil(&c)
		if _, err := cnn.New(c); err == nil || !strings.HasPrefix(err.Error(), "cnn: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := cnn.Default().Validate(); err != nil {
		t.Error(err)
	}
}
