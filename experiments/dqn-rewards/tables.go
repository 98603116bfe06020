package dqnrewards

import (
	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	all := runs.In(set, arms)
	return []lab.Table{runs.Summary(set, all), runs.Effects(set, all, study.Unmasked), movesTable(set, all)}
}

// movesTable shows how the agents play at the end of training.
func movesTable(set record.Set, all []runs.Sizes) lab.Table {
	t := lab.Table{
		Name:    "moves",
		Title:   "Moves in the last tenth of training, means over seeds",
		Columns: []string{"Setting", "Arm", "Seeds", "Invalid, % of moves", "Solved games per 1,000 moves", "Moves beyond the empty cells per solved game", "Seeds that solved any"},
		Notes:   []string{runs.Scope(all), "Invalid: breaks a rule, or goes to a given or filled cell. A game that ends at the first mistake has no moves beyond its empty cells but those on filled ones."},
	}
	for _, s := range all {
		for _, a := range s.Arms {
			of := runs.Arms(set, s.Setting, a.Arm, a.Network)
			if len(of) == 0 {
				continue
			}
			beyond, solving := "–", 0
			var values []float64
			for _, r := range of {
				if v, ok := runs.ExtraOf(r); ok {
					values = append(values, v)
					solving++
				}
			}
			if solving > 0 {
				beyond = runs.Two(runs.Mean(values))
			}
			t.Add(s.Setting.Name, a.Arm, lab.Number(float64(len(of))), runs.Two(100*runs.Mean(runs.Values(of, runs.Invalid))), runs.Two(1000*runs.Mean(runs.Values(of, runs.Won))), beyond, lab.Number(float64(solving)))
		}
	}
	return t
}

// figures shows learning curves by reward.
func figures(set record.Set) ([]lab.Figure, error) {
	var out []lab.Figure
	for _, s := range lab.ConfigIn[runs.Config](set).Sizes {
		for _, g := range []struct {
			name, title string
			arms        []string
		}{
			{"unmasked", "without a mask", []string{study.Unmasked, study.RulesOnly, study.PhaseTwo}},
			{"masked", "with the mask", []string{study.Base, study.RulesMasked, study.PlayOn, study.StepPenalty}},
		} {
			f, ok, err := runs.Curves(set, s.Setting, g.arms, s.Setting.Network, runs.Solved, "curves-"+g.name+"-"+s.Setting.Name, "Solved by the greedy policy, "+s.Setting.Name+": rewards "+g.title, "% of held-out puzzles", 100)
			if err != nil {
				return nil, err
			}
			if ok {
				out = append(out, f)
			}
		}
	}
	return out, nil
}
