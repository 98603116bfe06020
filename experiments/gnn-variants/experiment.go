// Package gnnvariants trains small forms of the candidate network for a short time, with one part
// of the network or of its training changed at a time, and says which changes measure better,
// which worse, and which show no difference. It judges no claim.
//
// An arm is a change. Seed k gives every arm the same puzzles in the same order, the same noise
// and, where the shapes allow it, the same initial weights, so arms are compared seed by seed.
// All arms make as many training steps on as many board-steps; a second form of those that
// change the cost of a step makes as many as its operations allow. Boards are not augmented in
// any arm: the network treats a board and its images under symmetries alike by construction.
package gnnvariants

import (
	"context"
	"fmt"
	"math"

	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/accel"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn/puzzles"
)

// Config is everything that affects a figure of this experiment, together with the arms'
// changes in arms.go.
type Config struct {
	Backend string                `json:"backend"` // as the variable of package accel names it
	Seeds   int                   `json:"seeds"`   // of each arm
	Base    candidate.Recipe      `json:"base"`    // what the arms change
	Arms    []string              `json:"arms"`
	Sets    []Set                 `json:"sets"`
	Looks   []int                 `json:"looks"` // numbers of thinking steps that are compared; the last is the most
	Think   candidate.ThinkConfig `json:"think"`
}

// Set is a set of held-out boards.
type Set struct {
	Test   puzzles.TestSet `json:"test"`
	Boards int             `json:"boards"`
	Counts bool            `json:"counts"` // its share goes into the mean by which arms are compared
}

// Names of the cases and of parts of metrics.
const (
	singlesCase = "singles"
	baseArm     = "base"
	restarted   = "restarts"
)

// setMetric names a figure of a set after a row of thinking: a number of steps, all of them with
// restarts, or a rule.
func setMetric(set, row, what string) string { return set + "." + row + "." + what }

func afterSteps(n int) string { return fmt.Sprintf("steps=%d", n) }

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "gnn-variants",
		Title:    "Variants of the candidate network at an equal budget",
		Question: "Which parts of the candidate network and of its training matter at an equal budget?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
	}
}

// budgetOf sets a number of training steps. Warm-up and the horizon of the averaged weights are
// the shares of the steps that they are in the recipe of the embedded weights.
func budgetOf(r *candidate.Recipe, steps int) {
	whole := candidate.DefaultRecipe().Train
	share := float64(steps) / float64(whole.Steps)
	r.Train.Steps, r.Train.Schedule.Length = steps, steps
	r.Train.Schedule.WarmUp = min(steps-1, int(math.Ceil(float64(whole.Schedule.WarmUp)*share)))
	if whole.EMA > 0 && r.Train.EMA > 0 {
		r.Train.EMA = max(0.5, 1-(1-whole.EMA)/share)
	}
	r.Train.LogEvery = max(1, steps/curvePoints)
}

// curvePoints is the number of points of a curve of losses.
const curvePoints = 20

// base is the recipe of the embedded weights with a smaller network, on boards of one side.
func base(side, hidden, channels, batch, segment, steps int) candidate.Recipe {
	r := candidate.DefaultRecipe()
	r.Network.Hidden, r.Network.Channels = hidden, channels
	kind := r.Task.Kinds[0] // of side 9
	if side != kind.Puzzles.Side {
		kind.Puzzles = puzzles.DefaultConfig(side)
		// The fewest givens come up more often than others, as at side 9.
		kind.Puzzles.Givens = puzzles.Mix{{Low: 4, High: 5, Weight: 0.7}, {Low: 6, High: 10, Weight: 0.3}}
	}
	kind.Batch, kind.Puzzles.Lookahead = batch, 64
	r.Task.Kinds = []candidate.Kind{kind}
	// As many thinking steps of a board as there.
	r.Task.Segments = r.Task.Segment * r.Task.Segments / segment
	r.Task.Segment = segment
	// Nothing is validated on the way: the last weights are measured.
	r.Train.ValidateEvery, r.Train.Watch, r.Train.WatchHigher = 0, "", false
	r.Train.SaveEvery, r.Train.SaveSeconds = 0, 0
	budgetOf(&r, steps)
	return r
}

// sets returns held-out sets with numbers of boards; those of the side that is trained on count.
func sets(side int, boards map[string]int) (out []Set) {
	tests := append(puzzles.TestSets(), puzzles.TestSet{Name: fewGivens, Side: 4, Low: 4, High: 5, Seed: 0x6665_77_04})
	for _, t := range tests {
		if n := boards[t.Name]; n > 0 {
			out = append(out, Set{Test: t, Boards: n, Counts: t.Side == side})
		}
	}
	return out
}

// fewGivens are the 4×4 boards with no more than one given above the least that determine one.
const fewGivens = "4x4-4-5"

func configOf(p lab.Profile) Config {
	cfg := Config{
		Backend: backend.Asked(), Seeds: 4, Looks: []int{8, 16, 32, 64},
		Think: candidate.ThinkConfig{Batch: 50, Segment: 8, Steps: 64, Restarts: 1, Noise: candidate.DefaultThink().Noise},
	}
	switch p {
	case lab.Smoke:
		cfg.Backend, cfg.Seeds = accel.NameGo, 2
		cfg.Base = base(4, 4, 2, 4, 2, 4)
		cfg.Sets = sets(4, map[string]int{"4x4": 4})
		cfg.Looks = []int{2, 4}
		cfg.Think.Batch, cfg.Think.Segment, cfg.Think.Steps = 4, 2, 4
	case lab.Quick:
		cfg.Seeds = 2
		cfg.Base = base(4, 8, 4, 8, 4, 60)
		cfg.Sets = sets(4, map[string]int{"4x4": 100, fewGivens: 100})
		cfg.Looks = []int{4, 8, 16, 32}
		cfg.Think.Segment, cfg.Think.Steps = 4, 32
	case lab.Full:
		cfg.Base = base(9, 16, 8, 8, 8, 500)
		cfg.Sets = sets(9, map[string]int{"9x9-36-45": 100, "9x9-30-35": 200, "9x9-25-29": 200, "9x9-22-24": 200, "4x4": 100})
	default:
		cfg.Base = base(9, 48, 16, 64, 8, 3000)
		cfg.Sets = sets(9, map[string]int{"9x9-36-45": 1000, "9x9-30-35": 1000, "9x9-25-29": 1000, "9x9-22-24": 1000, "4x4": 1000})
		cfg.Think.Batch = 500
	}
	for _, a := range arms() {
		if a.differs(cfg.Base) {
			cfg.Arms = append(cfg.Arms, a.name)
		}
	}
	return cfg
}

func plan(p lab.Profile) lab.Plan {
	cfg := configOf(p)
	pl := lab.Plan{Config: cfg, Seed: 21}
	tests := &heldOut{}
	pl.Cases = append(pl.Cases, lab.Case{Kind: singlesCase, Run: func(ctx context.Context, r *lab.Run) error {
		return fillSingles(ctx, cfg, tests, r)
	}})
	for _, name := range cfg.Arms {
		a := armOf(name)
		for seed := 1; seed <= cfg.Seeds; seed++ {
			c := pairs.Case(name, seed)
			c.Run = func(ctx context.Context, r *lab.Run) error { return runArm(ctx, cfg, a, seed, tests, r) }
			pl.Cases = append(pl.Cases, c)
		}
	}
	return pl
}
