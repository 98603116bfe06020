package inspect_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/gnn"
	"sudokulab/pkg/gnn/inspect"
	"sudokulab/pkg/learn/layer"
)

// chain is a network small enough to count by hand: a cell's digit as n+1 numbers, one
// hidden layer of width 5 applied rounds times with the same weights, and n scores.
type chain struct {
	rounds     int
	checkpoint bool
}

func (c chain) Name() string { return "chain" }

func (c chain) Takes(s *board.Shape) error {
	if s.Side() != 4 {
		return fmt.Errorf("chain: side %d, want 4", s.Side())
	}
	return nil
}

func (c chain) Logits(scope *model.Scope, boards *graph.Node, s *board.Shape, _ gnn.Mode) []*graph.Node {
	start, g := layer.Start{Init: layer.Glorot, Seed: 3}, boards.Graph()
	n := s.Side()
	x := graph.OneHot(boards, n+1, dtypes.Float32) // [B, 16, 5]
	turn := start.Linear(scope.At("turn"), g, dtypes.Float32, n+1, n+1)
	for range c.rounds {
		if c.checkpoint {
			x = x.Checkpoint()
		}
		x = graph.Tanh(turn.Apply(x))
	}
	if c.checkpoint {
		x = x.StopCheckpoint()
	}
	return []*graph.Node{start.Linear(scope.At("out"), g, dtypes.Float32, n+1, n).Apply(x)}
}

func four(t testing.TB) *board.Shape {
	t.Helper()
	s, err := board.ShapeOfSide(4)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestDescribe(t *testing.T) {
	choice, s := acceltest.Choose(t), four(t)
	const batch, cells = 3, 16
	f, err := inspect.Describe(choice.Backend, chain{rounds: 2}, s, inspect.Options{Batch: batch})
	if err != nil {
		t.Fatal(err)
	}
	if want := 5*5 + 5 + 5*4 + 4; f.Parameters != want || f.ParameterBytes != int64(4*want) {
		t.Errorf("%d parameters in %d bytes, want %d", f.Parameters, f.ParameterBytes, want)
	}
	if want := int64(2 * batch * cells * (2*5*5 + 5*4)); f.Products != want {
		t.Errorf("%d operations, want %d", f.Products, want)
	}
	if len(f.Variables) != 4 || f.Variables[1].Path != "/out/weights" || !slices.Equal(f.Variables[1].Dims, []int{5, 4}) {
		t.Errorf("variables %v", f.Variables)
	}
	if !slices.Equal(f.Logits, []int{batch, cells, 4}) || f.Results != 1 || f.InputBytes != 4*batch*cells || f.GradientBytes != 0 || f.Held != 0 {
		t.Errorf("%+v", f)
	}
}

// TestHeld: the backward pass of tanh reads its result, that of a product its factors. So
// one more round holds one more value of [batch, 16, 5], and none if rounds are computed
// again but for the states in between.
func TestHeld(t *testing.T) {
	choice, s := acceltest.Choose(t), four(t)
	const batch = 3
	describe := func(rounds int, checkpoint bool) inspect.Facts {
		f, err := inspect.Describe(choice.Backend, chain{rounds, checkpoint}, s, inspect.Options{Batch: batch, Training: true})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	const state = 4 * batch * 16 * 5
	for _, checkpoint := range []bool{false, true} {
		two, three := describe(2, checkpoint), describe(3, checkpoint)
		if d := three.Held - two.Held; d != state {
			t.Errorf("checkpoint %v: a round holds %d bytes more, want %d", checkpoint, d, state)
		}
		if three.Peak <= three.Held || three.Peak < three.ParameterBytes+three.OptimiserBytes {
			t.Errorf("peak %d with %d held", three.Peak, three.Held)
		}
	}
	f := describe(2, false)
	if f.GradientBytes != f.ParameterBytes {
		t.Errorf("gradients of %d bytes, parameters of %d", f.GradientBytes, f.ParameterBytes)
	}
	// Two moments, and a few numbers: rate, steps.
	if over := f.OptimiserBytes - 2*f.ParameterBytes; over < 4 || over > 64 {
		t.Errorf("the optimiser has %d bytes besides two moments", over)
	}
	again := describe(2, false)
	if f.Held != again.Held || f.Peak != again.Peak {
		t.Errorf("held %d and %d, peak %d and %d", f.Held, again.Held, f.Peak, again.Peak)
	}
}

func TestRefuses(t *testing.T) {
	choice := acceltest.Choose(t)
	if _, err := inspect.Describe(choice.Backend, chain{}, board.Standard(), inspect.Options{Batch: 1}); err == nil || !strings.HasPrefix(err.Error(), "inspect: ") {
		t.Errorf("a board that the network does not take: %v", err)
	}
	if _, err := inspect.Describe(choice.Backend, chain{}, four(t), inspect.Options{}); err == nil {
		t.Error("a batch of none")
	}
	if _, err := inspect.Open(choice.Backend, chain{}, board.Standard()); err == nil {
		t.Error("a session for a board that the network does not take")
	}
	s, err := inspect.Open(choice.Backend, chain{rounds: 1}, four(t))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Logits(nil, gnn.Mode{}); err == nil {
		t.Error("no boards")
	}
	if _, err := s.Logits([]board.Board{board.New(board.Standard())}, gnn.Mode{}); err == nil {
		t.Error("a board of another size")
	}
}

// TestStep works the loss out apart, and steps along its gradient.
func TestStep(t *testing.T) {
	choice, shape := acceltest.Choose(t), four(t)
	s, err := inspect.Open(choice.Backend, chain{rounds: 1}, shape)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	solution := generate.PatternGrid(shape)
	boards := []board.Board{solution}
	before, grads, err := s.Gradients(boards, boards, false)
	if err != nil || len(grads) != 4 {
		t.Fatalf("%d gradients, %v", len(grads), err)
	}
	logits, err := s.Logits(boards, gnn.Mode{})
	if err != nil {
		t.Fatal(err)
	}
	if want := crossEntropy(logits, solution); math.Abs(before-want) > 1e-5 {
		t.Errorf("loss %g, worked out %g", before, want)
	}
	var last float64
	for range 200 {
		if last, err = s.Step(boards, boards, 1e-2); err != nil {
			t.Fatal(err)
		}
	}
	if last > before/3 {
		t.Errorf("the loss of copying digits goes from %g to %g", before, last)
	}
}

func crossEntropy(logits []float32, solution board.Board) float64 {
	n, total := solution.Shape().Side(), 0.0
	for cell, d := range solution.Cells() {
		sum := 0.0
		for _, v := range logits[cell*n : (cell+1)*n] {
			sum += math.Exp(float64(v))
		}
		total += math.Log(sum) - float64(logits[cell*n+int(d)-1])
	}
	return total / float64(len(solution.Cells()))
}

func ExampleDescribe() {
	choice, err := accel.Choose(context.Background(), accel.Options{Backend: accel.NameGo})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer choice.Close()
	s, err := board.ShapeOfSide(4)
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := inspect.Describe(choice.Backend, chain{rounds: 2}, s, inspect.Options{Batch: 8, Training: true})
	fmt.Println(f.Parameters, f.Logits, f.GradientBytes, err)
	// Output: 54 [8 16 4] 216 <nil>
}
