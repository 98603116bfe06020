// Package datasetscore scores the lab's own ways of solving as `sudokulab score` scores anybody's, and puts them into one table with
// entries from elsewhere. It decides no claim: research/benchmark.md has the rules for entering a figure.
package datasetscore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
	"sudokulab/pkg/dataset"
	"sudokulab/pkg/dataset/predictions"
	"sudokulab/pkg/dataset/score"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/solver"
)

// Kinds of cases, by set: methods without a network, and a network.
const (
	rulesKind   = "rules"
	networkKind = "network"
)

// candidateName is what the table calls the network.
const candidateName = "the candidate network"

// exactName is what the table calls a method that solves all.
const exactName = "exact cover by dancing links"

// sets are the puzzles that are scored on; made are the named recipes whose tests are.
var (
	sets = []string{"17clue", "magictour", "own-minimal"}
	made = []string{"sudokulab-9-small", "sudokulab-9-hard-small", "sudokulab-9-easy"}
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Puzzles int          `json:"puzzles"` // of each set
	Weights string       `json:"weights"` // name of the embedded weights
	SHA256  string       `json:"sha256"`  // of their numbers, so that other weights are measured again
	Steps   []int        `json:"steps"`   // of message passing for a board, at most
	Score   score.Config `json:"score"`
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "dataset-score",
		Title:    "The board of scores",
		Question: "What do rules, a bounded search and a network solve of the same puzzles, scored as anybody's answers are?",
		Plan:     plan,
		Tables:   tables,
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{Puzzles: 100, Weights: weights.Candidate, Steps: []int{8, 32, 64}, Score: score.DefaultConfig()}
	if m, err := weights.Load(cfg.Weights); err == nil { // else an error of every case, which reads it again
		cfg.SHA256 = m.Card.SHA256
	}
	on, making := sets[:1], made[:1]
	switch p {
	case lab.Smoke:
		cfg.Puzzles, cfg.Score.Bootstrap.Resamples, on, making = 20, 200, []string{"own-minimal"}, nil
	case lab.Full:
		cfg.Puzzles, on, making = 1000, sets, made
	case lab.GPU:
		return lab.Plan{}
	}
	pl := lab.Plan{Config: cfg, Seed: 23}
	add := func(c lab.Case, id string, of boards) {
		c.Dims = lab.OnSet(id)
		c.Kind, c.Run = rulesKind, func(ctx context.Context, r *lab.Run) error { return rules(ctx, cfg, of, r) }
		pl.Cases = append(pl.Cases, c)
		if p != lab.Smoke {
			c.Kind, c.Run = networkKind, func(ctx context.Context, r *lab.Run) error { return network(ctx, cfg, of, r) }
			pl.Cases = append(pl.Cases, c)
		}
	}
	for _, id := range on {
		add(lab.Case{Corpus: id, Limit: cfg.Puzzles}, id, ofCorpus)
	}
	for _, name := range making {
		add(lab.Case{}, name, func(ctx context.Context, _ *lab.Run) ([]board.Board, error) { return testOf(ctx, name) })
	}
	return pl
}

// rules scores an exact method, and the baselines beside it.
func rules(ctx context.Context, cfg Config, of boards, r *lab.Run) error {
	puzzles, err := of(ctx, r)
	if err != nil {
		return err
	}
	exact := engine.DLX(engine.DefaultDLX())
	answers := make([]board.Board, len(puzzles))
	for i, b := range puzzles {
		res, err := exact.Solve(ctx, b, solver.Limits{Solutions: 1})
		if err != nil {
			return err
		}
		answers[i] = res.Grid
	}
	cfg.Score.Baselines = -1
	report, err := scored(ctx, cfg, r, puzzles, map[string][]board.Board{exactName: answers}, exactName)
	if err != nil {
		return err
	}
	for _, s := range append([]score.Score{report.Systems[0].Scores[0]}, report.Baselines...) {
		keep(r.Exact, s)
	}
	return nil
}

// network scores the digits that the candidate network finds likeliest.
func network(ctx context.Context, cfg Config, of boards, r *lab.Run) (err error) {
	puzzles, err := of(ctx, r)
	if err != nil {
		return err
	}
	model, err := weights.Load(cfg.Weights)
	if err != nil {
		return err
	}
	choice, err := backend.Open(ctx, accel.NameGo)
	if err != nil {
		return err
	}
	defer choice.Close()
	path := fused.Best()
	r.Text("backend", backend.NameOf(choice, path))
	answers, names := map[string][]board.Board{}, []string{}
	for _, steps := range cfg.Steps {
		name := withSteps(steps)
		names = append(names, name)
		if answers[name], err = likeliest(ctx, model.Fused(path), choice, steps, puzzles); err != nil {
			return err
		}
		r.Progress(len(names), len(cfg.Steps))
	}
	cfg.Score.Baselines = 0
	report, err := scored(ctx, cfg, r, puzzles, answers, names...)
	if err != nil {
		return err
	}
	to := r.Exact
	if path != fused.Portable { // what vectors answer is a device's
		to = r.Noisy
	}
	for _, s := range report.Systems {
		keep(to, s.Scores[0])
	}
	return nil
}

// withSteps names the network with a bound on its steps.
func withSteps(steps int) string { return candidateName + ", " + strconv.Itoa(steps) + " steps" }

// likeliest answers puzzles by the digits that the network finds likeliest; givens stay.
func likeliest(ctx context.Context, model *weights.Model, choice *accel.Choice, steps int, puzzles []board.Board) (_ []board.Board, err error) {
	p, err := model.Predictor(choice.Backend, 1, steps)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	said, err := p.Predict(ctx, puzzles)
	if err != nil {
		return nil, err
	}
	answers := make([]board.Board, len(puzzles))
	for i, b := range puzzles {
		side := b.Shape().Side()
		answers[i] = b.Clone()
		for cell := range b.Cells() {
			if b.At(cell) != 0 {
				continue
			}
			best := 0
			for d, v := range said[i].P[cell*side : (cell+1)*side] {
				if v > said[i].P[cell*side+best] {
					best = d
				}
			}
			answers[i].Set(cell, best+1)
		}
	}
	return answers, nil
}

// boards are the puzzles of a case.
type boards func(context.Context, *lab.Run) ([]board.Board, error)

// ofCorpus are those of the case's corpus.
func ofCorpus(ctx context.Context, r *lab.Run) ([]board.Board, error) {
	items, err := r.Puzzles(ctx)
	out := make([]board.Board, len(items))
	for i, item := range items {
		out[i] = item.Board
	}
	return out, err
}

// testOf makes the test of a named recipe, and holds it against the committed hash.
func testOf(ctx context.Context, name string) (out []board.Board, err error) {
	recipe, err := dataset.Named(name)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "sudokulab-score-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	s, err := dataset.Make(ctx, recipe, filepath.Join(dir, name), dataset.Options{Only: []dataset.Split{dataset.Test}})
	if err != nil {
		return nil, err
	}
	if want, err := dataset.Known(recipe); err != nil || s.Test("") != want[""] {
		return nil, errors.Join(fmt.Errorf("%s: the test made here has the hash %s, want %s", name, s.Test(""), want[""]), err)
	}
	for p, err := range format.ReadFile(filepath.Join(dir, name, "test.csv"), format.Options{}) {
		if err != nil {
			return nil, err
		}
		out = append(out, p.Board)
	}
	return out, nil
}

// scored writes answers as lines and has them scored as a file of anybody's.
func scored(ctx context.Context, cfg Config, r *lab.Run, puzzles []board.Board, answers map[string][]board.Board, names ...string) (_ *score.Report, err error) {
	var pairings []*predictions.Pairing
	defer func() {
		for _, p := range pairings {
			err = errors.Join(err, p.Close())
		}
	}()
	var entrants []score.Entrant
	for _, name := range names {
		var text bytes.Buffer
		for _, b := range answers[name] {
			text.WriteString(b.String())
			text.WriteByte('\n')
		}
		f, err := predictions.Open(&text, predictions.Options{Name: name, Side: puzzles[0].Shape().Side()})
		if err != nil {
			return nil, err
		}
		p, err := predictions.Pair(ctx, f, "")
		if err != nil {
			return nil, err
		}
		pairings = append(pairings, p)
		entrants = append(entrants, score.Entrant{Name: name, Files: []*predictions.Pairing{p}})
	}
	engines := make([]solver.Solver, runtime.GOMAXPROCS(0))
	for i := range engines {
		engines[i] = engine.Wide(engine.DefaultWide())
	}
	set := score.Set{Name: "puzzles", Puzzles: func(yield func(format.Puzzle, error) bool) {
		for i, b := range puzzles {
			if !yield(format.Puzzle{Board: b, Line: i + 1}, nil) {
				return
			}
		}
	}}
	report, err := score.Run(ctx, set, entrants, engines, cfg.Score, nil)
	if err != nil {
		return nil, err
	}
	if bad := report.Bad(); bad != "" {
		return nil, errors.New(bad)
	}
	r.Text("set", report.Set.SHA256)
	return report, nil
}

// Metrics of a system.
func solvedBy(system string) string { return "solved by " + system }
func cellsOf(system string) string  { return "cells of " + system }

// keep keeps the figures of a score.
func keep(to func(name string, value float64, unit string, n int), s score.Score) {
	to(solvedBy(s.Name), float64(s.Solved.Successes), "puzzles", s.Solved.Trials)
	to(cellsOf(s.Name), s.Cells.Value, "of blank cells", s.Solved.Trials)
}

// systems are all that records may hold, in the order of the table.
func systems(cfg Config) []string {
	names := score.Baselines(cfg.Score)
	for _, n := range cfg.Steps {
		names = append(names, withSteps(n))
	}
	return append(names, exactName)
}
