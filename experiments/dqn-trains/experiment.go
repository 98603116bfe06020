// Package dqntrains repeats with enough new seeds the trainings of experiment dqn-models that three left open: whether the document's
// settings train its network (R04), whether conv, resnet and transformer can be trained (R18a, c, d), and what residual
// connections do for depth (R11).
//
// Recipes, boards and figures are those of dqn-models, whose seeds are the pilot; held-out puzzles are others, and four times
// as many. From the pilot's spread came, before the first run, how many seeds there are. Gains in right moves had standard deviations of
// 0.5 points (conv), 1.3 (resnet) and 2.1 (transformer): 12 seeds give intervals of 0.3, 0.8 and 1.4 points to either
// side, within which no gain is told from 2 points, under a fifth of what a random move has. Differences with and without
// residual connections had 0.12 points: 10 seeds give 0.1 to either side.
//
// Every figure but times is exact on the pure-Go backend, which trains unless SUDOKULAB_BACKEND names another.
package dqntrains

import (
	dqnmodels "sudokulab/experiments/dqn-models"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
)

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	trains := func(network string) func(*lab.Evidence) lab.Finding {
		return func(e *lab.Evidence) lab.Finding { return dqnmodels.Trains(e, network) }
	}
	return &lab.Experiment{
		ID:       "dqn-trains",
		Title:    "The networks of the agent, with more seeds",
		Question: "Do the document's settings train networks of the kinds that it names at all, and do residual connections let deeper ones be trained?",
		Plan:     plan,
		Tables:   dqnmodels.Shown,
		Judges: []lab.Judge{
			{Claim: "R04", Decide: dqnmodels.AsStated},
			{Claim: "R11", Decide: dqnmodels.Residual},
			{Claim: "R18a", Decide: trains(networks.Conv)},
			{Claim: "R18c", Decide: trains(networks.ResNet)},
			{Claim: "R18d", Decide: trains(networks.Transformer)},
		},
	}
}

// first is the seed of the first run. Those of dqn-models are 1 to 3.
const first = 301

func plan(p lab.Profile) lab.Plan {
	var cfg dqnmodels.Config
	switch p {
	case lab.Smoke, lab.Quick:
		// That the parts run: what they give is measured by dqn-models.
		cfg = dqnmodels.Again("", []string{networks.Conv}, 1, 1, true)
	case lab.Full:
		cfg = dqnmodels.Again(backend.Asked(), []string{networks.Conv, networks.ResNet, networks.Transformer}, 12, 10, false)
	case lab.GPU:
		return lab.Plan{}
	}
	return lab.Plan{Config: cfg, Seed: first, Cases: dqnmodels.Cases(cfg, first)}
}
