package dqnconfirm

import (
	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	all := in(set)
	return []lab.Table{runs.Summary(set, all), runs.Effects(set, all, study.Base)}
}

// figures shows learning curves, those with and without a part together.
func figures(set record.Set) ([]lab.Figure, error) {
	var out []lab.Figure
	s := runs.Deciding()
	for _, g := range []struct {
		name, title string
		arms        []string
	}{
		{"curves", "stages, replay and discount", []string{study.Base, study.LastStage, study.Latest, study.Gamma05}},
		{"losses", "losses, rewards as they are", []string{study.Unscaled, study.Squared}},
		{"penalty", "no early end, with and without a penalty for every step", []string{study.PlayOn, study.StepPenalty}},
	} {
		f, ok, err := runs.Curves(set, s, g.arms, s.Network, runs.Solved, g.name, "Solved by the greedy policy, "+s.Name+": "+g.title, "% of held-out puzzles", 100)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, f)
		}
	}
	return out, nil
}
