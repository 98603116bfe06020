package gnnvariants

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/learn/score"
	"sudokulab/pkg/train"
)

// heldOut makes the boards of each set once for all cases of a run.
type heldOut struct {
	mu   sync.Mutex
	made map[string][]puzzles.Sample
}

func (h *heldOut) samples(ctx context.Context, s Set) ([]puzzles.Sample, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if made, ok := h.made[s.Test.Name]; ok {
		return made, nil
	}
	samples, err := puzzles.HeldOut(ctx, s.Test, s.Boards, 1)
	if err != nil {
		return nil, err
	}
	if h.made == nil {
		h.made = map[string][]puzzles.Sample{}
	}
	h.made[s.Test.Name] = samples
	return samples, nil
}

// fillSingles measures naked and hidden singles on the sets.
func fillSingles(ctx context.Context, cfg Config, tests *heldOut, r *lab.Run) error {
	for _, s := range cfg.Sets {
		samples, err := tests.samples(ctx, s)
		if err != nil {
			return err
		}
		givens := 0
		for _, sample := range samples {
			givens += sample.Givens
		}
		r.Exact(s.Test.Name+".givens", float64(givens)/float64(len(samples)), "cells", len(samples))
		r.Count(s.Test.Name+".boards", int64(len(samples)), "boards")
		for _, rule := range score.Baselines() {
			m, err := score.Baseline(rule, samples)
			if err != nil {
				return err
			}
			if rule == score.Baselines()[0] {
				r.Count(s.Test.Name+".empty", int64(m.Empty.Trials), "cells")
			}
			keep(r.Count, s.Test.Name, rule.String(), m)
		}
	}
	return nil
}

// keep keeps the figures of a set and a row.
func keep(count func(name string, v int64, unit string), set, row string, m score.Metrics) {
	count(setMetric(set, row, "solved"), int64(m.Grids.Hits), "boards")
	count(setMetric(set, row, "right"), int64(m.Empty.Hits), "cells")
}

// runArm trains an arm with a seed and measures what came of it.
func runArm(ctx context.Context, cfg Config, a arm, seed int, tests *heldOut, r *lab.Run) error {
	recipe := a.recipe(cfg.Base, seed)
	if err := recipe.Validate(); err != nil {
		return err
	}
	choice, err := backend.OpenNoted(ctx, cfg.Backend, r)
	if err != nil {
		return err
	}
	defer choice.Close()
	network, err := candidate.New(recipe.Network)
	if err != nil {
		return err
	}
	task, err := candidate.NewTask(ctx, choice.Backend, network, recipe.Task, 1) // other runs have the other cores
	if err != nil {
		return err
	}
	defer task.Close()
	var records []train.Record
	trainer, err := train.New(choice.Backend, task, recipe.Train, train.Options{Record: func(rec train.Record) {
		records = append(records, rec)
		r.Progress(rec.Step, recipe.Train.Steps)
	}})
	if err != nil {
		return err
	}
	defer trainer.Close()
	report, err := trainer.Run(ctx)
	if errors.Is(err, train.ErrNotFinite) {
		// A figure of its own: this change cannot be trained so.
		r.Cap(fmt.Sprintf("training ended after %d steps: %v", report.Step, err))
		keepRun(a, cfg.Base, recipe, records, report, r)
		return nil
	}
	if err != nil {
		return err
	}
	weights, err := trainer.Weights()
	if err != nil {
		return err
	}
	thinker, err := candidate.NewThinker(choice.Backend, network, weights, cfg.Think)
	if err != nil {
		return err
	}
	defer thinker.Close()
	k := backend.KeeperOf(r, choice)
	start := time.Now()
	for _, s := range cfg.Sets {
		samples, err := tests.samples(ctx, s)
		if err != nil {
			return err
		}
		out, err := think(ctx, thinker, cfg.Looks, samples)
		if err != nil {
			return fmt.Errorf("%s: %w", s.Test.Name, err)
		}
		for i, n := range cfg.Looks {
			keep(k.Count, s.Test.Name, afterSteps(n), out[i])
		}
		// The cells of a board that stays unsolved are those of a start with noise.
		k.Count(setMetric(s.Test.Name, restarted, "solved"), int64(out[len(cfg.Looks)].Grids.Hits), "boards")
	}
	r.Noisy("thinking", time.Since(start).Seconds(), "s", 1)
	keepRun(a, cfg.Base, recipe, records, report, r)
	return nil
}

// keepRun keeps what a training was and what it cost.
func keepRun(a arm, from, recipe candidate.Recipe, records []train.Record, report train.Report, r *lab.Run) {
	equal := "steps"
	if a.flops {
		equal = "FLOPs"
	}
	r.Text("arm", a.describe(from))
	r.Text("changes", a.group(from))
	r.Text("equal", equal)
	r.Count("weights", int64(recipe.Network.Parameters()), "weights")
	r.Count("steps", int64(report.Step), "steps")
	r.Count("board-steps", report.Samples*int64(recipe.Task.Segment), "board-steps")
	r.Exact("flops", recipe.FLOPs(report.Step), "FLOP", 1)
	seconds, samples := 0.0, int64(0) // without compiling, which rates leave out
	for _, rec := range records {
		if rec.Kind != train.KindTrain {
			continue
		}
		if rec.SamplesPerSecond > 0 {
			seconds += float64(rec.Samples-samples) / rec.SamplesPerSecond
		}
		samples = rec.Samples
		r.Noisy(lossMetric(rec.Step), float64(rec.Loss), "nats", recipe.Train.LogEvery)
	}
	if samples > 0 {
		r.Noisy("seconds", seconds*float64(report.Samples)/float64(samples), "s", 1)
	}
	r.Noisy("seconds.all", report.Seconds, "s", 1)
}

func lossMetric(step int) string { return lossBegin + strconv.Itoa(step) }

const lossBegin = "loss.step="

// think lets a network think about samples and returns what it answered after each number of
// steps, and, last, after all starts.
func think(ctx context.Context, t *candidate.Thinker, looks []int, samples []puzzles.Sample) ([]score.Metrics, error) {
	grids := make([][][]uint8, len(looks)+1) // by number of steps and board
	for i := range grids {
		grids[i] = make([][]uint8, len(samples))
	}
	thoughts, err := t.Think(ctx, puzzles.Boards(samples), func(i, after int, so candidate.Thought) {
		if so.Starts > 1 {
			return
		}
		for k, n := range looks {
			if after == n || (so.Solved && after < n) {
				grids[k][i] = so.Grid
			}
		}
	})
	if err != nil {
		return nil, err
	}
	for i, so := range thoughts {
		grids[len(looks)][i] = so.Grid
	}
	out := make([]score.Metrics, len(grids))
	for k, answers := range grids {
		if out[k], err = score.Grids(samples, answers); err != nil {
			return nil, err
		}
	}
	return out, nil
}
