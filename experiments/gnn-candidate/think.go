package gnncandidate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/learn/score"
	"sudokulab/pkg/symmetry"
)

// Suffixes of the metrics of one row of the tables.
func afterSteps(n int) string { return "steps=" + strconv.Itoa(n) }

const withRestarts = "restarts"

func sideName(side int) string                { return fmt.Sprintf("%d×%d", side, side) }
func sideMetric(name string, side int) string { return fmt.Sprintf("%s side=%d", name, side) }

// samplesOf returns the boards of a set with their solutions, and how many puzzles of a public
// set were left out because they have none or several.
func samplesOf(ctx context.Context, s Set, r *lab.Run) (samples []puzzles.Sample, leftOut int, err error) {
	if s.Test != nil {
		samples, err = puzzles.HeldOut(ctx, *s.Test, s.Boards, 0)
		return samples, 0, err
	}
	items, err := r.Puzzles(ctx)
	if err != nil {
		return nil, 0, err
	}
	scalar := bitboard.NewScalar()
	for _, it := range items {
		if it.Board.Shape() != board.Standard() {
			return nil, 0, fmt.Errorf("puzzle %d of %s is of shape %v, want 9×9", it.Index+1, s.Name, it.Board.Shape())
		}
		cells := it.Board.Cells()
		if scalar.CountUpTo((*bitboard.Cells)(cells), 2) != 1 {
			leftOut++
			continue
		}
		samples = append(samples, puzzles.Sample{
			Puzzle: cells, Solution: append([]uint8(nil), scalar.First()[:]...),
			Givens: it.Board.Filled(), Guesses: scalar.Guesses(),
		})
	}
	return samples, leftOut, nil
}

// rows are what the network answered after each number of steps, and in the end.
type rows struct {
	steps   []int
	metrics []score.Metrics // after steps[i] of the first start
	made    []int64         // board-steps until then
	last    score.Metrics   // after all starts
	total   int64           // board-steps of all starts
}

// think lets the network think about samples of one side.
func think(ctx context.Context, t *candidate.Thinker, steps []int, samples []puzzles.Sample, progress func(done, total int)) (rows, error) {
	out := rows{steps: steps, metrics: make([]score.Metrics, len(steps)), made: make([]int64, len(steps))}
	grids := make([][][]uint8, len(samples)) // by board and number of steps
	for i := range grids {
		grids[i] = make([][]uint8, len(steps))
	}
	seen, done := make([]bool, len(samples)), 0
	thoughts, err := t.Think(ctx, puzzles.Boards(samples), func(i, after int, so candidate.Thought) {
		if !seen[i] {
			seen[i] = true
			done++
			progress(done, len(samples))
		}
		if so.Starts > 1 {
			return
		}
		for k, n := range steps {
			if after == n || (so.Solved && after < n) {
				grids[i][k] = so.Grid
				out.made[k] += int64(after)
			}
		}
	})
	if err != nil {
		return out, err
	}
	for i, sample := range samples {
		for k := range steps {
			if err := out.metrics[k].Grid(sample, grids[i][k]); err != nil {
				return out, err
			}
		}
		if err := out.last.Grid(sample, thoughts[i].Grid); err != nil {
			return out, err
		}
		out.total += int64(thoughts[i].Steps)
	}
	return out, nil
}

// open returns what thinks with weights as a configuration says, what keeps its figures, and what closes it; the record says what computes it.
func open(ctx context.Context, cfg Config, m *weights.Model, think candidate.ThinkConfig, r *lab.Run) (*candidate.Thinker, backend.Keeper, func(), error) {
	choice, err := backend.Open(ctx, cfg.Backend)
	if err != nil {
		return nil, backend.Keeper{}, nil, err
	}
	m = m.Fused(cfg.Path)
	t, err := m.Thinker(choice.Backend, think)
	if err != nil {
		choice.Close()
		return nil, backend.Keeper{}, nil, err
	}
	r.Text("backend", backend.NameOf(choice, m.Path()))
	return t, backend.KeeperOn(r, choice, m.Path()), func() { t.Close(); choice.Close() }, nil
}

// solveSet measures the network and the baselines on a set.
func solveSet(ctx context.Context, cfg Config, s Set, r *lab.Run) error {
	samples, leftOut, err := samplesOf(ctx, s, r)
	if err != nil {
		return err
	}
	if len(samples) == 0 {
		return fmt.Errorf("no puzzle of %s has one solution", s.Name)
	}
	side := samples[0].Board().Shape().Side()
	m, err := weights.Load(cfg.Weights)
	if err != nil {
		return err
	}
	t, k, done, err := open(ctx, cfg, m, candidate.ThinkConfig{
		Batch: cfg.batch(side, len(samples)), Segment: cfg.Segment, Steps: cfg.Steps[len(cfg.Steps)-1],
		Restarts: cfg.Restarts, Noise: cfg.Noise, Seed: r.Seed,
	}, r)
	if err != nil {
		return err
	}
	defer done()
	start := time.Now()
	out, err := think(ctx, t, cfg.Steps, samples, r.Progress)
	if err != nil {
		return err
	}
	elapsed := time.Since(start).Seconds()

	r.Count("side", int64(side), "cells")
	r.Count("boards", int64(len(samples)), "boards")
	r.Count("left out", int64(leftOut), "boards")
	r.Count("empty", int64(out.last.Empty.Trials), "cells")
	r.Count("units", int64(out.last.Units.Trials), "units")
	r.Exact("flops a board-step", m.Card.Recipe.Network.FLOPs(side), "FLOP", 1)
	givens := 0
	for _, sample := range samples {
		givens += sample.Givens
	}
	r.Exact("givens", float64(givens)/float64(len(samples)), "cells", len(samples))
	for _, rule := range score.Baselines() {
		b, err := score.Baseline(rule, samples)
		if err != nil {
			return err
		}
		keepRow(func(name string, v int64, unit string) { r.Count(name, v, unit) }, rule.String(), b)
	}
	for i, n := range cfg.Steps {
		keepRow(k.Count, afterSteps(n), out.metrics[i])
		k.Count("board-steps "+afterSteps(n), out.made[i], "board-steps")
	}
	keepRow(k.Count, withRestarts, out.last)
	k.Count("board-steps "+withRestarts, out.total, "board-steps")
	r.Noisy("time", elapsed, "s", 1)
	r.Noisy("board-steps a second", float64(out.total)/elapsed, "board-steps/s", 1)
	r.Noisy("boards a second", float64(len(samples))/elapsed, "boards/s", 1)
	return nil
}

// keepRow keeps the three figures of a row.
func keepRow(count func(name string, v int64, unit string), row string, m score.Metrics) {
	count("solved "+row, int64(m.Grids.Hits), "boards")
	count("right "+row, int64(m.Empty.Hits), "cells")
	count("kept "+row, int64(m.Units.Hits), "units")
}

// compareTwins compares the answers to boards with those to their images under a random
// symmetry each.
func compareTwins(ctx context.Context, cfg Config, s Set, r *lab.Run) error {
	samples, _, err := samplesOf(ctx, s, r)
	if err != nil {
		return err
	}
	m, err := weights.Load(cfg.Weights)
	if err != nil {
		return err
	}
	t, k, done, err := open(ctx, cfg, m, candidate.ThinkConfig{
		Batch: cfg.batch(s.Test.Side, len(samples)), Segment: cfg.Segment, Steps: cfg.Twins.Steps,
	}, r)
	if err != nil {
		return err
	}
	defer done()
	rng := rand.New(rand.NewPCG(r.Seed, uint64(s.Test.Side)))
	boards := puzzles.Boards(samples)
	moves := make([]symmetry.Transform, len(boards))
	images := make([]board.Board, len(boards))
	for i, b := range boards {
		moves[i] = symmetry.Random(rng, b.Shape())
		images[i] = moves[i].MustApply(b)
	}
	own, err := t.Think(ctx, boards, nil)
	if err != nil {
		return err
	}
	twins, err := t.Think(ctx, images, nil)
	if err != nil {
		return err
	}
	agree, cells, equal, solved := 0, 0, 0, 0
	for i := range boards {
		grid, err := board.FromCells(own[i].Grid)
		if err != nil {
			return err
		}
		moved := moves[i].MustApply(grid)
		same := 0
		for c, d := range moved.Cells() {
			if images[i].At(c) != 0 {
				continue
			}
			cells++
			if twins[i].Grid[c] == d {
				same++
			}
		}
		equal += same
		if same == boards[i].Shape().Cells()-boards[i].Filled() {
			agree++
		}
		if own[i].Solved {
			solved++
		}
		r.Progress(i+1, len(boards))
	}
	r.Count("boards", int64(len(boards)), "boards")
	r.Count("cells", int64(cells), "cells")
	k.Count("boards.agree", int64(agree), "boards")
	k.Count("cells.agree", int64(equal), "cells")
	k.Count("boards.solved", int64(solved), "boards")
	return nil
}
