// Package dqnconfirm measures again what five seeds left open, with seeds that nothing was looked at on: masks (R07b),
// stages (R08a, R08b), the penalty for every step (R20), the loss (R21), replay (R23) and the discount (R24) of the
// agent's training (dqn.md). Experiment dqn-horizon decides R24 and dqn-penalty R20, which it left open in its turn.
//
// The arms, boards and figures are those of experiments dqn-ablation and dqn-rewards, whose five seeds are the pilot.
// From its spread came, before the first run, how many seeds a comparison has. Half the width of a 95 % interval over n
// seeds with standard deviation s is about 2·s/√n. On logarithms of ratios s was 0.57 for replay, 0.49 for the loss, 0.42
// for the stages' steadiness and 0.24 for the penalty; 17 points for the share lost at γ 0.5 and 6 points for the stages' solve
// rate. Losses, replay and discount have 30 seeds, which tells a ratio of 1.2 from one and 57 % from half; stages and penalty
// 20. In the pilot no run without the mask got to the share of solved puzzles that R07b asks for, so that the bound was the length of
// the run: here such a run has as many steps as decide tenfold, and five seeds.
//
// Only 9×9 boards with few empty cells are trained on, the setting that decides. Every figure but times is exact on the
// pure-Go backend, which trains unless SUDOKULAB_BACKEND names another.
package dqnconfirm

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
		ID:       "dqn-confirm",
		Title:    "Open comparisons of the agent's training, with new seeds",
		Question: "What do masks, stages, a penalty for every step, the loss, replay and the discount do for the agent, where five seeds did not decide?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

// first is the seed of the first run. The pilot had seeds from 1, and settings were chosen on seed 101.
const first = 201

// groups are the arms by how many seeds they have, and how long they train.
func groups(s study.Setting) []runs.Sizes {
	of := func(steps, seeds int, arms ...string) runs.Sizes {
		return runs.Sizes{Setting: s, Steps: steps, Boards: 100, Arms: runs.Of(s, arms...), Seeds: seeds}
	}
	return []runs.Sizes{
		of(2400, 30, study.Base, study.Unscaled, study.Squared, study.Latest, study.Gamma05),
		of(2400, 20, study.LastStage, study.PlayOn, study.StepPenalty),
		of(16_000, 5, study.Unmasked),
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := runs.Config{Backend: backend.Asked()}
	switch p {
	case lab.Smoke, lab.Quick:
		// That the parts run: what they give is measured by dqn-ablation and dqn-rewards.
		s := study.Four()
		cfg.Backend = accel.NameGo
		cfg.Sizes = []runs.Sizes{{Setting: s, Steps: 8, Boards: 4, Arms: runs.Of(s, study.Base, study.StepPenalty), Seeds: 1}}
	case lab.Full:
		cfg.Sizes = groups(study.Few())
	case lab.GPU:
		return lab.Plan{}
	}
	return lab.Plan{Config: cfg, Seed: first, Cases: cases(cfg)}
}

// cases are the runs, those of a seed together, so that a broken off measurement leaves whole pairs.
func cases(cfg runs.Config) (out []lab.Case) {
	for k := 0; ; k++ {
		n := len(out)
		for _, s := range cfg.Sizes {
			if k >= s.Seeds {
				continue
			}
			for _, a := range s.Arms {
				out = append(out, runs.Case(cfg.Backend, s, a, first+k))
			}
		}
		if len(out) == n {
			return out
		}
	}
}

// in returns the sizes that records were measured with, with their arms.
func in(set record.Set) []runs.Sizes {
	all := lab.ConfigIn[runs.Config](set).Sizes
	for i := range all {
		if of := groups(all[i].Setting); len(all) == len(of) {
			all[i].Arms = of[i].Arms
		} else {
			all[i].Arms = runs.Of(all[i].Setting, study.Base, study.StepPenalty)
		}
	}
	return all
}
