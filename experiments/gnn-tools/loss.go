package gnntools

import (
	"context"
	"math"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/gnn/gradient"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn/layer"
	"sudokulab/pkg/learn/puzzles"
)

// lossSetting is a small network as drawn and the document's loss with a weight of the
// violation term, on boards of a side.
func lossSetting(side int, lambda float64, seed uint64) Setting {
	s := small(8, 2, 8, 1, 1)
	s.Network.Side = side
	s.Network.Start = layer.Start{Init: layer.Glorot, Seed: seed}
	s.Task.Data.Puzzles = puzzles.DefaultConfig(side)
	s.Task.Data.Puzzles.Seed = seed
	s.Task.Lambda = lambda
	low, high := 4, 9
	if side == 9 {
		low, high = 17, 45
	}
	s.Task.Curriculum = puzzles.Curriculum{Stages: []puzzles.Stage{{UntilEpoch: 1, Low: low, High: high}}}
	s.Task.Validation = supervised.Validation{Sets: []puzzles.TestSet{{Name: "held", Side: side, Low: low, High: high, Seed: 1}}, Count: 1, Batch: 1}
	return s
}

// measureLoss takes the gradient of the loss with respect to the scores of each cell, and
// compares it with the one that follows from the loss's formula. It is always taken on the
// pure-Go backend: what is asked is whether it is 0, not how it is computed.
func measureLoss(ctx context.Context, side int, lambda float64, batches int, r *lab.Run) error {
	choice, err := backend.Open(ctx, accel.NameGo)
	if err != nil {
		return err
	}
	defer choice.Close()
	s := lossSetting(side, lambda, r.Seed)
	network, err := literal.New(s.Network)
	if err != nil {
		return err
	}
	all, err := gradient.Of(ctx, choice.Backend, network, s.Task, batches)
	if err != nil {
		return err
	}
	var givens, givensMoved, empty, emptyStill, boards int64
	largestGiven, largestEmpty, off := 0.0, 0.0, 0.0
	for _, b := range all {
		want := gradientByHand(&b, lambda)
		for i, puzzle := range b.Puzzles {
			boards++
			for c, given := range puzzle {
				largest := 0.0
				for d, g := range b.At(i, c) {
					largest = max(largest, math.Abs(float64(g)))
					off = max(off, math.Abs(float64(g)-want[(i*len(puzzle)+c)*side+d]))
				}
				if given != 0 {
					givens++
					largestGiven = max(largestGiven, largest)
					if largest != 0 {
						givensMoved++
					}
					continue
				}
				empty++
				largestEmpty = max(largestEmpty, largest)
				if largest == 0 {
					emptyStill++
				}
			}
		}
	}
	r.Count("boards", boards, "boards")
	r.Count("givens", givens, "cells")
	r.Count("givens.moved", givensMoved, "cells")
	r.Count("empty", empty, "cells")
	r.Count("empty.still", emptyStill, "cells")
	r.Exact("givens.largest", largestGiven, "nats a unit of score", int(givens))
	// Roundings, which another processor may do in another order.
	r.Noisy("empty.largest", largestEmpty, "nats a unit of score", int(empty))
	r.Noisy("off", off/max(largestEmpty, math.SmallestNonzeroFloat64), "of the largest", int(givens+empty))
	return nil
}

// gradientByHand is the gradient with respect to the scores that follows from the formulas of
// the loss, in float64: of the mean over empty cells of −log p(solution), p less one at the
// solution over their number; of λ times the penalty, the mean over boards of half the squares
// by which the expected places of a digit in a unit miss one, what the cell's three units miss,
// led through the softmax. A given is certain and has no part in either.
func gradientByHand(b *gradient.Batch, lambda float64) []float64 {
	n := b.Side
	k := int(math.Sqrt(float64(n)))
	cells := n * n
	unitsOf := func(c int) [3]int {
		row, col := c/n, c%n
		return [3]int{row, n + col, 2*n + row/k*k + col/k}
	}
	out := make([]float64, len(b.Gradient))
	empty := 0.0
	for _, puzzle := range b.Puzzles {
		for _, given := range puzzle {
			if given == 0 {
				empty++
			}
		}
	}
	p := make([]float64, cells*n)
	for i, puzzle := range b.Puzzles {
		places := make([]float64, 3*n*n)
		for c, given := range puzzle {
			at := p[c*n : (c+1)*n]
			softmax(at, b.ScoresAt(i, c))
			if given != 0 {
				clear(at)
				at[given-1] = 1
			}
			for _, u := range unitsOf(c) {
				for d, x := range at {
					places[u*n+d] += x
				}
			}
		}
		for c, given := range puzzle {
			if given != 0 {
				continue
			}
			at, to := p[c*n:(c+1)*n], out[(i*cells+c)*n:][:n]
			mean := 0.0
			missed := make([]float64, n)
			for d, x := range at {
				for _, u := range unitsOf(c) {
					missed[d] += places[u*n+d] - 1
				}
				mean += x * missed[d]
			}
			for d, x := range at {
				to[d] = x/empty + lambda*x*(missed[d]-mean)/float64(len(b.Puzzles))
			}
			to[b.Solutions[i][c]-1] -= 1 / empty
		}
	}
	return out
}

func softmax(into []float64, scores []float32) {
	most := math.Inf(-1)
	for _, x := range scores {
		most = max(most, float64(x))
	}
	sum := 0.0
	for d, x := range scores {
		into[d] = math.Exp(float64(x) - most)
		sum += into[d]
	}
	for d := range into {
		into[d] /= sum
	}
}
