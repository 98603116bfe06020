// Package csplevels times solving and validating on puzzles of the CSP document's four
// kinds, interleaved in one run, and follows the waves of propagation on medium puzzles of
// 36 givens. It decides C06a–d, C06f, C10 and C19.
package csplevels

import (
	"context"
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
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
	"sudokulab/pkg/stats"
)

// kinds are the rows of the document's table of times.
var kinds = []string{"easy", "medium", "hard", "very hard"}

// Config is everything that affects a figure of this experiment.
type Config struct {
	Solver  csp.Config `json:"solver"`
	Puzzles int        `json:"puzzles"` // of each kind
	Rounds  int        `json:"rounds"`  // times each puzzle is solved; its median counts
	Medium  int        `json:"medium"`  // puzzles of 36 givens for the waves
}

// The cases.
const (
	timesCase = "times"
	wavesCase = "waves"
)

const mediumGivens = 36

// waveNames are the waves that the document's medium example takes.
var waveNames = []string{"first-wave", "second-wave", "third-wave"}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "csp-levels",
		Title:    "Times by level, and the waves of propagation",
		Question: "How long do solving and validating take on easy, medium, hard and very hard puzzles, and how does propagation settle a medium one?",
		Plan:     plan,
		Tables:   tables,
		Judges:   judges(),
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{Solver: csp.DocumentConfig(), Puzzles: 200, Rounds: 15, Medium: 1000}
	switch p {
	case lab.Smoke:
		cfg.Puzzles, cfg.Rounds, cfg.Medium = 20, 3, 100
	case lab.Full:
		cfg.Puzzles, cfg.Rounds, cfg.Medium = 2000, 51, 10_000
	}
	return lab.Plan{Config: cfg, Seed: 6, Cases: []lab.Case{
		{Kind: timesCase, Timed: true, Run: func(ctx context.Context, r *lab.Run) error { return times(ctx, cfg, r) }},
		{Kind: wavesCase, Run: func(ctx context.Context, r *lab.Run) error { return waves(ctx, cfg, r) }},
	}}
}

// puzzlesOf makes puzzles of a kind: the three levels, and minimal puzzles, whose givens all
// lie under the 32 of the document's very hard ones, for the fourth.
func puzzlesOf(ctx context.Context, kind string, count int, seed uint64) ([]board.Board, error) {
	if kind == "very hard" {
		var out []board.Board
		rng := rand.New(rand.NewPCG(seed, 3))
		countUpTo := func(b board.Board, limit int) int {
			n, _, _ := solvertest.Count(b, limit, 0)
			return n
		}
		for range count {
			full, err := generate.FullGrid(ctx, rng, generate.DefaultGrid(9))
			if err != nil {
				return nil, err
			}
			p, _, err := generate.Minimal(ctx, rng, full, generate.PatternNone, countUpTo)
			if err != nil {
				return nil, err
			}
			out = append(out, p)
		}
		return out, nil
	}
	g := generate.DefaultConfig()
	g.Level, g.Seed = generate.Level(kind), seed
	return generated(ctx, g, count)
}

func generated(ctx context.Context, g generate.Config, count int) ([]board.Board, error) {
	gen, err := generate.New(g, func() generate.Accept { return engine.SolvedByAC3() })
	if err != nil {
		return nil, err
	}
	var out []board.Board
	for p, err := range gen.Items(ctx, 0, count, 1) {
		if err != nil {
			return nil, err
		}
		out = append(out, p.Board)
	}
	return out, nil
}

// times solves and validates every puzzle in every round, the kinds in turn, so that a slow
// moment of the machine meets all of them.
func times(ctx context.Context, cfg Config, r *lab.Run) error {
	s, err := csp.NewSolver(encode.Network(board.Standard()), cfg.Solver)
	if err != nil {
		return err
	}
	type sample struct{ solve, root, validate []float64 }
	boards := map[string][]board.Board{}
	samples := map[string][]sample{}
	nodes := map[string]int64{}
	for _, k := range kinds {
		if boards[k], err = puzzlesOf(ctx, k, cfg.Puzzles, r.Seed); err != nil {
			return err
		}
		samples[k] = make([]sample, cfg.Puzzles)
	}
	var domains []csp.Set
	for round := range cfg.Rounds {
		for i := range cfg.Puzzles {
			for _, k := range kinds {
				b := boards[k][i]
				t := &samples[k][i]
				begin := time.Now()
				domains = encode.Domains(domains, b)
				res, err := s.Solve(ctx, domains, csp.Limits{Solutions: 1})
				if err != nil {
					return err
				}
				t.solve = append(t.solve, time.Since(begin).Seconds())
				if res.Solutions != 1 {
					return fmt.Errorf("%s puzzle %d: no solution found (%s): %s", k, i, res.Stop, b)
				}
				begin = time.Now()
				if _, err := s.Propagate(ctx, encode.Domains(domains, b)); err != nil {
					return err
				}
				t.root = append(t.root, time.Since(begin).Seconds())
				if round == 0 {
					nodes[k] += res.Stats.Search.Nodes
				}
				v, err := engine.Validate(ctx, b, solver.Limits{Solutions: 1, Nodes: 1})
				if err != nil {
					return err
				}
				t.validate = append(t.validate, v.AC3NS.Seconds())
			}
		}
		r.Progress(round+1, cfg.Rounds)
	}
	rng := rand.New(rand.NewPCG(r.Seed, 5))
	var easy []float64
	for _, k := range kinds {
		var givens, solve, root, validate []float64
		for i, t := range samples[k] {
			givens = append(givens, float64(boards[k][i].Filled()))
			for _, m := range []struct {
				from []float64
				to   *[]float64
			}{{t.solve, &solve}, {t.root, &root}, {t.validate, &validate}} {
				median, err := stats.Median(m.from)
				if err != nil {
					return err
				}
				*m.to = append(*m.to, median)
			}
		}
		n := cfg.Puzzles
		r.Exact(k+" puzzles", float64(n), "puzzles", n)
		r.Exact(k+" givens.min", slices.Min(givens), "cells", n)
		r.Exact(k+" givens.max", slices.Max(givens), "cells", n)
		r.Exact(k+" nodes", float64(nodes[k]), "nodes", n)
		for _, m := range []struct {
			name string
			x    []float64
		}{{"solve", solve}, {"root", root}, {"validate", validate}} {
			if err := lab.KeepMedian(r.Noisy, rng, k+" "+m.name+".median", "s", m.x); err != nil {
				return err
			}
			r.Noisy(k+" "+m.name+".max", slices.Max(m.x), "s", n)
		}
		if k == kinds[0] {
			easy = solve
			continue
		}
		// Puzzles taken one right after the other are pairs, and so are the first run of AC-3
		// and the whole of a puzzle.
		for _, m := range []struct {
			name, unit string
			x, of      []float64
		}{{"to-easy", "× easy", solve, easy}, {"first-share", "of the time to solve", root, solve}} {
			if _, err := lab.KeepRatio(r, rng, k+" "+m.name, m.unit, m.x, m.of, stats.DefaultBootstrap()); err != nil {
				return err
			}
		}
	}
	return nil
}

// waves follows the propagation on medium puzzles of 36 givens in rounds: each strikes, at
// once, the value of every cell that had just one left when the round began.
func waves(ctx context.Context, cfg Config, r *lab.Run) error {
	g := generate.DefaultConfig()
	g.Level, g.Givens, g.Seed = "", generate.Range{Low: mediumGivens, High: mediumGivens}, r.Seed
	boards, err := generated(ctx, g, cfg.Medium)
	if err != nil {
		return err
	}
	var first []float64 // mean domain size of the empty cells after the givens' round
	var number []float64
	sizes := make([][]float64, len(waveNames)) // cells settled, by wave; 0 in puzzles with fewer
	perWave := map[int]int{}
	var open, late, small int64
	for _, b := range boards {
		fixed, mean, sizesLeft := settle(b)
		first = append(first, mean)
		for _, size := range sizesLeft {
			late++
			if size == 2 || size == 3 {
				small++
			}
		}
		number = append(number, float64(len(fixed)))
		perWave[len(fixed)]++
		left := len(b.Cells()) - b.Filled()
		for _, n := range fixed {
			left -= n
		}
		open += int64(left)
		for i := range sizes {
			size := 0
			if i < len(fixed) {
				size = fixed[i]
			}
			sizes[i] = append(sizes[i], float64(size))
		}
	}
	n := len(boards)
	q, err := stats.Quantiles(first, 0, 1)
	if err != nil {
		return err
	}
	mean, err := stats.Mean(first)
	if err != nil {
		return err
	}
	r.Exact("puzzles", float64(n), "puzzles", n)
	r.Exact("open-cells", float64(open), "cells", n)
	r.Exact("after-two-waves", float64(late), "open cells", n)
	r.Exact("after-two-waves.two-or-three", float64(small), "open cells", n)
	r.Exact("mean-domain", mean, "values", n)
	lab.KeepInterval(r.Exact, "mean-domain", "values", lab.MeanInterval(first, lab.Confidence), n)
	r.Exact("mean-domain.min", q[0], "values", n)
	r.Exact("mean-domain.max", q[1], "values", n)
	rng := rand.New(rand.NewPCG(r.Seed, 7))
	if err := lab.KeepMedian(r.Exact, rng, "waves.median", "waves", number); err != nil {
		return err
	}
	for i, x := range sizes {
		if err := lab.KeepMedian(r.Exact, rng, waveNames[i]+".median", "cells", x); err != nil {
			return err
		}
	}
	least, most := n, 0
	for waves, count := range perWave {
		least, most = min(least, waves), max(most, waves)
		r.Exact(wavesMetric(waves), float64(count), "puzzles", n)
	}
	r.Exact("waves.min", float64(least), "waves", n)
	r.Exact("waves.max", float64(most), "waves", n)
	return nil
}

// wavesBegin begins the numbers of puzzles by their waves.
const wavesBegin = "waves="

// wavesMetric names the number of puzzles that take so many waves.
func wavesMetric(waves int) string { return fmt.Sprintf("%s%02d", wavesBegin, waves) }

// settle returns how many empty cells each wave brings to one value, the mean domain size of the
// empty cells after the givens have struck their values, and the domain sizes of the cells that the
// first two waves leave open, as the second found them.
func settle(b board.Board) (fixed []int, mean float64, left []int) {
	b = b.Clone()
	empty := len(b.Cells()) - b.Filled()
	total := 0
	for wave := 0; ; wave++ {
		candidates := board.Candidates(b)
		n := 0
		for cell, c := range candidates {
			if b.At(cell) != 0 {
				continue
			}
			if wave == 0 {
				total += c.Count()
			}
			switch {
			case c.Single():
				b.Set(cell, c.First())
				n++
			case wave == 1:
				left = append(left, c.Count())
			}
		}
		if n == 0 {
			return fixed, float64(total) / float64(empty), left
		}
		fixed = append(fixed, n)
	}
}
