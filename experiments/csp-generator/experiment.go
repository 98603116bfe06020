// Package cspgenerator runs the CSP document's generator a thousand times or more per level
// and checks the puzzles against what is promised of them: givens, uniqueness, solved by AC-3
// alone, time. It is compared with the loop as printed, which never tests its threshold, and a
// generator that asks for uniqueness only. It decides C04, C05, C06e, C18a, C20, C21 and
// C23.
package cspgenerator

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/solvertest"
	"sudokulab/pkg/stats"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Puzzles    int                `json:"puzzles"` // a level
	Attempts   int                `json:"attempts"`
	Levels     []generate.Level   `json:"levels"`
	Literal    int                `json:"literal"`  // puzzles by the loop as printed
	Fillings   int                `json:"fillings"` // random fillings of the diagonal boxes
	Forced     generate.Range     `json:"forced"`   // givens that no attempt can reach
	Patterns   []generate.Pattern `json:"patterns"`
	PerPattern int                `json:"per_pattern"`
	Nodes      int64              `json:"nodes"` // of one completion at most
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "csp-generator",
		Title:    "The generator and its promises",
		Question: "Do generated puzzles have the givens of their level, one solution, and no need of search, and how long does one take?",
		Plan:     plan,
		Tables:   tables,
		Judges:   judges(),
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Puzzles: 1000, Attempts: 100, Levels: generate.Levels(), Literal: 200, Fillings: 1000,
		Forced: generate.Range{Low: 17, High: 18}, Patterns: generate.Patterns(), PerPattern: 20, Nodes: 100_000,
	}
	switch p {
	case lab.Smoke:
		cfg.Puzzles, cfg.Literal, cfg.Fillings, cfg.PerPattern = 60, 20, 100, 3
	case lab.Full:
		cfg.Puzzles, cfg.Literal, cfg.Fillings, cfg.PerPattern = 10_000, 2000, 10_000, 200
	}
	pl := lab.Plan{Config: cfg, Seed: 4}
	add := func(kind string, dims []record.Dim, timed bool, run func(context.Context, Config, *lab.Run) error) {
		pl.Cases = append(pl.Cases, lab.Case{Kind: kind, Dims: dims, Timed: timed, Run: func(ctx context.Context, r *lab.Run) error {
			return run(ctx, cfg, r)
		}})
	}
	for _, l := range cfg.Levels {
		add("", of(l), true, func(ctx context.Context, cfg Config, r *lab.Run) error {
			return level(ctx, cfg, l, engine.SolvedByAC3, r)
		})
		add(uniqueOnly, of(l), false, func(ctx context.Context, cfg Config, r *lab.Run) error {
			return level(ctx, cfg, l, func() func(board.Board) bool { return generate.UniqueWithin(0)() }, r)
		})
	}
	add(literal, nil, false, literalLoop)
	add(diagonalCase, nil, false, diagonal)
	add(exhaustedCase, nil, false, exhausted)
	add(patternsCase, nil, false, patterns)
	return pl
}

// Kinds of cases, besides that of the levels, which is empty.
const (
	uniqueOnly    = "unique-only"  // by level
	literal       = "literal-loop" // the listing as printed
	diagonalCase  = "diagonal"
	exhaustedCase = "exhausted"
	patternsCase  = "patterns"
)

func of(l generate.Level) []record.Dim { return []record.Dim{record.D("level", l)} }

// Keys of the cases of a level.
func levelCase(l generate.Level) string  { return record.Key("", of(l)...) }
func uniqueCase(l generate.Level) string { return record.Key(uniqueOnly, of(l)...) }

func config(cfg Config, seed uint64) generate.Config {
	g := generate.DefaultConfig()
	g.Attempts, g.Seed = cfg.Attempts, seed
	return g
}

// accepts wraps a test for the generator.
func accepts(test func() func(board.Board) bool) func() generate.Accept {
	return func() generate.Accept { return test() }
}

// level makes the puzzles of one level, one after the other, and examines each with a
// counter that shares no code with the generator or with AC-3.
func level(ctx context.Context, cfg Config, l generate.Level, test func() func(board.Board) bool, r *lab.Run) error {
	g := config(cfg, r.Seed)
	g.Level = l
	gen, err := generate.New(g, accepts(test))
	if err != nil {
		return err
	}
	s, err := csp.NewSolver(encode.Network(board.Standard()), csp.DocumentConfig())
	if err != nil {
		return err
	}
	var givens, seconds []float64
	var cost generate.Stats
	var unique, alone, correct, most int64
	for i := range cfg.Puzzles {
		begin := time.Now()
		p, err := gen.Item(ctx, i)
		if err != nil {
			return err
		}
		seconds = append(seconds, time.Since(begin).Seconds())
		givens = append(givens, float64(p.Board.Filled()))
		cost.Add(p.Stats)
		most = max(most, int64(p.Stats.Attempts))
		n, grid, complete := solvertest.Count(p.Board, 2, 0)
		if n == 1 && complete {
			unique++
		}
		if n > 0 && board.CheckSolution(p.Board, p.Solution) == nil && grid.Equal(p.Solution) {
			correct++
		}
		res, err := s.Propagate(ctx, encode.Domains(nil, p.Board))
		if err != nil {
			return err
		}
		if res.Consistent && res.Open == 0 {
			alone++
		}
		r.Progress(i+1, cfg.Puzzles)
	}
	n := len(givens)
	r.Exact("puzzles", float64(n), "puzzles", n)
	r.Exact("unique", float64(unique), "puzzles", n)
	r.Exact("solution-right", float64(correct), "puzzles", n)
	r.Exact("by-ac3-alone", float64(alone), "puzzles", n)
	r.Exact("givens.min", slices.Min(givens), "cells", n)
	r.Exact("givens.max", slices.Max(givens), "cells", n)
	median, err := stats.Median(givens)
	if err != nil {
		return err
	}
	r.Exact("givens.median", median, "cells", n)
	r.Exact("attempts", float64(cost.Attempts), "grids", n)
	r.Exact("attempts.max", float64(most), "grids", n)
	r.Exact("removal-tests", float64(cost.RemovalTests), "calls", n)
	r.Exact("restores", float64(cost.Restores), "calls", n)
	r.Exact("fill-nodes", float64(cost.FillNodes), "nodes", n)
	if median, err = stats.Median(seconds); err != nil {
		return err
	}
	r.Noisy("time.median", median, "s", n)
	r.Noisy("time.max", slices.Max(seconds), "s", n)
	return nil
}

// literalLoop runs the listing as it is printed: every cell is tried once and stays empty if AC-3
// alone still solves the board; the threshold is looked up and never tested. A board that fails
// the last test ends its attempt, and a run all of whose attempts fail hands over the fallback
// board, which is not printed: it is counted, and there is nothing else to count on it.
func literalLoop(ctx context.Context, cfg Config, r *lab.Run) error {
	solved := engine.SolvedByAC3()
	rng := rand.New(rand.NewPCG(r.Seed, 1))
	grid := generate.DefaultGrid(9)
	var givens []float64
	var unique, attempts, fallbacks int64
	for i := range cfg.Literal {
		passed := false
		for attempt := 0; attempt < cfg.Attempts && !passed; attempt++ {
			b, err := generate.FullGrid(ctx, rng, grid)
			if err != nil {
				return err
			}
			attempts++
			for _, cell := range rng.Perm(len(b.Cells())) {
				d := b.At(cell)
				b.Set(cell, 0)
				if !solved(b) {
					b.Set(cell, d)
				}
			}
			if passed = solved(b); !passed {
				continue
			}
			givens = append(givens, float64(b.Filled()))
			if n, _, complete := solvertest.Count(b, 2, 0); n == 1 && complete {
				unique++
			}
		}
		if !passed {
			fallbacks++
		}
		r.Progress(i+1, cfg.Literal)
	}
	n := len(givens)
	median, err := stats.Median(givens)
	if err != nil {
		return err
	}
	r.Exact("runs", float64(cfg.Literal), "runs", cfg.Literal)
	r.Exact("attempts", float64(attempts), "grids", cfg.Literal)
	r.Exact("fallbacks", float64(fallbacks), "runs", cfg.Literal)
	r.Exact("puzzles", float64(n), "puzzles", n)
	r.Exact("unique", float64(unique), "puzzles", n)
	r.Exact("givens.min", slices.Min(givens), "cells", n)
	r.Exact("givens.median", median, "cells", n)
	r.Exact("givens.max", slices.Max(givens), "cells", n)
	return nil
}

// starts are where MAC completes a grid from.
var starts = []struct {
	name, says string
	fill       bool // the boxes of the diagonal at random
}{{"diagonal", "random diagonal boxes", true}, {"empty", "empty", false}}

// diagonal fills the three boxes of the diagonal at random and lets MAC complete the grid,
// values in random order, and with it the same search from an empty board.
func diagonal(ctx context.Context, cfg Config, r *lab.Run) error {
	c := csp.DocumentConfig()
	c.Queue, c.ValueOrder = csp.Events, csp.Random
	s, err := csp.NewSolver(encode.Network(board.Standard()), c)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(r.Seed, 2))
	s.SetRand(rng)
	shape := board.Standard()
	for _, from := range starts {
		completed, capped := 0, 0
		var nodes []float64
		for i := range cfg.Fillings {
			b := board.New(shape)
			if from.fill {
				for box := 0; box < shape.Side(); box += shape.Box() + 1 {
					digits := rng.Perm(shape.Side())
					for j, cell := range shape.Units()[2*shape.Side()+box] {
						b.Set(cell, digits[j]+1)
					}
				}
			}
			res, err := s.Solve(ctx, encode.Domains(nil, b), csp.Limits{Solutions: 1, Nodes: cfg.Nodes})
			if err != nil {
				return err
			}
			switch res.Stop {
			case csp.Cancelled:
				return ctx.Err()
			case csp.NodeLimit:
				capped++
			}
			if res.Solutions > 0 {
				grid, err := encode.FromValues(shape, res.First)
				if err != nil {
					return err
				}
				if err := board.CheckSolution(b, grid); err != nil {
					return err
				}
				completed++
			}
			nodes = append(nodes, float64(res.Stats.Search.Nodes))
			r.Progress(i+1, cfg.Fillings)
		}
		n := len(nodes)
		median, err := stats.Median(nodes)
		if err != nil {
			return err
		}
		r.Exact(from.name+".starts", float64(n), "boards", n)
		r.Exact(from.name+".completed", float64(completed), "boards", n)
		r.Exact(from.name+".capped", float64(capped), "boards", n)
		r.Exact(from.name+".nodes.median", median, "nodes", n)
		r.Exact(from.name+".nodes.max", slices.Max(nodes), "nodes", n)
	}
	return nil
}

// exhausted asks for fewer givens than AC-3 alone can do with, and keeps what comes back.
func exhausted(ctx context.Context, cfg Config, r *lab.Run) error {
	g := config(cfg, r.Seed)
	g.Level, g.Givens = "", cfg.Forced
	gen, err := generate.New(g, accepts(engine.SolvedByAC3))
	if err != nil {
		return err
	}
	_, err = gen.Item(ctx, 0)
	var out *generate.ExhaustedError
	switch {
	case errors.As(err, &out):
		r.Count("errors", 1, "errors")
		r.Count("attempts", int64(out.Attempts), "grids")
		r.Count("best-givens", int64(out.BestGivens), "cells")
		r.Text("error", err.Error())
		return nil
	case err != nil:
		return err
	}
	return fmt.Errorf("a puzzle of %s givens came back", cfg.Forced)
}

// patterns makes medium puzzles of every symmetry pattern and checks the pattern cell by
// cell: every orbit of cells is given or empty as a whole.
func patterns(ctx context.Context, cfg Config, r *lab.Run) error {
	var puzzles, symmetric, unique int64
	for _, p := range cfg.Patterns {
		g := config(cfg, r.Seed)
		g.Level, g.Pattern = generate.Medium, p
		gen, err := generate.New(g, accepts(engine.SolvedByAC3))
		if err != nil {
			return err
		}
		orbits, err := p.Orbits(board.Standard())
		if err != nil {
			return err
		}
		for item, err := range gen.Items(ctx, 0, cfg.PerPattern, 1) {
			if err != nil {
				return err
			}
			puzzles++
			whole := true
			for _, orbit := range orbits {
				for _, cell := range orbit {
					whole = whole && (item.Board.At(cell) == 0) == (item.Board.At(orbit[0]) == 0)
				}
			}
			if whole {
				symmetric++
			}
			if n, _, complete := solvertest.Count(item.Board, 2, 0); n == 1 && complete {
				unique++
			}
		}
	}
	n := int(puzzles)
	r.Exact("patterns", float64(len(cfg.Patterns)), "patterns", 1)
	r.Exact("puzzles", float64(puzzles), "puzzles", n)
	r.Exact("symmetric", float64(symmetric), "puzzles", n)
	r.Exact("unique", float64(unique), "puzzles", n)
	return nil
}
