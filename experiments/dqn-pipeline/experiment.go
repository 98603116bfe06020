// Package dqnpipeline has a trainer take batches of puzzles that are made on demand, or ahead by
// workers, and measures how long it waits: one that leaves the cores alone, as with a GPU, and
// one that needs a core itself; at several ratios of the work of making puzzles to what the cores
// can do. Then the range of givens is changed while the workers run. It decides R15.
//
// What lies between the boards and the loss is measured, too: conversions with integers and floats kept apart or
// switched, and training steps with helpers that take one item or a whole batch. The first decides R13, the second R14,
// on a graphics card, profile gpu.
package dqnpipeline

import (
	"context"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Generator generate.Config `json:"generator"` // but for the givens and the seed
	Givens    generate.Range  `json:"givens"`    // of the puzzles that a trainer waits for
	Batch     int             `json:"batch"`     // puzzles for a step
	Lookahead int             `json:"lookahead"` // puzzles ahead of the trainer
	// Loads are the steps' demand for puzzles over what a worker for each core makes, by which
	// the time of a step is chosen.
	Loads  []float64 `json:"loads"`
	Steps  int       `json:"steps"` // measured in a pass
	Warm   int       `json:"warm"`  // before them, not measured
	Rounds int       `json:"rounds"`
	// Lookaheads are compared at QueueLoad.
	Lookaheads []int   `json:"lookaheads"`
	QueueLoad  float64 `json:"queue_load"`

	// Cores and loads of the projection, and its steps.
	Cores          []int     `json:"cores"`
	ProjectedLoads []float64 `json:"projected_loads"`
	Projected      int       `json:"projected"`

	Stages     []stages `json:"stages"`      // of curricula that change while the workers run
	Changes    int      `json:"changes"`     // of a curriculum
	Every      int      `json:"every"`       // steps between two changes
	Window     int      `json:"window"`      // steps after a change and before it whose gaps are compared
	ChangeLoad float64  `json:"change_load"` // in the stage whose puzzles take longest

	Sequence  int                   `json:"sequence"` // puzzles compared one by one
	Ahead     int                   `json:"ahead"`    // their lookahead
	Workers   []int                 `json:"workers"`  // that make them
	Bootstrap stats.BootstrapConfig `json:"bootstrap"`
	Helpers   *Helpers              `json:"helpers,omitempty"` // nil: sizes that follow from those above
}

// stages are ranges of givens that follow one another, over and over.
type stages struct {
	Name   string           `json:"name"`
	Ranges []generate.Range `json:"ranges"`
}

// The document's stages overlap, so that the givens of a puzzle do not always tell its stage; the
// others do not.
func curricula() []stages {
	return []stages{
		{"document", []generate.Range{{Low: 70, High: 80}, {Low: 50, High: 75}, {Low: 25, High: 55}}},
		{"apart", []generate.Range{{Low: 70, High: 80}, {Low: 50, High: 65}, {Low: 25, High: 45}}},
	}
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "dqn-pipeline",
		Title:    "Puzzles made ahead of the trainer",
		Question: "Do workers keep a trainer from waiting for puzzles, up to where, and can the difficulty change while they run?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Generator: generate.DefaultConfig(), Givens: generate.Range{Low: 25, High: 55}, Batch: 16, Lookahead: 64,
		Loads: []float64{0.25, 0.5, 0.75, 1.5, 3}, Steps: 24, Warm: 8, Rounds: 3,
		Lookaheads: []int{16, 32, 64, 128}, QueueLoad: 0.75,
		Cores: []int{1, 2, 4, 8, 16, 64}, ProjectedLoads: []float64{0.25, 0.5, 0.75, 0.9, 1, 1.1, 1.5, 2, 3}, Projected: 250,
		Stages: curricula(), Changes: 20, Every: 12, Window: 6, ChangeLoad: 0.5,
		Sequence: 240, Ahead: 16, Workers: []int{1, 2, 3, 8}, Bootstrap: stats.DefaultBootstrap(),
	}
	cfg.Generator.Level = "" // each case sets the givens
	cfg.Bootstrap.Resamples = 2000
	switch p {
	case lab.Smoke:
		cfg.Batch, cfg.Lookahead, cfg.Projected = 4, 16, 25
		cfg.Loads, cfg.Steps, cfg.Warm, cfg.Rounds = []float64{0.5, 2}, 6, 2, 1
		cfg.Lookaheads, cfg.Changes, cfg.Sequence, cfg.Bootstrap.Resamples = []int{4, 16}, 3, 96, 500
	case lab.GPU:
		cfg.Helpers = onCard()
	case lab.Full:
		cfg.Loads = []float64{0.1, 0.25, 0.5, 0.625, 0.75, 0.875, 1, 1.25, 1.5, 2, 3, 4}
		cfg.Steps, cfg.Warm, cfg.Rounds, cfg.Changes, cfg.Sequence = 200, 20, 9, 120, 5000
		cfg.Projected = 10_000
		cfg.Lookaheads = []int{16, 24, 32, 64, 128, 256, 512}
	}
	pl := lab.Plan{Config: cfg, Seed: 15}
	add := func(kind string, dims []record.Dim, timed bool, run func(context.Context, Config, *lab.Run) error) {
		pl.Cases = append(pl.Cases, lab.Case{Kind: kind, Dims: dims, Timed: timed, Run: func(ctx context.Context, r *lab.Run) error {
			return run(ctx, cfg, r)
		}})
	}
	asked := backend.Asked()
	switch {
	case p == lab.Smoke:
		asked = accel.NameGo
	case p == lab.GPU && asked == accel.NameGo:
		asked = accel.NameCUDA
	}
	add(stepsKind, []record.Dim{record.D("backend", asked)}, true, func(ctx context.Context, cfg Config, r *lab.Run) error { return steps(ctx, cfg, asked, r) })
	add(typesCase, nil, true, types)
	add(checksCase, nil, false, checks)
	add(sequenceCase, nil, false, sequence)
	add(projectedCase, nil, false, projected)
	for _, t := range trainers {
		for _, load := range cfg.Loads {
			add(raceKind, raceDims(t, load), true, func(ctx context.Context, cfg Config, r *lab.Run) error { return waiting(ctx, cfg, t, load, r) })
		}
	}
	add(queueCase, nil, true, queues)
	for _, st := range cfg.Stages {
		for _, rule := range rules {
			add(changeKind, changeDims(st.Name, rule), true, func(ctx context.Context, cfg Config, r *lab.Run) error { return change(ctx, cfg, st, rule, r) })
		}
	}
	return pl
}

// Kinds of cases.
const (
	sequenceCase  = "sequence"
	projectedCase = "projected"
	raceKind      = "race" // by trainer and load
	queueCase     = "queue"
	changeKind    = "change" // by stages and rule
	typesCase     = "types"
	checksCase    = "checks"
	stepsKind     = "steps" // by backend
)

// raceDims are the dimensions of a race.
func raceDims(trainer string, load float64) []record.Dim {
	return []record.Dim{record.D("trainer", trainer), record.D("load", load)}
}

// changeDims are the dimensions of a curriculum that changes.
func changeDims(stages, rule string) []record.Dim {
	return []record.Dim{record.D("stages", stages), record.D("rule", rule)}
}
