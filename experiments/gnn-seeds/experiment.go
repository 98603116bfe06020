// Package gnnseeds trains the small graph network of experiment gnn-training over more seeds than
// that experiment has, for the two parts of the document's pipeline (gnn.md, "Training Pipeline")
// whose effect its five seeds left open: the curriculum and the violation term. It decides G15
// and G17b.
//
// Networks, trainings and validations are those of gnn-training, in the full profile. The seeds are
// others: those of gnn-training were looked at before the number of seeds was chosen here, so
// they decide nothing. Uniform givens with λ 0.1 are one side of both pairs.
//
// Every figure but times is exact, because the Go backend trains here in every profile; a graphics
// card has no profile, since networks of this size gain nothing from one.
package gnnseeds

import (
	"context"

	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/accel"
	"sudokulab/pkg/lab"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Backend string        `json:"backend"` // as the variable of package accel names it
	First   int           `json:"first"`   // the first seed
	Seeds   int           `json:"seeds"`   // of each side of a pair
	Four    pairs.Setting `json:"four"`
}

// Names of the cases.
const (
	baselineCase  = "singles"
	uniformArm    = "uniform"
	curriculumArm = "curriculum"
	plainArm      = "lambda=0"
)

// firstSeed is beyond every seed that gnn-training has.
const firstSeed = 101

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "gnn-seeds",
		Title:    "Curriculum and violation term over many seeds",
		Question: "What do the curriculum and the violation term do for the graph network, over enough seeds to tell?",
		Plan:     plan,
		Tables:   tables,
		Judges:   judges(),
	}
}

func configOf(p lab.Profile) Config {
	cfg := Config{Backend: accel.NameGo, First: firstSeed, Seeds: 1}
	switch p {
	case lab.Smoke:
		cfg.Four = pairs.Small(4, 4, 2, 4, 3, 8, 8, pairs.FourSets()...)
	case lab.Quick:
		cfg.Four = pairs.Small(4, 16, 4, 16, 4, 160, 48, pairs.FourSets()...)
	default:
		cfg.Seeds = 24
		cfg.Four = pairs.Small(4, 16, 4, 16, 60, 640, 128, pairs.FourSets()...)
	}
	return cfg
}

// arms are the sides of both pairs.
func arms(s pairs.Setting) map[string]pairs.Setting {
	curriculum, plain := s, s
	curriculum.Task.Curriculum = pairs.Curriculum(s.Network.Side, s.Task.Epochs)
	plain.Task.Lambda = 0
	return map[string]pairs.Setting{uniformArm: s, curriculumArm: curriculum, plainArm: plain}
}

// plan has the runs of a seed together, so that a broken off measurement leaves whole pairs.
func plan(p lab.Profile) lab.Plan {
	if p == lab.GPU {
		return lab.Plan{}
	}
	cfg := configOf(p)
	pl := lab.Plan{Config: cfg, Seed: 15}
	pl.Cases = append(pl.Cases, lab.Case{Kind: baselineCase, Run: func(ctx context.Context, r *lab.Run) error {
		return measureBaselines(ctx, cfg.Four.Task.Validation, r)
	}})
	settings := arms(cfg.Four)
	for seed := cfg.First; seed < cfg.First+cfg.Seeds; seed++ {
		for _, arm := range []string{uniformArm, curriculumArm, plainArm} {
			c := pairs.Case(arm, seed)
			c.Run = func(ctx context.Context, r *lab.Run) error {
				return pairs.Run(ctx, cfg.Backend, pairs.Seeded(settings[arm], seed), false, r, r.Exact)
			}
			pl.Cases = append(pl.Cases, c)
		}
	}
	return pl
}
