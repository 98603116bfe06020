package cspvalidate

import (
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	t := lab.Table{
		Name:    "table",
		Title:   "Boards by the answer of AC-3 and the exact number of solutions",
		Columns: []string{"Set", "Boards"},
		Notes: []string{
			"Filled: every cell has one value and AC-3 found no contradiction. The last column takes the printed listing at its word: it drops the result of AC-3 and calls a board unique when no domain holds more than one value.",
		},
	}
	for _, a := range answers {
		for _, truth := range truths {
			t.Columns = append(t.Columns, a+", "+truth)
		}
	}
	t.Columns = append(t.Columns, "unsolvable, called unique by the listing")
	for _, r := range set.Measured() {
		row := []string{r.Dim("set"), lab.Number(r.Value("boards"))}
		for _, a := range answers {
			for _, truth := range truths {
				row = append(row, lab.Number(r.Value(cell(a, truth))))
			}
		}
		t.Add(append(row, lab.Number(r.Value(literal("none"))))...)
	}
	return []lab.Table{t}
}
