package gnnstructure

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/inspect"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/lab"
)

// followSignal runs the plain loops and looks how much the states of cells differ from one
// another, over all cells of all boards, as rounds go by.
func followSignal(ctx context.Context, c literal.Config, sig Signal, r *lab.Run) error {
	choice, err := goBackend(ctx)
	if err != nil {
		return err
	}
	defer choice.Close()
	s, err := board.ShapeOfSide(sig.Side)
	if err != nil {
		return err
	}
	c.Side = max(c.Side, s.Side())
	net, err := literal.New(c)
	if err != nil {
		return err
	}
	weights, err := inspect.Weights(choice.Backend, net, s)
	if err != nil {
		return err
	}
	puzzles, _ := partial(s, sig.Boards, rand.New(rand.NewPCG(r.Seed, 5)))
	for i, rounds := range sig.Rounds {
		var states [][]float64
		for _, p := range puzzles {
			if err := ctx.Err(); err != nil {
				return err
			}
			all, _, err := c.Loop(weights, p, rounds)
			if err != nil {
				return err
			}
			states = append(states, slices.Collect(slices.Chunk(all[:s.Cells()*c.Hidden], c.Hidden))...)
		}
		spread, size := variation(states)
		r.Noisy(fmt.Sprintf("spread rounds=%d", rounds), spread, "a component", len(states))
		r.Noisy(fmt.Sprintf("size rounds=%d", rounds), size, "a component", len(states))
		r.Progress(i+1, len(sig.Rounds))
	}
	return nil
}

// variation returns the root mean square of the states' distance from their mean, and of the
// states themselves, per component.
func variation(states [][]float64) (spread, size float64) {
	width := len(states[0])
	mean := make([]float64, width)
	for _, s := range states {
		for i, v := range s {
			mean[i] += v / float64(len(states))
		}
	}
	for _, s := range states {
		for i, v := range s {
			spread += (v - mean[i]) * (v - mean[i])
			size += v * v
		}
	}
	n := float64(len(states) * width)
	return math.Sqrt(spread / n), math.Sqrt(size / n)
}
