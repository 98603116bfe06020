// Package dqnrewards trains the document's agent (dqn.md, "The Markov Decision Process") with its hybrid rewards, which
// know the solution, and with rewards for the rules only, with and without a penalty for every step. It decides R03a and
// R03b; experiment dqn-penalty decides R20 with new seeds.
//
// The settings, the base and the changes are those of package pkg/dqn/study, paired by seed. The rules-only agent is
// compared with a hybrid one that has no mask either. A judge by the rules cannot end a game at the first move off the
// solution, so that the hybrid agent has this, too, from knowing the solution. 9×9 boards with few empty cells decide.
//
// Every figure but times is exact on the pure-Go backend, which trains unless SUDOKULAB_BACKEND names another.
package dqnrewards

import (
	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
)

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "dqn-rewards",
		Title:    "Rewards that know the solution, and rewards for the rules",
		Question: "Does an agent learn Sudoku from rewards for the rules only, what does the known solution add, and does a penalty for every step make it efficient?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

func arms(s study.Setting) []runs.Arm {
	return runs.Of(s, study.Unmasked, study.RulesOnly, study.PhaseTwo, study.Base, study.RulesMasked, study.PlayOn, study.StepPenalty)
}

func plan(p lab.Profile) lab.Plan { return runs.Plan(p, arms, study.Unmasked, study.RulesOnly) }
