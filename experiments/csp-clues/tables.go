package cspclues

import (
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	full := lab.Table{
		Name:    "table",
		Title:   "The 17-given collection: each puzzle counted whole, and with each given taken away",
		Columns: []string{"Set", "Puzzles", "Of 17 givens", "Unique", "Minimal", "Counts"},
	}
	few := lab.Table{
		Name:    "below-17",
		Title:   "Other sets: is there a unique puzzle with fewer than 17 givens?",
		Columns: []string{"Set", "Puzzles", "Least givens", "With fewer than 17", "Unique among these"},
	}
	for _, r := range set.Measured() {
		v := func(m string) string { return lab.Number(r.Value(m)) }
		if id := r.Dim("set"); id == seventeen {
			full.Add(id, v("puzzles"), v("of-17-givens"), v("unique"), v("minimal"), v("counts"))
		} else {
			few.Add(id, v("puzzles"), v("least-givens"), v("below-17"), v("below-17-unique"))
		}
	}
	return []lab.Table{full, few}
}
