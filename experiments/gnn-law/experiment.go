// Package gnnlaw trains the document's network on more and more boards, fits how its errors fall, and says what the fit
// expects of the training that the document describes. It judges no claim: the document's training is a device's job, and an
// expectation is no measurement.
//
// Each training is whole: the rate of learning rises and falls over its own length, as it does over the length of the
// training of the embedded weights, which is longer than any of these. What the fit expects of those weights stands beside
// what they score on the same boards, and they are no part of the fit.
//
// The law is a straight line through the logarithms of boards and errors (Hestness and others, "Deep Learning Scaling is
// Predictable, Empirically", 2017, section 3), fitted by least squares.
package gnnlaw

import (
	"context"
	"fmt"
	"math"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/gnn/documented"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/record"
	"sudokulab/pkg/train"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Backend string            `json:"backend"` // as the variable of package accel names it
	Recipe  documented.Recipe `json:"recipe"`  // of every training but for its length
	Steps   []int             `json:"steps"`   // lengths of the trainings, each more than the one before; a multiple of the recipe's epochs keeps its stages in proportion
	Seeds   int               `json:"seeds"`   // trainings of each length
	Held    int               `json:"held"`    // boards of each held-out set

	// Embedded names weights of the same network whose training was longer, empty for none.
	Embedded string `json:"embedded,omitempty"`
	SHA256   string `json:"sha256,omitempty"` // of their numbers
	Boards   int64  `json:"boards,omitempty"` // of their training
	// Documented is the number of boards of the document's training: its epochs times its puzzles.
	Documented int64 `json:"documented"`
}

// Kinds of cases.
const (
	trainedKind  = "trained"
	embeddedKind = "embedded"
)

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "gnn-law",
		Title:    "The document's network by the boards that it was trained on, and what to expect of a million puzzles",
		Question: "How do the errors of the document's network fall with the boards of its training, and what does that let one expect of the document's?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
	}
}

// shipped are the embedded weights of the document's network.
const shipped = "literal"

func configOf(p lab.Profile) (Config, error) {
	document, err := documented.DefaultRecipe(documented.Literal)
	if err != nil {
		return Config{}, err
	}
	cfg := Config{
		Backend: backend.Asked(), Seeds: 1, Recipe: document,
		Documented: int64(document.Task.Epochs) * int64(document.Task.Epoch),
	}
	switch p {
	case lab.Smoke:
		cfg.Backend = accel.NameGo
		small(&cfg.Recipe, 4, 2, 4)
		cfg.Steps, cfg.Held = []int{2, 3, 4}, 4
	case lab.Quick:
		cfg.Backend = accel.NameGo
		small(&cfg.Recipe, 16, 4, 8)
		cfg.Steps, cfg.Held = []int{60, 120, 240}, 48
	default:
		m, err := weights.Load(shipped)
		if err != nil {
			return cfg, err
		}
		cfg.Recipe = *m.Card.Recipe.Documented
		cfg.Embedded, cfg.SHA256, cfg.Boards = shipped, m.Card.SHA256, m.Card.Training.Samples
		cfg.Steps, cfg.Seeds, cfg.Held = []int{60, 120, 240, 480, 960}, 2, 200
	}
	cfg.Recipe.Task.Validation = cfg.validation()
	return cfg, nil
}

// small makes a recipe one of 4×4 boards with a small network, otherwise as the embedded weights are trained.
func small(r *documented.Recipe, hidden, rounds, batch int) {
	const side = 4
	n := *r.Literal
	n.Side, n.Hidden, n.Iterations, n.Dropout, n.DecoderDropout = side, hidden, rounds, 0, 0
	n.Start.Init = "glorot"
	r.Literal = &n
	t := &r.Task
	t.Data = supervised.Data{Puzzles: puzzles.DefaultConfig(side)}
	t.Data.Puzzles.Lookahead = 64
	t.Curriculum = puzzles.Curriculum{Stages: []puzzles.Stage{{UntilEpoch: t.Epochs, Low: side, High: 9}}}
	t.Batch = batch
	t.Optimisation.AdamW.LearningRate = 3e-3
	r.Train.ClipNorm, r.Train.EMA = 1, 0.998
	r.Train.Schedule = train.Schedule{Kind: train.ScheduleCosine, WarmUp: 100, Final: 0.02, Length: 4800}
}

// trained is the recipe of a training of so many steps: warm-up and the horizon of the averaged weights are the shares of
// its length that they are of the recipe's own.
func (c Config) trained(steps, seed int) documented.Recipe {
	r := documented.Seeded(c.Recipe, uint64(seed))
	share := float64(steps) / float64(r.Train.Schedule.Length)
	r.Train.Schedule.Length, r.Train.Steps = steps, steps
	r.Train.Schedule.WarmUp = min(steps-1, int(math.Ceil(float64(r.Train.Schedule.WarmUp)*share)))
	if r.Train.EMA > 0 {
		r.Train.EMA = max(0.5, 1-(1-r.Train.EMA)/share)
	}
	r.Train.ValidateEvery, r.Train.LogEvery = steps, max(1, steps/20) // nothing is saved on the way
	r.Train.SaveEvery, r.Train.SaveSeconds = 0, 0
	// An epoch of the curriculum is the same share of this training as of that of the recipe.
	r.Task.Epoch = max(1, steps*r.Task.Batch/r.Task.Epochs)
	return r
}

// validation has the held-out sets of the recipe's side.
func (c Config) validation() supervised.Validation {
	v := supervised.Validation{Count: c.Held, Batch: min(50, c.Held)}
	for _, t := range puzzles.TestSets() {
		if t.Side == c.Recipe.Literal.Side {
			v.Sets = append(v.Sets, t)
		}
	}
	return v
}

func plan(p lab.Profile) lab.Plan {
	if p == lab.GPU {
		return lab.Plan{}
	}
	cfg, err := configOf(p)
	pl := lab.Plan{Config: cfg, Seed: 29}
	if err != nil {
		pl.Cases = append(pl.Cases, lab.Case{Kind: embeddedKind, Run: func(context.Context, *lab.Run) error { return err }})
		return pl
	}
	for _, steps := range cfg.Steps {
		for seed := 1; seed <= cfg.Seeds; seed++ {
			pl.Cases = append(pl.Cases, lab.Case{
				Kind: trainedKind, Dims: []record.Dim{record.D("steps", steps), record.D("seed", seed)},
				Run: func(ctx context.Context, r *lab.Run) error { return measureTrained(ctx, cfg, steps, seed, r) },
			})
		}
	}
	if cfg.Embedded != "" {
		pl.Cases = append(pl.Cases, lab.Case{Kind: embeddedKind, Run: func(ctx context.Context, r *lab.Run) error { return measureEmbedded(ctx, cfg, r) }})
	}
	return pl
}

// measureTrained trains and scores the averaged weights at the end.
func measureTrained(ctx context.Context, cfg Config, steps, seed int, r *lab.Run) error {
	choice, err := backend.OpenNoted(ctx, cfg.Backend, r)
	if err != nil {
		return err
	}
	defer choice.Close()
	recipe := cfg.trained(steps, seed)
	task, err := open(ctx, choice, recipe)
	if err != nil {
		return err
	}
	defer task.Close()
	start, err := recipe.StartStore()
	if err != nil {
		return err
	}
	trainer, err := train.New(choice.Backend, task, recipe.Trainer(), train.Options{Start: start, Record: func(rec train.Record) { r.Progress(rec.Step, steps) }})
	if err != nil {
		return err
	}
	defer trainer.Close()
	report, err := trainer.Run(ctx)
	if err != nil {
		return err
	}
	if report.Validation == nil {
		return fmt.Errorf("a training of %d steps ended without a validation", steps)
	}
	r.Count("boards", report.Samples, "boards")
	r.Count("parameters", int64(recipe.Parameters()), "weights")
	r.Exact("operations", recipe.FLOPs(steps), "FLOP in products", 1)
	r.Noisy("seconds", report.Seconds, "s", 1)
	keep(cfg, report.Validation, backend.KeeperOf(r, choice))
	return nil
}

// measureEmbedded scores the embedded weights on the same boards.
func measureEmbedded(ctx context.Context, cfg Config, r *lab.Run) error {
	choice, err := backend.OpenNoted(ctx, cfg.Backend, r)
	if err != nil {
		return err
	}
	defer choice.Close()
	m, err := weights.Load(cfg.Embedded)
	if err != nil {
		return err
	}
	task, err := open(ctx, choice, cfg.Recipe)
	if err != nil {
		return err
	}
	defer task.Close()
	store, err := train.StoreOf(m.Tensors)
	if err != nil {
		return err
	}
	scores, err := task.Validate(ctx, store)
	if err != nil {
		return err
	}
	r.Count("boards", cfg.Boards, "boards")
	keep(cfg, scores, backend.KeeperOf(r, choice))
	return nil
}

// open makes the task of a recipe; boards are made by one goroutine, since other trainings have the other cores.
func open(ctx context.Context, choice *accel.Choice, recipe documented.Recipe) (*supervised.Task, error) {
	network, err := recipe.Network()
	if err != nil {
		return nil, err
	}
	return supervised.NewTask(ctx, choice.Backend, network, recipe.Task, 1)
}

// Names of figures: the share of empty cells and of boards that are right, of all sets and of each.
func cellsIn(set string) string  { return "cells " + set }
func boardsIn(set string) string { return "solved " + set }

// allSets stands for the boards of all held-out sets together.
const allSets = "all"

func keep(cfg Config, m train.Metrics, k backend.Keeper) {
	v := cfg.Recipe.Task.Validation
	k.Keep(cellsIn(allSets), m["cells"], "of empty cells", v.Count*len(v.Sets))
	k.Keep(boardsIn(allSets), m["grids"], "of boards", v.Count*len(v.Sets))
	for _, s := range v.Sets {
		k.Keep(cellsIn(s.Name), m["cells/"+s.Name], "of empty cells", v.Count)
		k.Keep(boardsIn(s.Name), m["grids/"+s.Name], "of boards", v.Count)
	}
}
