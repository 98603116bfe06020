package minigridphases

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/stats"
)

// slot is the least time measured at once: ten thousand times what reading the clock takes.
const slot = time.Millisecond

// size are the boards of a side and what phase 1 takes of them.
type size struct {
	n      int
	boards []board.Board
	texts  []string
	reps   int
	read   []float64 // seconds per board, by round
	mask   []float64
	// Exact: cells read and bits set, of all boards.
	cells, marks int64
}

// sums returns the time of the whole phase, seconds per board, by round.
func (s *size) sums() []float64 {
	out := make([]float64, len(s.read))
	for i := range out {
		out[i] = s.read[i] + s.mask[i]
	}
	return out
}

// masks measures phase 1 (section 3.1) over the sizes of boards: reading the text of a board,
// and setting the masks. Sizes alternate, so that a slow spell of the machine meets all.
func masks(ctx context.Context, cfg Config, r *lab.Run) error {
	var sizes []*size
	for _, k := range cfg.Sizes {
		shape, err := board.ShapeOf(k)
		if err != nil {
			return err
		}
		s := &size{n: k * k}
		rng := rand.New(rand.NewPCG(r.Seed, uint64(k)))
		for range cfg.Boards {
			b := thin(rng, generate.PatternGrid(shape), 0.4)
			s.boards = append(s.boards, b)
			s.texts = append(s.texts, b.String())
			m, err := minigrid.Mask(b)
			if err != nil {
				return err
			}
			s.cells += m.Phase.Steps
			for cell, d := range b.Cells() {
				if d != 0 {
					s.marks += int64(len(shape.UnitsOf(cell)))
				}
			}
			if m.Conflict() {
				return fmt.Errorf("minigrid-phases: phase 1 finds a conflict in %s", b)
			}
		}
		sizes = append(sizes, s)
	}
	pass := func(s *size) (read, mask time.Duration, err error) {
		begin := time.Now()
		for range s.reps {
			for _, text := range s.texts {
				if _, err := board.Parse(text); err != nil {
					return 0, 0, err
				}
			}
		}
		read = time.Since(begin)
		begin = time.Now()
		for range s.reps {
			for _, b := range s.boards {
				if _, err := minigrid.Mask(b); err != nil {
					return 0, 0, err
				}
			}
		}
		return read, time.Since(begin), nil
	}
	for _, s := range sizes {
		s.reps = 1
		if _, _, err := pass(s); err != nil { // warm-up
			return err
		}
		read, mask, err := pass(s)
		if err != nil {
			return err
		}
		s.reps = 1 + int(slot/max(min(read, mask), 1))
	}
	for round := range 3 * cfg.Rounds {
		for _, s := range sizes {
			if err := ctx.Err(); err != nil {
				return err
			}
			read, mask, err := pass(s)
			if err != nil {
				return err
			}
			boards := float64(s.reps * len(s.boards))
			s.read = append(s.read, read.Seconds()/boards)
			s.mask = append(s.mask, mask.Seconds()/boards)
		}
		r.Progress(round+1, 3*cfg.Rounds)
	}
	rng := rand.New(rand.NewPCG(r.Seed, 0))
	for i, s := range sizes {
		name := fmt.Sprintf("n=%d ", s.n)
		if i > 0 {
			if err := growthOf(rng, r, name, sizes[i-1].n, s.n, sizes[i-1].sums(), s.sums()); err != nil {
				return err
			}
		}
		count := len(s.boards)
		r.Exact(name+"cells", float64(s.cells)/float64(count), "cells", count)
		r.Exact(name+"marks", float64(s.marks)/float64(count), "bits", count)
		for what, seconds := range map[string][]float64{"read": s.read, "mask": s.mask} {
			median, err := stats.Median(seconds)
			if err != nil {
				return err
			}
			r.Noisy(name+what, median, "s", len(seconds))
		}
	}
	return nil
}

// growthOf keeps the exponent of the time from a side to the next, by the median ratio of the rounds
// with its interval.
func growthOf(rng *rand.Rand, r *lab.Run, name string, from, to int, before, after []float64) error {
	ratio, err := stats.PairedRatios(rng, after, before, stats.DefaultBootstrap())
	if err != nil {
		return fmt.Errorf("minigrid-phases: growth of phase 1 to n = %d: %w", to, err)
	}
	for suffix, v := range map[string]float64{"": ratio.Median, ".low": ratio.Interval.Low, ".high": ratio.Interval.High} {
		r.Noisy(name+"growth"+suffix, math.Log(v)/math.Log(float64(to)/float64(from)), "exponent over n", ratio.N)
	}
	return nil
}

// thin keeps each digit of a grid, digits renamed at random, with the given probability.
func thin(rng *rand.Rand, grid board.Board, keep float64) board.Board {
	names := rng.Perm(grid.Shape().Side())
	out := grid.Clone()
	for cell := range out.Cells() {
		d := 0
		if rng.Float64() < keep {
			d = names[out.At(cell)-1] + 1
		}
		out.Set(cell, d)
	}
	return out
}
