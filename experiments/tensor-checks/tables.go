package tensorchecks

import (
	"fmt"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	return []lab.Table{strikeTable(set), singlesTable(set), doublesTable(set), builtTable(set), iterateTable(set)}
}

// words of a case's dimensions.
func label(r record.Record) string {
	if r.Dim("set") == madeSet {
		return "made of full grids"
	}
	return r.Dim("set")
}

func strikeTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "strikes", Title: "Strikes of each rule on positions that have a solution, by set and form, and those of a digit of some solution",
		Columns: []string{"Positions from", "Form", "Positions", "with several solutions", "Solutions", "Rule", "Strikes", "of a solution's digit", "Positions as in plain loops"},
		Notes: append(lab.NotRun(set),
			"Positions: candidates before the steps of a search by singles in each puzzle, and in it without one of its givens; or full grids with other digits added at random. Eliminate, locked and only one after the other, as in a step, both doubles on the positions themselves. Positions without a solution, or with more than the configuration enumerates, are left out."),
	}
	for _, r := range set.Measured().Where(strikeKind) {
		for _, rule := range chain {
			t.Add(label(r), r.Dim("form"), lab.NumberOf(r, "positions"), lab.NumberOf(r, "several"), lab.NumberOf(r, "solutions"), string(rule),
				lab.NumberOf(r, string(rule)+" strikes"), lab.NumberOf(r, string(rule)+" wrong"), lab.Share(r.Value(string(rule)+" same"), r.Value("positions")))
		}
	}
	return t
}

func singlesTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "singles", Title: "Singles that a plain search finds before a step and that are still there after it, and eliminations until nothing changes against arc consistency",
		Columns: []string{"Positions from", "Form", "Naked singles", "left", "Hidden singles", "left", "Positions", "as by arc consistency", "Rounds"},
		Notes:   []string{"A naked single counts if a peer has its digit, a hidden one if its cell has other candidates. Rounds: of elimination on all positions, the last without a strike. Arc consistency: AC-3 of package csp on the network of unequal cells."},
	}
	for _, r := range set.Measured().Where(strikeKind) {
		t.Add(label(r), r.Dim("form"), lab.NumberOf(r, "naked singles"), lab.NumberOf(r, "naked singles left"), lab.NumberOf(r, "hidden singles"), lab.NumberOf(r, "hidden singles left"),
			lab.NumberOf(r, "positions"), lab.Share(r.Value("arc consistency same"), r.Value("positions")), lab.NumberOf(r, "arc consistency rounds"))
	}
	return t
}

func doublesTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "doubles", Title: "Positions in which a direct search finds pairs to strike by, and in which the network misses or adds a strike, by kind of pair and of unit",
		Columns: []string{"Positions from", "Form", "Pairs", "Positions with strikes"},
		Notes:   []string{"Missed: a strike of that kind of unit was not made. Added: a strike that no pair of any unit explains."},
	}
	for _, kind := range kindsOfUnit {
		t.Columns = append(t.Columns, "in "+kind, "missed")
	}
	t.Columns = append(t.Columns, "Added")
	for _, r := range set.Measured().Where(strikeKind) {
		for _, rule := range chain[3:] {
			row := []string{label(r), r.Dim("form"), string(rule), lab.NumberOf(r, string(rule)+" with strikes")}
			for _, kind := range kindsOfUnit {
				row = append(row, lab.NumberOf(r, fmt.Sprintf("%s in %s", rule, kind)), lab.NumberOf(r, fmt.Sprintf("%s missed in %s", rule, kind)))
			}
			t.Add(append(row, lab.NumberOf(r, string(rule)+" without reason"))...)
		}
	}
	return t
}

func builtTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "built", Title: "What each rule costs per board and pass, by form",
		Columns: []string{"Form", "Rule", "Operations", "Nodes", "Numbers", "Pairs of digits", "for cells", "Time per board", "Backend"},
		Notes: []string{
			"Operations: two for each product of a convolution, those with a weight of 0 as well, one for each number that anything else that computes gives out; in the packed form each is on a word of several boards and counts as a part of one. Doubles is both kinds in one check, as a step has it. Pairs: channels of a convolution that pick two different digits, and the cells of the board that it is computed for.",
			"The public code of the document's design states in a comment 0.02 MFlops for all other checks together and more than 2 MFlops for that of doubles, per puzzle.",
			"Time: median of rounds with a full batch.",
		},
	}
	for _, r := range set.Measured().Where(builtKind) {
		t.Add(r.Dim("form"), r.Dim("rule"), lab.NumberOf(r, "operations"), lab.NumberOf(r, "nodes"), lab.NumberOf(r, "numbers"),
			lab.NumberOf(r, "pairs"), lab.NumberOf(r, "pairs cells"), lab.SecondsOf(r, "time"), r.Texts["backend"])
	}
	return t
}

func iterateTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "iterate", Title: "Iterate2D on random arrays of 9×9 numbers: one largest element above zero per call, none left out and none twice",
		Columns: []string{"Place of the greatest number by", "Arrays", "with ties", "Elements above zero", "As stated", "First that is not"},
	}
	for _, r := range set.Measured().Where(iterateKind) {
		t.Add(r.Dim("unpool"), lab.NumberOf(r, "arrays"), lab.NumberOf(r, "ties"), lab.NumberOf(r, "elements"), lab.Share(r.Value("held"), r.Value("arrays")), lab.OrDash(r.Texts["difference"]))
	}
	return t
}
