package tensorsearch

import (
	"fmt"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// published are the shares that the public implementation of the design states for its runs, in percent, by
// the rules that come nearest: without the stack after 16 passes, with it after 50. Source: the table of
// speeds in the readme of github.com/balmerdx/sudoku_pytorch. Its locked rule works from boxes to lines only.
var published = map[string]map[string][2]string{
	"17clue": {"locked": {"73.6 %", "97.6 %"}, "locked+doubles": {"78.2 %", "98.7 %"}},
}

func tables(set record.Set) []lab.Table {
	set = set.Measured()
	return []lab.Table{solvedTable(set), searchTable(set), depthTable(set), besideTable(set), rulesTable(set), doublesTable(set), traceTable(set), stepTable(set)}
}

// row writes metrics of a record as numbers.
func row(r record.Record, metrics ...string) (out []string) {
	for _, m := range metrics {
		out = append(out, lab.NumberOf(r, m))
	}
	return out
}

func solvedTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "table", Title: "Puzzles that the tensor network solves and proves unique, with the default rules, by set",
		Columns: []string{"Set", "Puzzles", "With a solution", "Solved", "Unique", "Proved unique", "Same count as bitboard", "Left open by the rules", "of these solved", "As in plain loops"},
		Notes: []string{
			"Solved: the answer passed the checker. Same count: none, one or several solutions, as package bitboard counts. No bound ended a search.",
			"As in plain loops: of a sample, those for which loops over one puzzle with the same rules take the same steps and guesses, as they should by construction.",
		},
	}
	for _, r := range set.Where(setKind) {
		t.Add(r.Dim("set"), lab.NumberOf(r, "puzzles"), lab.NumberOf(r, "solvable"), lab.Share(r.Value("solved"), r.Value("solvable")),
			lab.NumberOf(r, "unique"), lab.Share(r.Value("proved unique"), r.Value("unique")), lab.Share(r.Value("same count"), r.Value("puzzles")),
			lab.NumberOf(r, "left open"), lab.Share(r.Value("left open solved"), r.Value("left open")),
			fmt.Sprintf("%s of %s", lab.NumberOf(r, "same as plain"), lab.NumberOf(r, "stepped plainly")))
	}
	return t
}

func searchTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "search", Title: "Steps and guesses of the tensor network per puzzle until it is known whether there is another solution, with the default rules, by set",
		Columns: []string{"Set", "Puzzles", "Steps: mean", "median", "90 %", "99 %", "most", "Guesses: mean", "median", "90 %", "99 %", "most", "in all"},
	}
	for _, r := range set.Where(setKind) {
		t.Add(append([]string{r.Dim("set")}, row(r, "puzzles", "steps mean", "steps median", "steps p90", "steps p99", "steps most",
			"guesses mean", "guesses median", "guesses p90", "guesses p99", "guesses most", "guesses")...)...)
	}
	return t
}

func besideTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "guesses", Title: "Guesses of the tensor network and of package csp on the same puzzles until it is known whether there is another solution, by set",
		Columns: []string{"Set", "Puzzles", "Network", "csp", "Network of csp", "Values tried by csp"},
		Notes: []string{
			"csp: MAC with the fewest candidates first. Its one rule, that a cell's only candidate leaves the cells that see it, is the first of the network's; a backtracker with all of these is the plain loops, whose guesses are the same.",
			"Guesses: values tried in a cell that has another one left, as the network counts; csp itself counts every value tried.",
		},
	}
	for _, r := range set.Where(setKind) {
		t.Add(r.Dim("set"), lab.NumberOf(r, "beside csp"), lab.NumberOf(r, "guesses beside csp"), lab.NumberOf(r, "csp guesses"),
			lab.Share(r.Value("guesses beside csp"), r.Value("csp guesses")), lab.NumberOf(r, "csp nodes"))
	}
	return t
}

func depthTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "depth", Title: "Puzzles by the most guesses that were open at once until it is known whether there is another solution, with the default rules", Columns: []string{"Set"},
		Notes: []string{"The stack has room for 63 guesses; a puzzle that needs more is too deep and counts as not solved."},
	}
	var metrics []string
	for _, b := range buckets {
		t.Columns, metrics = append(t.Columns, b.name), append(metrics, b.deepest())
	}
	t.Columns = append(t.Columns, "Too deep")
	for _, r := range set.Where(setKind) {
		t.Add(append([]string{r.Dim("set")}, row(r, append(metrics, "too deep")...)...)...)
	}
	return t
}

func rulesTable(set record.Set) lab.Table {
	cfg := lab.ConfigIn[Config](set)
	t := lab.Table{
		Name: "rules", Title: "Puzzles solved by the rules alone and with the stack, by set and rules, to the first solution",
		Columns: []string{
			"Set", "Rules", "Puzzles", "Rules alone", fmt.Sprintf("in %d passes", cfg.Passes[0]), "published", "With the stack",
			fmt.Sprintf("in %d passes", cfg.Passes[1]), "published", "Guesses", "Steps: mean", "median", "most",
		},
		Notes: []string{"Published: stated for the public PyTorch implementation, whose locked rule is from boxes to lines only and whose doubles leave rows out. A pass is a step; the step that finds a board solved is not counted."},
	}
	for _, r := range set.Where(rulesKind) {
		stated, of := published[r.Dim("set")][r.Dim("rules")], r.Value("puzzles")
		t.Add(r.Dim("set"), r.Dim("rules"), lab.NumberOf(r, "puzzles"), lab.Share(r.Value("rules only"), of), lab.Share(r.Value("rules only in passes"), of), lab.OrDash(stated[0]),
			lab.Share(r.Value("solved"), of), lab.Share(r.Value("solved in passes"), of), lab.OrDash(stated[1]),
			lab.NumberOf(r, "guesses"), lab.NumberOf(r, "steps mean"), lab.NumberOf(r, "steps median"), lab.NumberOf(r, "steps most"))
	}
	return t
}

func doublesTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "doubles", Title: "Puzzles that the rules settle without a guess, by the units in which doubles are sought; plain loops, locked digits in all",
		Columns: []string{"Set", "Puzzles", "No doubles", "In columns and boxes", "In rows too"},
		Notes:   []string{"The public implementation seeks doubles in columns twice and in rows never, though it names the first of the two after rows."},
	}
	for _, r := range set.Where(doublesKind) {
		of := r.Value("puzzles")
		t.Add(r.Dim("set"), lab.NumberOf(r, "puzzles"), lab.Share(r.Value("without"), of), lab.Share(r.Value("columns and boxes"), of), lab.Share(r.Value("all units"), of))
	}
	return t
}

func traceTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "trace", Title: "What the stack does on return, followed through searches after every step, by set and form",
		Columns: []string{"Set", "Form", "Puzzles", "Passes", "Pushes", "Pops", "Solutions", "Guesses at odd levels", "Passes at even levels", "Returns", "Odd entries erased", "Even entries merged", "Rest left alone", "Candidates back: guesses", "rules"},
		Notes: []string{
			"Levels count from 0. A return takes back the last guess, after an error or to look for another solution; a pop without an open guess ends the search and is none.",
			"Odd entries erased: the candidates that the guess struck come back, and its digit is struck one level below. Even entries merged: the candidates that the rules struck after it come back.",
		},
	}
	for _, r := range set.Where(traceKind) {
		t.Add(append([]string{r.Dim("set"), r.Dim("form")}, row(r, "puzzles", "pass", "push", "pop", "solve", "guesses at odd levels", "passes at even levels",
			"returns", "odd entries erased", "even entries merged", "rest left alone", "candidates back from guesses", "candidates back from rules")...)...)
	}
	return t
}

func stepTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "branches", Title: "Operations of the step as built, and those among them that choose what is computed next, by form",
		Columns: []string{"Form", "Operations in the step", "Branches in the step", "Branches around it"},
		Notes:   []string{"Branches: loops, conditionals, calls and sorting by a function. Around the step there is the loop that takes many steps in one call."},
	}
	for _, r := range set.Where(stepKind) {
		t.Add(append([]string{r.Dim("form")}, row(r, "operations in the step", "branches in the step", "branches around it")...)...)
	}
	return t
}
