// Package dqnhorizon measures with enough new seeds what 20 and 30 left open: the discount (R24) of the agent's training
// (dqn.md), and the penalty for every step (R20), which it left open in its turn to experiment dqn-penalty.
//
// The arms, boards and figures are those of experiment dqn-confirm, whose seeds are the pilot. From its spread came,
// before the first run, how many seeds a comparison has. The share lost at γ 0.5 had a standard deviation of 16.5 points, and
// lay 3.6 points from half: 90 seeds give an interval of 3.5 points to either side. Of 20 pairs with and without the penalty 15
// had solved anything, and the logarithm of their ratio a standard deviation of 0.58: 30 seeds give about 22 pairs, and
// an interval of 0.26 to either side, within which a ratio near one is told from 1.25.
//
// Only 9×9 boards with few empty cells are trained on, the setting that decides. Every figure but times is exact on the
// pure-Go backend, which trains unless SUDOKULAB_BACKEND names another.
package dqnhorizon

import (
	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/pkg/accel"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/record"
)

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "dqn-horizon",
		Title:    "The agent's discount and its penalty for every step, with more seeds",
		Question: "Does a low discount lose half of what the agent solves, and does a penalty for every step spare it moves?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   []lab.Judge{{Claim: "R24", Decide: discountNeeded}},
	}
}

// first is the seed of the first run. Experiment dqn-confirm had seeds from 201.
const first = 301

func plan(p lab.Profile) lab.Plan {
	cfg := runs.Config{Backend: backend.Asked()}
	of := func(s study.Setting, steps, boards, seeds int, arms ...string) runs.Sizes {
		return runs.Sizes{Setting: s, Steps: steps, Boards: boards, Arms: runs.Of(s, arms...), Seeds: seeds}
	}
	switch p {
	case lab.Smoke, lab.Quick:
		// That the parts run: what they give is measured by dqn-ablation and dqn-rewards.
		cfg.Backend = accel.NameGo
		cfg.Sizes = []runs.Sizes{of(study.Four(), 8, 4, 1, study.Gamma05)}
	case lab.Full:
		cfg.Sizes = []runs.Sizes{
			of(study.Few(), 2400, 100, 30, study.PlayOn, study.StepPenalty),
			of(study.Few(), 2400, 100, 90, study.Base, study.Gamma05),
		}
	case lab.GPU:
		return lab.Plan{}
	}
	pl := lab.Plan{Config: cfg, Seed: first}
	for _, s := range cfg.Sizes {
		for k := range s.Seeds { // those of a seed together: a measurement that is broken off leaves whole pairs
			for _, a := range s.Arms {
				pl.Cases = append(pl.Cases, runs.Case(cfg.Backend, s, a, first+k))
			}
		}
	}
	return pl
}

// in returns the sizes that records were measured with, with the arms, which records do not have. Pairs of arms differ in
// nothing but their seeds.
func in(set record.Set) []runs.Sizes {
	all := lab.ConfigIn[runs.Config](set).Sizes
	if len(all) == 0 {
		return nil
	}
	all = all[:1]
	all[0].Arms = runs.Of(all[0].Setting, study.Base, study.Gamma05, study.PlayOn, study.StepPenalty)
	return all
}

func tables(set record.Set) []lab.Table {
	all := in(set)
	return []lab.Table{runs.Summary(set, all), runs.Effects(set, all, study.Base)}
}

// figures shows learning curves.
func figures(set record.Set) ([]lab.Figure, error) {
	s := runs.Deciding()
	f, ok, err := runs.Curves(set, s, []string{study.Base, study.Gamma05, study.PlayOn, study.StepPenalty}, s.Network, runs.Solved, "curves",
		"Solved by the greedy policy, "+s.Name+": discount and penalty", "% of held-out puzzles", 100)
	if err != nil || !ok {
		return nil, err
	}
	return []lab.Figure{f}, nil
}
