package gnncard

import (
	"fmt"
	"slices"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

func tables(set record.Set) []lab.Table {
	cfg := lab.ConfigIn[Config](set)
	if len(cfg.Weights) == 0 { // no record yet
		return nil
	}
	return []lab.Table{
		goalTable(set), BoardsTable(set, cfg.Weights, cfg.Sets), DifferenceTable(set, cfg.Weights, cfg.Sets, "Weights trained on for minutes on a GPU beside the embedded ones, board by board"),
		StartsTable(set, hardName, "What candidate solves so on the same boards is measured by gnn-hard."), auditTable(set),
	}
}

// goalTable has a row for each goal and weights.
func goalTable(set record.Set) lab.Table {
	cfg := lab.ConfigIn[Config](set)
	t := lab.Table{
		Name:    "goals",
		Title:   "Goals that were set before, and the share of boards that weights trained on for minutes on a GPU solve, beside the embedded ones",
		Columns: []string{"Set", "Way", "Goal, trained on a GPU", "Goal, trained on a CPU", "Weights", "Boards", "Solved", "95 % interval", "Goal for a GPU"},
		Notes: []string{
			"Embedded: candidate, trained on a CPU alone. Open: the goal lies within the interval, so that more boards may change the answer.",
			"Of the 1,000 boards of forum-11-half and of 16x16-63 the first 100 and 60 were looked at when sixteen was chosen among five sets of weights.",
		},
	}
	EachGoal(set, cfg.Goals, cfg.Weights, cfg.Sets, cfg.Starts, hardName, func(g Goal, w Weights, way string, r record.Record, hits, trials float64) {
		goal := lab.Outcome(hits, trials, g.GPU)
		if w.Name == cfg.Weights[0].Name {
			goal = "" // not trained on one
		}
		t.Add(g.Set, way, lab.Goal(g.GPU), lab.Goal(g.CPU), w.Name, lab.NumberOf(r, "boards"), lab.Share(hits, trials), lab.ShareRange(hits, trials), goal)
	})
	return t
}

// EachGoal calls row for each goal with the weights that were measured for it, the way in which they were, and what they solved of how many
// boards: all weights from one start with the most steps of the set, and those that were tried with several starts.
func EachGoal(set record.Set, goals []Goal, of []Weights, sets []Set, starts []int, tried string, row func(g Goal, w Weights, way string, r record.Record, hits, trials float64)) {
	for _, g := range goals {
		kind := aloneKind
		if g.Starts > 0 {
			kind = breadthKind
		}
		r, ok := set.Case(record.Key(kind, lab.OnSet(g.Set)...))
		if !ok || r.Status == record.Missing {
			continue
		}
		at := slices.IndexFunc(sets, func(s Set) bool { return s.Name == g.Set })
		for _, w := range of {
			switch {
			case g.Starts == 0 && at >= 0:
				n := sets[at].most()
				row(g, w, lab.Number(float64(n))+" steps", r, r.Value(SolvedBy(w.Name, n)), r.Value("boards"))
			case g.Starts > 0 && w.Name == tried && slices.Contains(starts, g.Starts):
				row(g, w, lab.Number(float64(g.Starts))+" starts", r, r.Value(StartsBy("solved", g.Starts)), r.Value("boards"))
			}
		}
	}
}

// BoardsTable has a row for each set and number of steps.
func BoardsTable(set record.Set, of []Weights, sets []Set, notes ...string) lab.Table {
	t := lab.Table{
		Name:    "boards",
		Title:   "Boards that the candidate network solves alone, by weights and steps",
		Columns: []string{"Set", "Boards", "Steps"},
		Notes:   append([]string{"One start without noise; every answer is checked against the rules, so none that counts is wrong."}, notes...),
	}
	for _, w := range of {
		t.Columns = append(t.Columns, w.Name, "95 % interval of "+w.Name)
	}
	for _, s := range sets {
		r, ok := set.Case(record.Key(aloneKind, lab.OnSet(s.Name)...))
		if !ok {
			continue
		}
		if r.Status == record.Missing {
			row := []string{s.Name, "not run"}
			for len(row) < len(t.Columns) {
				row = append(row, "–")
			}
			t.Add(row...)
			continue
		}
		for _, n := range s.Steps {
			row := []string{s.Name, lab.NumberOf(r, "boards"), lab.Number(float64(n))}
			for _, w := range of {
				hits, trials := r.Value(SolvedBy(w.Name, n)), r.Value("boards")
				row = append(row, lab.Share(hits, trials), lab.ShareRange(hits, trials))
			}
			t.Add(row...)
		}
	}
	return t
}

// DifferenceTable sets weights beside the first of them, board by board, after the most steps.
func DifferenceTable(set record.Set, of []Weights, sets []Set, title string) lab.Table {
	first := of[0].Name
	t := lab.Table{
		Name:    "differences",
		Title:   title,
		Columns: []string{"Set", "Boards", "Steps", "Weights", "Gained", "Lost", "p", "GFLOP a board", "GFLOP a board, " + first},
		Notes: []string{
			"Gained: solved by these weights and not by " + first + "; lost: the other way round; p is of McNemar's exact test that both solve as many. GFLOP: multiplications and additions in products.",
		},
	}
	for _, s := range sets {
		r, ok := set.Case(record.Key(aloneKind, lab.OnSet(s.Name)...))
		if !ok || r.Status == record.Missing {
			continue
		}
		cost := func(name string) string {
			return lab.Number(r.Value(StepsBy(name, s.most())) * r.Value(FLOPsOf(name)) / r.Value("boards") / 1e9)
		}
		for _, w := range of[1:] {
			t.Add(s.Name, lab.NumberOf(r, "boards"), lab.Number(float64(s.most())), w.Name, lab.NumberOf(r, Gained(w.Name)), lab.NumberOf(r, Lost(w.Name)), chance(r, w.Name), cost(w.Name), cost(first))
		}
	}
	return t
}

// chance is the p value of the difference of weights from the embedded ones on a set.
func chance(r record.Record, name string) string {
	p, err := stats.McNemar(int(r.Value(Gained(name))), int(r.Value(Lost(name))))
	switch {
	case err != nil: // a record can hold any number
		return "–"
	case p < 0.001:
		return "< 0.001"
	}
	return fmt.Sprintf("%.3f", p)
}

// StartsTable has a row for each number of starts of the weights that were tried with several; beside says where others were.
func StartsTable(set record.Set, name, beside string) lab.Table {
	t := lab.Table{
		Name:    "starts",
		Title:   "Hard puzzles solved by the weights " + name + " from several starts with noise, of which any whose answer checks counts",
		Columns: []string{"Set", "Boards", "Starts", "Solved", "95 % interval", "GFLOP a board", "Full and wrong"},
		Notes:   []string{"Full and wrong: starts, of the most, that ended with a full board that breaks a rule; none counts. " + beside},
	}
	for _, r := range set.Where(breadthKind, record.Any("set")).Measured() {
		for _, n := range r.Numbers("solved starts=", "") {
			hits, trials := r.Value(StartsBy("solved", n)), r.Value("boards")
			t.Add(r.Dim("set"), lab.NumberOf(r, "boards"), lab.Number(float64(n)), lab.Share(hits, trials), lab.ShareRange(hits, trials),
				lab.Number(r.Value(StartsBy("board-steps", n))*r.Value(FLOPsOf(name))/trials/1e9), lab.NumberOf(r, "full and wrong"))
		}
	}
	return t
}

func auditTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "audit",
		Title:   "Are these boards, or symmetric twins of them, among those that the trainings on a GPU used?",
		Columns: []string{"Set", "Boards", "Among them", "Samples made again", "Classes"},
		Notes:   []string{"Every board is compared by its canonical form. The boards of the training of candidate, from which both began, are compared in gnn-candidate and gnn-hard."},
	}
	for _, r := range set.Where(auditKind, record.Any("set")).Measured() {
		t.Add(r.Dim("set"), lab.NumberOf(r, "boards"), lab.NumberOf(r, "met"), lab.NumberOf(r, "samples"), lab.NumberOf(r, "classes"))
	}
	return t
}
