package literal_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/gnn"
	"sudokulab/pkg/gnn/inspect"
	"sudokulab/pkg/gnn/literal"
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

// boards returns solutions, relabelled, and puzzles that keep half of their cells.
func boards(s *board.Shape, count int, seed uint64) (puzzles, solutions []board.Board) {
	rng := rand.New(rand.NewPCG(seed, 1))
	grid := generate.PatternGrid(s)
	for range count {
		relabel := rng.Perm(s.Side())
		solution, puzzle := board.New(s), board.New(s)
		for cell := range s.Cells() {
			d := relabel[grid.At(cell)-1] + 1
			solution.Set(cell, d)
			if rng.IntN(2) == 0 {
				puzzle.Set(cell, d)
			}
		}
		puzzles, solutions = append(puzzles, puzzle), append(solutions, solution)
	}
	return puzzles, solutions
}

// small is a network of the document's form that is quick to run; its widths are all
// different, so that none passes for another.
func small(side int) literal.Config {
	c := literal.Default()
	c.Side, c.Hidden, c.Iterations = side, 7, 3
	c.Start.Init = layer.He // values large enough to differ by more than rounding
	return c
}

func open(t testing.TB, choice *accel.Choice, c literal.Config, s *board.Shape) *inspect.Session {
	t.Helper()
	net, err := literal.New(c)
	if err != nil {
		t.Fatal(err)
	}
	session, err := inspect.Open(choice.Backend, net, s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(session.Close)
	return session
}

// far is the largest difference of two lists, relative to the largest value.
func far[A, B float32 | float64](a []A, b []B) float64 {
	if len(a) != len(b) {
		return math.Inf(1)
	}
	most, size := 0.0, 1e-3
	for i := range a {
		most = max(most, math.Abs(float64(a[i])-float64(b[i])))
		size = max(size, math.Abs(float64(b[i])))
	}
	return most / size
}

func TestAgainstLoop(t *testing.T) {
	choice := acceltest.Choose(t)
	for _, side := range []int{4, 9} {
		s := shapeOf(t, side)
		puzzles, _ := boards(s, 2, 3)
		for _, reading := range literal.Readings() {
			for _, passing := range []literal.Passing{literal.Plain, literal.Fast} {
				for _, units := range []literal.Units{literal.ZeroUnits, literal.PlacedUnits} {
					c := small(side)
					c.Reading, c.Passing, c.Units = reading, passing, units
					session := open(t, choice, c, s)
					weights := below(t, session)
					for _, rounds := range []int{1, 3} {
						got, err := session.Logits(puzzles, gnn.Mode{Steps: rounds})
						if err != nil {
							t.Fatal(err)
						}
						var want []float64
						for _, p := range puzzles {
							_, logits, err := c.Loop(weights, p, rounds)
							if err != nil {
								t.Fatal(err)
							}
							want = append(want, logits...)
						}
						if d := far(got, want); d > 1e-5 {
							t.Errorf("side %d, %s, %s, %s, %d rounds: off by %.2g", side, reading, passing, units, rounds, d)
						}
					}
				}
			}
		}
	}
}

// below returns a session's weights.
func below(t testing.TB, s *inspect.Session) map[string][]float32 {
	t.Helper()
	all, err := s.Weights()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestFastIsPlain compares answers, losses and gradients of both ways, without dropout and
// with the same masks.
func TestFastIsPlain(t *testing.T) {
	choice := acceltest.Choose(t)
	for _, side := range []int{4, 9} {
		s := shapeOf(t, side)
		puzzles, solutions := boards(s, 2, 5)
		for _, reading := range literal.Readings() {
			for _, training := range []bool{false, true} {
				c := small(side)
				c.Reading = reading
				loss, grads := gradients(t, choice, c, s, puzzles, solutions, training)
				c.Passing = literal.Plain
				plainLoss, plainGrads := gradients(t, choice, c, s, puzzles, solutions, training)
				name := fmt.Sprintf("side %d, %s, training %v", side, reading, training)
				compare(t, name, loss, plainLoss, grads, plainGrads, 2e-5)

				c.Passing, c.Recompute = literal.Fast, true
				againLoss, againGrads := gradients(t, choice, c, s, puzzles, solutions, training)
				compare(t, name+", recompute", againLoss, loss, againGrads, grads, 2e-5)
			}
		}
	}
}

func gradients(t *testing.T, choice *accel.Choice, c literal.Config, s *board.Shape, puzzles, solutions []board.Board, training bool) (float64, map[string][]float32) {
	t.Helper()
	session := open(t, choice, c, s)
	loss, grads, err := session.Gradients(puzzles, solutions, training)
	if err != nil {
		t.Fatal(err)
	}
	return loss, grads
}

func compare(t *testing.T, name string, loss, wantLoss float64, grads, want map[string][]float32, tolerance float64) {
	t.Helper()
	if math.Abs(loss-wantLoss) > tolerance*math.Abs(wantLoss) || math.IsNaN(loss) {
		t.Errorf("%s: loss %g, want %g", name, loss, wantLoss)
	}
	if len(grads) == 0 || len(grads) != len(want) {
		t.Fatalf("%s: %d gradients, want %d", name, len(grads), len(want))
	}
	for path := range want {
		if d := far(grads[path], want[path]); d > tolerance || math.IsNaN(d) {
			t.Errorf("%s: gradient of %s off by %.2g", name, path, d)
		}
	}
}

func describe(t *testing.T, backend compute.Backend, c literal.Config, side int, o inspect.Options) inspect.Facts {
	t.Helper()
	net, err := literal.New(c)
	if err != nil {
		t.Fatal(err)
	}
	f, err := inspect.Describe(backend, net, shapeOf(t, side), o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
