// Package dqnablation takes the document's agent apart (dqn.md): input, masks, stages, early end, steps after episodes,
// loss, target network, replay and discount are changed one at a time, in runs that are paired by seed. It decides R05,
// R07c to R07e, R08c, R09, R10a, R10b and R22, and is the pilot of experiment dqn-confirm, which decides the rest.
//
// The settings, the base and the changes are those of package pkg/dqn/study. 9×9 boards with few empty cells decide, the
// document's board at what a processor trains in minutes; 4×4 boards stand beside. The document's own stages, down
// to 25 givens of 81, are measured by experiment dqn-models.
//
// Every figure but times is exact on the pure-Go backend, which trains unless SUDOKULAB_BACKEND names another.
package dqnablation

import (
	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
)

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "dqn-ablation",
		Title:    "The agent's training, part by part",
		Question: "What does each part of the document's training do for the agent: masks, stages, early end, steps after episodes, loss, target network, replay, discount, input?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

// convolutional are the networks that are compared by input.
func convolutional() []string { return []string{networks.Conv, networks.UnitConv, networks.ResNet} }

// arms are all of this experiment: with the base network, but for the inputs.
func arms(s study.Setting) []runs.Arm {
	out := runs.Of(s, study.Base, study.Unmasked, study.TargetUnmasked, study.TenEmpty, study.LastStage, study.Sparse, study.PlayOn,
		study.Episode, study.EpisodeDrawn, study.Unscaled, study.Squared, study.Copy1, study.Copy100, study.Copy10000, study.Latest, study.Gamma05, study.Gamma09, study.Gamma1)
	for _, network := range convolutional() {
		if network != s.Network {
			out = append(out, runs.Arm{Arm: study.Base, Network: network})
		}
		out = append(out, runs.Arm{Arm: study.Raw, Network: network})
	}
	return out
}

func plan(p lab.Profile) lab.Plan { return runs.Plan(p, arms, study.Base, study.Episode) }
