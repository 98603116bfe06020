package gnntraining

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
)

// comparePenalty evaluates the penalty and the count of repeated digits on full grids of
// certain digits: a solved one with some cells redrawn.
func comparePenalty(ctx context.Context, grids int, r *lab.Run) error {
	choice, err := backend.Open(ctx, accel.NameGo)
	if err != nil {
		return err
	}
	defer choice.Close()
	s := board.Standard()
	n, cells := s.Side(), s.Cells()
	rng := rand.New(rand.NewPCG(r.Seed, 17))
	solved := generate.PatternGrid(s)
	made := make([]board.Board, grids)
	var twice, equal, above, below, zero int64
	for i := range made {
		grid := solved.Clone()
		// From no cell to all, few more often than many.
		for range int(float64(cells) * math.Pow(rng.Float64(), 3)) {
			grid.Set(rng.IntN(cells), 1+rng.IntN(n))
		}
		most := 0
		for _, unit := range s.Units() {
			var held [10]int
			for _, c := range unit {
				held[grid.At(c)]++
			}
			most = max(most, slices.Max(held[:]))
		}
		if most <= 2 {
			twice++
		}
		made[i] = grid
	}
	penalty, count, err := supervised.Violations(choice.Backend, made)
	if err != nil {
		return err
	}
	most := 0.0
	for i := range made {
		switch {
		case penalty[i] == count[i]:
			equal++
		case penalty[i] > count[i]:
			above++
		default:
			below++
		}
		if count[i] > 0 {
			most = max(most, float64(penalty[i]/count[i]))
		} else if penalty[i] == 0 {
			zero++
		}
	}
	d := supervised.Default()
	r.Exact("lambda", d.Lambda, "of 1", 1)
	r.Count("grids", equal+above+below, "grids")
	r.Count("equal", equal, "grids")
	r.Count("above", above, "grids")
	r.Count("below", below, "grids")
	r.Count("at-most-twice", twice, "grids")
	r.Count("solved", zero, "grids")
	r.Exact("ratio.max", most, "times the count", int(equal+above+below))
	return nil
}

// Published rates of the two cards that the document names, in FLOP/s: NVIDIA's data sheets of
// the Tesla P100 for PCIe (9.3 in float32, 18.7 in float16) and of the T4 (8.1, and 65 with
// tensor cores in float16).
const (
	p100Single, p100Half = 9.3e12, 18.7e12
	t4Single, t4Half     = 8.1e12, 65e12
)

// backward is how many times a forward pass the products of a training step take: each
// product has two in its gradient.
const backward = 3

// countCost counts the operations of the document's whole training and how long the named
// cards would take for them at their published rates, which is a lower bound.
func countCost(r *lab.Run) error {
	d := supervised.Default()
	side := d.Data.Puzzles.Side
	boards := float64(d.Epochs) * float64(d.Epoch)
	r.Exact("boards", boards, "boards", 1)
	for _, passing := range []literal.Passing{literal.Plain, literal.Fast} {
		c := literal.Default()
		c.Passing = passing
		all := backward * float64(c.FLOPs(side, 1)) * boards
		r.Exact(fmt.Sprintf("%s.flops", passing), all, "FLOP", 1)
		for name, peak := range map[string]float64{"p100.float32": p100Single, "p100.float16": p100Half, "t4.float32": t4Single, "t4.float16": t4Half} {
			r.Exact(fmt.Sprintf("%s.%s.hours", passing, name), all/peak/3600, "h", 1)
		}
	}
	r.Exact("p100.float32", p100Single, "FLOP/s published", 1)
	r.Exact("t4.float32", t4Single, "FLOP/s published", 1)
	return nil
}
