package datasetaudit

import (
	"sudokulab/pkg/dataset/audit"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	sets := lab.Table{
		Name:    "sets",
		Title:   "What puzzle sets hold",
		Columns: []string{"Set", "Puzzles", "Givens", "One solution", "Several", "None", "Undecided", "Repeated", "Twins of an earlier puzzle", "Class unknown"},
		Notes: []string{
			"Repeated: cell by cell an earlier puzzle of the set. A twin is an earlier puzzle in disguise: digits renamed, lines, bands and stacks moved, the board transposed.",
			"A profile may take a sample of a set: the second column says of how many puzzles the row is.",
		},
	}
	hard := lab.Table{
		Name:    "difficulty",
		Title:   "What solves their puzzles, of those with one solution",
		Columns: []string{"Set"},
		Notes:   []string{"A puzzle counts where the easiest technique is that it needs, from left to right; where they end, the guesses of the fastest engine for its side."},
	}
	leaks := lab.Table{
		Name:    "leaks",
		Title:   "Puzzles of one set in another, under symmetry",
		Columns: []string{"Training", "Puzzles", "Test", "Different puzzles", "Of these in the training", "Share", "Cell by cell"},
		Notes:   []string{"Twins within the test count as one puzzle. Whole sets in every profile."},
	}
	kinds := (&audit.Part{}).Difficulty()
	for _, k := range kinds {
		hard.Columns = append(hard.Columns, k.Value)
	}
	for _, r := range set.Measured() {
		v := func(m string) string { return lab.Number(r.Value(m)) }
		if r.Kind() == kindLeak {
			leaks.Add(r.Dim("training"), v("training"), r.Dim("test"), v("classes"), v("shared"), lab.Share(r.Value("shared"), r.Value("classes")), v("identical"))
			continue
		}
		sets.Add(r.Dim("set"), v("puzzles"), v("least givens")+" to "+v("most givens"), v("unique"), v("several"), v("none"), v("undecided"), v("identical"), v("twins"), v("unclassed"))
		row := []string{r.Dim("set")}
		for _, k := range kinds {
			row = append(row, v(solvedBy(k.Value)))
		}
		hard.Add(row...)
	}
	return []lab.Table{sets, hard, leaks}
}
