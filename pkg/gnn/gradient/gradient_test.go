package gradient_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/gnn"
	"sudokulab/pkg/gnn/gradient"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/learn/layer"
	"sudokulab/pkg/learn/puzzles"
)

func network() (gnn.Network, error) {
	c := literal.Default()
	c.Side, c.Hidden, c.Iterations, c.Dropout, c.DecoderDropout, c.Start.Init = 4, 4, 2, 0, 0, layer.Glorot
	return literal.New(c)
}

func small(lambda float64) supervised.Config {
	c := supervised.Default()
	c.Data = supervised.Data{Puzzles: puzzles.DefaultConfig(4)}
	c.Data.Puzzles.Lookahead = 8
	c.Curriculum = puzzles.Curriculum{Stages: []puzzles.Stage{{UntilEpoch: 1, Low: 4, High: 10}}}
	c.Epochs, c.Epoch, c.Batch, c.Lambda = 1, 12, 3, lambda
	c.Validation = supervised.Validation{Sets: []puzzles.TestSet{{Name: "v", Side: 4, Low: 4, High: 9, Seed: 1}}, Count: 1, Batch: 1}
	return c
}

// lossOf works out a loss from scores in float64: the entropy of the empty cells, plus λ times
// half the squares by which the digits' expected places in each unit miss one.
func lossOf(b *gradient.Batch, scores []float64, lambda float64) float64 {
	n := b.Side
	k := int(math.Sqrt(float64(n)))
	entropy, empty, penalty := 0.0, 0.0, 0.0
	for i, puzzle := range b.Puzzles {
		units := make([][]float64, 3*n)
		for u := range units {
			units[u] = make([]float64, n)
		}
		for c, given := range puzzle {
			of := scores[(i*n*n+c)*n:][:n]
			sum := 0.0
			for _, x := range of {
				sum += math.Exp(x)
			}
			if given == 0 {
				empty++
				entropy -= math.Log(math.Exp(of[b.Solutions[i][c]-1]) / sum)
			}
			row, col := c/n, c%n
			for d := range n {
				p := math.Exp(of[d]) / sum
				if given != 0 {
					p = 0
					if int(given) == d+1 {
						p = 1
					}
				}
				units[row][d] += p
				units[n+col][d] += p
				units[2*n+row/k*k+col/k][d] += p
			}
		}
		for _, u := range units {
			for _, x := range u {
				penalty += (x - 1) * (x - 1) / 2
			}
		}
	}
	return entropy/empty + lambda*penalty/float64(len(b.Puzzles))
}

// TestOf compares loss and gradient with differences of a loss that is worked out apart.
func TestOf(t *testing.T) {
	net, err := network()
	if err != nil {
		t.Fatal(err)
	}
	for _, lambda := range []float64{0, 0.1} {
		batches, err := gradient.Of(t.Context(), acceltest.Go(t), net, small(lambda), 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range batches {
			scores := make([]float64, len(b.Scores))
			for i, x := range b.Scores {
				scores[i] = float64(x)
			}
			if want := lossOf(&b, scores, lambda); math.Abs(b.Loss-want) > 1e-5*want {
				t.Fatalf("λ %g: loss %g, want %g", lambda, b.Loss, want)
			}
			moved := 0
			for i := range scores {
				const step = 1e-4
				at := scores[i]
				scores[i] = at + step
				up := lossOf(&b, scores, lambda)
				scores[i] = at - step
				down := lossOf(&b, scores, lambda)
				scores[i] = at
				want := (up - down) / (2 * step)
				if got := float64(b.Gradient[i]); math.Abs(got-want) > 1e-6+1e-3*math.Abs(want) {
					t.Fatalf("λ %g: gradient %g at %d, want %g", lambda, got, i, want)
				}
				if b.Gradient[i] != 0 {
					moved++
				}
			}
			if moved == 0 {
				t.Errorf("λ %g: no score moves the loss", lambda)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	net, err := network()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := gradient.Of(t.Context(), acceltest.Go(t), net, small(0), 0); err == nil {
		t.Error("no batches were taken")
	}
	bad := small(0)
	bad.Batch = 0
	if _, err := gradient.Of(t.Context(), acceltest.Go(t), net, bad, 1); err == nil {
		t.Error("a configuration without a batch was taken")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := gradient.Of(ctx, acceltest.Go(t), net, small(0), 1); err == nil {
		t.Error("went on after the context's end")
	}
}

func Example() {
	ctx := context.Background()
	choice, err := accel.Choose(ctx, accel.Options{Backend: accel.NameGo})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer choice.Close()
	net, err := network()
	if err != nil {
		fmt.Println(err)
		return
	}
	batches, err := gradient.Of(ctx, choice.Backend, net, small(0), 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	givens, empty := false, true
	for i, puzzle := range batches[0].Puzzles {
		for c, given := range puzzle {
			for _, g := range batches[0].At(i, c) {
				if given != 0 {
					givens = givens || g != 0
				} else {
					empty = empty && g != 0
				}
			}
		}
	}
	fmt.Println("a given's scores move the loss:", givens)
	fmt.Println("every score of an empty cell does:", empty)
	// Output:
	// a given's scores move the loss: false
	// every score of an empty cell does: true
}
