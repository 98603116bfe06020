package gnnagain

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
		goalTable(set), trialsTable(set),
		gnncard.BoardsTable(set, cfg.Weights, cfg.Sets, heldPool+": the part of the pool that the lab holds out. It lies in the vicinity of what deep learned from; forum-11-half does not."),
		gnncard.DifferenceTable(set, cfg.Weights, cfg.Sets, "The other weights beside plain, board by board"),
		gnncard.StartsTable(set, deepName, "What hard solves so on the same boards is measured by gnn-card."),
		auditTable(set),
	}
}

// goalTable has a row for each goal and weights.
func goalTable(set record.Set) lab.Table {
	cfg := lab.ConfigIn[Config](set)
	t := lab.Table{
		Name:    "goals",
		Title:   "Goals that were set before, and the share of 9×9 boards that weights trained for minutes on a GPU solve",
		Columns: []string{"Set", "Way", "Goal, trained on a GPU", "Weights", "Boards", "Solved", "95 % interval", "Goal"},
		Notes: []string{
			"Open: the goal lies within the interval, so that more boards may change the answer. No weights were chosen by these boards: each training is shown as it ended, and the first 200 of forum-11-half were looked at before the pool was made. Steps beyond 1,024 were added when the figures up to there were known: an answer counts only if it checks, so more of them make none wrong.",
		},
	}
	gnncard.EachGoal(set, cfg.Goals, cfg.Weights, cfg.Sets, cfg.Starts, deepName, func(g gnncard.Goal, w gnncard.Weights, way string, r record.Record, hits, trials float64) {
		t.Add(g.Set, way, lab.Goal(g.GPU), w.Name, lab.NumberOf(r, "boards"), lab.Share(hits, trials), lab.ShareRange(hits, trials), lab.Outcome(hits, trials, g.GPU))
	})
	return t
}

// setTitle says what a set is.
func setTitle(name string) string {
	switch name {
	case laddersSet:
		return "the recipe's ladders, most guesses"
	case wholePool:
		return "the pool"
	}
	return name
}

// trialsTable says of each set what solves its puzzles.
func trialsTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "trials",
		Title:   "What solves the puzzles: singles, trials of each candidate, or neither",
		Columns: []string{"Set", "Puzzles", "By singles", "By trials", "Beyond trials", "95 % interval", "Candidates left"},
		Notes: []string{
			"A trial assumes one candidate, follows singles and takes it away on a contradiction; trials go on until none takes anything away: T&E(1). Candidates left: beyond one in each cell, median of those beyond trials.",
			"The recipe's ladders: puzzles of the highest rung, 60 guesses and more, which the trainings of all these weights had many of. Sets are samples where they have more.",
		},
	}
	for _, r := range set.Where(trialsKind, record.Any("set")) {
		if r.Status == record.Missing {
			t.Add(setTitle(r.Dim("set")), "not run", "–", "–", "–", "–", "–")
			continue
		}
		left := "–"
		if _, ok := r.Exact["candidates left"]; ok {
			left = lab.NumberOf(r, "candidates left")
		}
		hits, trials := r.Value(depthNames[2]), r.Value("boards")
		t.Add(setTitle(r.Dim("set")), lab.NumberOf(r, "boards"), lab.NumberOf(r, depthNames[0]), lab.NumberOf(r, depthNames[1]), lab.Share(hits, trials), lab.ShareRange(hits, trials), left)
	}
	return t
}

func auditTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "audit",
		Title:   "Are these boards, or symmetric twins of them, among those that the three trainings used?",
		Columns: []string{"Set", "Which", "Boards", "Among them", "Samples compared", "Classes"},
		Notes:   []string{"Every board is compared by its canonical form, with the pool's learned part and with the boards of the recipes' streams and ladders, made again; again had fewer boards of the same streams as plain. The boards of the trainings before are compared in gnn-card, gnn-candidate and gnn-hard."},
	}
	for _, r := range set.Measured() {
		if r.Kind() != auditKind {
			continue
		}
		t.Add(setTitle(r.Dim("set")), r.Dim("boards"), lab.NumberOf(r, "boards"), lab.NumberOf(r, "met"), lab.NumberOf(r, "samples"), lab.NumberOf(r, "classes"))
	}
	return t
}
