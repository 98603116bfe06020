package dqnablation

import (
	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// groups are the arms that share a picture.
func groups() []struct {
	name, title string
	arms        []string
} {
	return []struct {
		name, title string
		arms        []string
	}{
		{"masks", "masks", []string{study.Base, study.Unmasked, study.TargetUnmasked}},
		{"games", "stages, early end, steps after episodes", []string{study.Base, study.LastStage, study.PlayOn, study.Episode, study.EpisodeDrawn}},
		{"target", "target and replay", []string{study.Base, study.Copy1, study.Copy100, study.Copy10000, study.Latest}},
		{"loss", "loss and scale of rewards", []string{study.Base, study.Unscaled, study.Squared}},
		{"gamma", "discount", []string{study.Base, study.Gamma05, study.Gamma09, study.Gamma1}},
	}
}

// figures shows learning curves and how far values are from the exact ones.
func figures(set record.Set) ([]lab.Figure, error) {
	var out []lab.Figure
	for _, s := range lab.ConfigIn[runs.Config](set).Sizes {
		for _, g := range groups() {
			f, ok, err := runs.Curves(set, s.Setting, g.arms, s.Setting.Network, runs.Solved, "curves-"+g.name+"-"+s.Setting.Name, "Solved by the greedy policy, "+s.Setting.Name+": "+g.title, "% of held-out puzzles", 100)
			if err != nil {
				return nil, err
			}
			if ok {
				out = append(out, f)
			}
		}
		f, ok, err := runs.Curves(set, s.Setting, []string{study.Base, study.Unscaled, study.Squared, study.Copy1, study.Latest, study.Unmasked, study.TargetUnmasked}, s.Setting.Network, runs.Off, "off-"+s.Setting.Name, "Distance of values from the exact ones, "+s.Setting.Name, "mean |Q − Q*|, rewards", 1)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, f)
		}
	}
	return out, nil
}
