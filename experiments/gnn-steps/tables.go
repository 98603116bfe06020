package gnnsteps

import (
	gnncard "sudokulab/experiments/gnn-card"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	cfg := lab.ConfigIn[Config](set)
	if len(cfg.Weights) == 0 { // no record yet
		return nil
	}
	return []lab.Table{
		goalTable(set),
		gnncard.BoardsTable(set, cfg.Weights, cfg.Sets, "The boards are those of gnn-card, which compares them with what the weights were trained on."),
	}
}

// goalTable has a row for each goal.
func goalTable(set record.Set) lab.Table {
	cfg := lab.ConfigIn[Config](set)
	t := lab.Table{
		Name:    "goals",
		Title:   "The goal for 16×16 boards with 63 % empty cells, set before the weights were trained, and what they solve with more steps",
		Columns: []string{"Set", "Way", "Goal, trained on a CPU", "Boards", "Solved", "95 % interval", "Goal"},
		Notes: []string{
			"The number of steps was set when it was known what these boards give up to 512 steps and what the first 100 of them give at 2,048; an answer counts only if it checks, so more steps make none wrong. 16×16 boards were in the training.",
		},
	}
	gnncard.EachGoal(set, cfg.Goals, cfg.Weights, cfg.Sets, nil, "", func(g gnncard.Goal, _ gnncard.Weights, way string, r record.Record, hits, trials float64) {
		t.Add(g.Set, way, lab.Goal(g.CPU), lab.NumberOf(r, "boards"), lab.Share(hits, trials), lab.ShareRange(hits, trials), lab.Outcome(hits, trials, g.CPU))
	})
	return t
}
