package dqnenvironment

import (
	"fmt"

	"sudokulab/pkg/dqn/environment"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	return []lab.Table{actionsTable(set), episodesTable(set), rewardsTable(set), outcomesTable(set), astrayTable(set), maskTable(set), speedTable(set)}
}

func actionsTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "actions", Title: "Actions of the game as built, and those that come back from row, column and digit",
		Columns: []string{"n", "Actions", "Different triples", "Come back"},
	}
	for _, r := range set.Measured().Where(actionsKind) {
		t.Add(r.Dim("n"), lab.NumberOf(r, "actions"), lab.NumberOf(r, "triples"), lab.NumberOf(r, "back"))
	}
	return t
}

func episodesTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "episodes", Title: "Episodes of random moves at 9×9 from puzzles with 1 to 5 empty cells, held to the contract of reset and step",
		Columns: []string{"Episodes", "As the contract says", "Steps", "on filled cells", "Terminated", "by solving", "by a mistake", "Truncated", "Step after the end refused", "Cells that show what nobody put there"},
		Notes: []string{
			"Half of the episodes draw among all actions, half among those on empty cells; in a quarter the limit of moves is low. Of each step: the observation lies in its space and differs from the one before in the cell of the move at most; the reward is a number; terminated is set exactly when the solution stands or a digit other than the solution's was put into an empty cell; info counts moves and empty cells.",
			"The document has one flag, done, which is terminated here. Gymnasium has a second one, truncated, for an episode that is cut off.",
			"A cell that shows what nobody put there would show a part of the solution.",
		},
	}
	for _, r := range set.Measured().Where(episodesCase) {
		n := func(metric string) string { return lab.NumberOf(r, metric) }
		t.Add(n("episodes"), n("held"), n("steps"), n("filled"), n("done"), n("solved"), n("mistakes"), n("truncated"), n("refused after the end"), n("unexplained"))
	}
	return t
}

func rewardsTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "rewards", Title: "Rewards of moves at 9×9 by kind of move, least and greatest, for three ways to reward",
		Columns: []string{"Kind of move", "Moves", "Document: from", "to", "Solving alone for the last move: from", "to", "Phase 2: from", "to"},
		Notes: []string{
			"Kinds are told by the experiment's own code, from board, givens and solution. The last move completes the puzzle; before: the moves of the same games before it.",
			"The document's phase 2 calls the penalty for a filled cell small and the others large, without numbers: it is read as −1 and −10.",
		},
	}
	for _, kind := range append(append([]string(nil), moves...), "before", "last") {
		row := []string{kind}
		for i, variant := range variants {
			r, ok := set.Case(at(rewardsKind, "variant", variant))
			if !ok || r.Status == record.Missing {
				return t
			}
			if i == 0 {
				row = append(row, lab.NumberOf(r, kind))
			}
			row = append(row, lab.NumberOf(r, kind+".least"), lab.NumberOf(r, kind+".greatest"))
		}
		t.Add(row...)
	}
	return t
}

func outcomesTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "outcomes", Title: "All actions on 9×9 boards with few empty cells, by outcome, and what a mask leaves of them; means per board",
		Columns: []string{"Boards", "Empty cells", "Among", "Actions", "Penalised", "on filled cells", "breaking a rule", "off the solution", "Right"},
		Notes: []string{
			"Boards lie on the way from puzzles to their solutions. Blank mask: actions on empty cells, the document's. Strict mask: those whose digit no peer of the cell holds.",
			"Of the actions that a mask leaves, which rule or digit is wrong is not counted apart: the strict mask leaves none that breaks a rule, and the blank mask all that the first row has on empty cells.",
		},
	}
	for _, r := range set.Measured().Where(outcomesCase) {
		n := r.Value("boards")
		mean := func(metric string) string { return per(r.Value(metric), n) }
		t.Add(lab.Number(n), lab.NumberOf(r, "empty"), "all", lab.NumberOf(r, "actions"), mean("pointless"), mean(environment.Filled.String()), mean(environment.Broken.String()), mean(environment.Off.String()), mean(environment.Right.String()))
		for _, mask := range masks {
			t.Add(lab.Number(n), lab.NumberOf(r, "empty"), mask+" mask", mean(mask+" left"), mean(mask+" pointless"), mean(mask+" filled"), "–", "–", per(r.Value(mask+" left")-r.Value(mask+" pointless"), n))
		}
	}
	return t
}

func maskTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "mask", Title: "What the document's agent, as built, makes of illegal actions on 9×9 boards",
		Columns: []string{"Mask", "Boards", "Random moves", "illegal", "Greedy choices illegal", "Illegal values in the policy", "from", "to", "Illegal values in the target", "from", "to", "Legal values changed"},
		Notes:   []string{"Boards lie on the way from puzzles to their solutions, with one cell to all of the puzzle's empty. The network has learned nothing: a mask is the same for all weights."},
	}
	for _, r := range set.Measured().Where(maskKind) {
		n := func(metric string) string { return lab.NumberOf(r, metric) }
		t.Add(r.Dim("mask"), n("boards"), n("drawn"), n("drawn illegal"), n("chosen illegal"), n("policy"), n("policy.least"), n("policy.greatest"),
			n("target"), n("target.least"), n("target.greatest"), lab.Number(r.Value("policy changed")+r.Value("target changed")))
	}
	return t
}

func speedTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "speed", Title: "Steps of many games together, the environment beside a plain loop that plays the same moves",
		Columns: []string{"n", "Games together", "Million steps a second, one core", "Plain loop", "Environment to plain loop", "95 % interval"},
		Notes: []string{
			"Nine moves of ten are right, the others are drawn among all actions; beginning new games is included. The plain loop knows the document's rewards and ends and nothing else: no outcomes, no limits, no checks of actions. Both earn the same rewards, which is checked.",
			"Medians over rounds in which both take turns.",
		},
	}
	for _, r := range set.Measured().Where(speedKind) {
		million := func(form string) string {
			if lab.Void(r) {
				return lab.VoidCell
			}
			return fmt.Sprintf("%.1f", 1e-6/r.Value(form+" time"))
		}
		ratio, interval := lab.VoidCell, lab.VoidCell
		if !lab.Void(r) {
			ratio, interval = fmt.Sprintf("%.2f", r.Value("ratio")), fmt.Sprintf("%.2f to %.2f", r.Value("ratio.low"), r.Value("ratio.high"))
		}
		t.Add(r.Dim("n"), lab.NumberOf(r, "games"), million(vectorForm), million(plainForm), ratio, interval)
	}
	return t
}
