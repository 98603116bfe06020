package comparemethods

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/method"
	"sudokulab/pkg/record"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
)

// growth returns the cases of made boards: with more and more blanks, and with more and more solutions.
func growth(cfg Config) (cases []lab.Case) {
	for _, set := range puzzles.TestSets() {
		for _, f := range cfg.Families {
			if set.Side != 9 || cfg.Held == 0 {
				continue
			}
			cases = append(cases, lab.Case{
				Kind: byBlanks, Dims: []record.Dim{record.D("set", set.Name), record.D("family", f.Name)}, Timed: true,
				Run: func(ctx context.Context, r *lab.Run) error { return onHeldOut(ctx, cfg, f, set, r) },
			})
		}
	}
	for _, n := range cfg.Solutions {
		cases = append(cases, lab.Case{
			Kind: listing, Dims: []record.Dim{record.D("about", strconv.Itoa(n))}, Corpus: "own-minimal", Limit: cfg.Boards, Timed: true,
			Run: func(ctx context.Context, r *lab.Run) error { return list(ctx, cfg, n, r) },
		})
	}
	return cases
}

// onHeldOut puts a family to puzzles with so many givens that no stream for training holds.
func onHeldOut(ctx context.Context, cfg Config, f Family, set puzzles.TestSet, r *lab.Run) error {
	samples, err := puzzles.HeldOut(ctx, set, cfg.Held, 0)
	if err != nil {
		return err
	}
	boards := puzzles.Boards(samples)
	blanks := 0
	for _, b := range boards {
		for cell := range b.Cells() {
			blanks += stats.Indicator[int](b.At(cell) == 0)
		}
	}
	r.Exact("blanks", float64(blanks)/float64(len(boards)), "cells", len(boards))
	return measure(ctx, cfg, f, boards, r)
}

// list has the first method of each family that can do so list all solutions of boards that have about so many.
func list(ctx context.Context, cfg Config, about int, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(r.Seed, uint64(about)))
	var boards []board.Board
	var have []float64
	for _, item := range items {
		b, n, err := loosened(ctx, rng, item.Board, about)
		if err != nil {
			return err
		}
		boards, have = append(boards, b), append(have, float64(n))
	}
	median, err := stats.Median(have)
	if err != nil {
		return fmt.Errorf("compare-methods: %w", err)
	}
	r.Exact("solutions", median, "solutions", len(boards))
	r.Count("puzzles", int64(len(boards)), "puzzles")
	for _, f := range cfg.Families {
		m, err := method.ByName(f.Methods[0].Name)
		if err != nil || !m.Enumerates || m.Family == "tensor" { // baselines are no methods; a batch of one says nothing of the network
			continue
		}
		if err := listBy(ctx, cfg, m.Name, boards, have, r); err != nil {
			return fmt.Errorf("compare-methods: %s: %w", m.Name, err)
		}
	}
	return nil
}

// listBy times how long a method takes to list all.
func listBy(ctx context.Context, cfg Config, name string, boards []board.Board, have []float64, r *lab.Run) error {
	s, err := method.Open(ctx, name, method.Options{})
	if err != nil {
		return err
	}
	defer s.Close() //nolint:errcheck // what it listed stands
	var times []float64
	whole := 0
	for i, b := range boards {
		within, cancel := context.WithTimeout(ctx, cfg.Cap)
		begin, n := time.Now(), 0.0
		for _, err := range s.Solutions(within, b) {
			if err != nil {
				break
			}
			n++
		}
		times = append(times, time.Since(begin).Seconds())
		late := within.Err() != nil
		cancel()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case n == have[i]:
			whole++
		case !late:
			return fmt.Errorf("board %d: %v solutions listed of %v", i+1, n, have[i])
		}
	}
	median, err := stats.Median(times)
	if err != nil {
		return err
	}
	to := r.Exact
	if whole < len(boards) {
		to = r.Noisy
	}
	to(figureOf(name, "solved"), float64(whole), "puzzles", len(boards))
	r.Noisy(figureOf(name, "median"), median, "s", len(boards))
	return nil
}

// loosened takes givens out of a puzzle, in an order drawn by rng, until it has at least so many solutions, leaving out those after which it
// would have more than three times as many; it returns how many there are.
func loosened(ctx context.Context, rng *rand.Rand, puzzle board.Board, about int) (board.Board, int, error) {
	s := engine.DLX(engine.DefaultDLX())
	now, have := puzzle.Clone(), 1
	for _, cell := range rng.Perm(len(puzzle.Cells())) {
		digit := now.At(cell)
		if digit == 0 || have >= about {
			continue
		}
		now.Set(cell, 0)
		res, err := s.Solve(ctx, now, solver.Limits{Solutions: 3*about + 1})
		if err != nil {
			return board.Board{}, 0, err
		}
		if ctx.Err() != nil {
			return board.Board{}, 0, ctx.Err()
		}
		if res.Solutions > 3*about {
			now.Set(cell, digit)
			continue
		}
		have = res.Solutions
	}
	return now, have, nil
}
