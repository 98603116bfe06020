package datasetscore

import (
	"encoding/json"
	"fmt"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	t := lab.Table{
		Name:    "board",
		Title:   "Puzzles solved exactly, scored on the same puzzles of each set",
		Columns: []string{"System", "Set", "Puzzles", "Solved", "Share", "Blank cells right"},
		Notes: []string{
			"Scored by the code of `sudokulab score`: what is missing counts as wrong. In brackets Wilson's 95 % interval.",
			"The rules and the bounded search give no answer where they do not end; the network's answer is the likeliest digit of each cell, no search behind it.",
		},
	}
	for _, r := range set.Measured() {
		var cfg Config
		if err := json.Unmarshal(r.Config, &cfg); err != nil {
			t.Notes = append(t.Notes, fmt.Sprintf("%s: %v", r.Case, err))
			continue
		}
		for _, name := range systems(cfg) {
			m, ok := r.Metric(solvedBy(name))
			if !ok {
				continue
			}
			n := float64(m.N)
			t.Add(name, r.Dim("set"), lab.Number(n), lab.Number(m.Value), lab.Percent(m.Value/n)+" ("+lab.ShareRange(m.Value, n)+")", lab.Percent(r.Value(cellsOf(name))))
		}
	}
	return []lab.Table{t, elsewhere()}
}

// elsewhere are the entries that were not measured here.
func elsewhere() lab.Table {
	t := lab.Table{
		Name:    "elsewhere",
		Title:   "Entries from elsewhere",
		Columns: []string{"System", "Set", "Puzzles", "Share solved", "Where from", "What is known of it"},
		Notes: []string{
			"Published: as its authors state it, on their own set, not measured here. Submitted: answers to a set of `sudokulab dataset make`, scored by `sudokulab score --record`; the line is in this folder's entries.",
			"Shares on different sets do not compare.",
		},
	}
	all, err := entries()
	if err != nil {
		t.Notes = append(t.Notes, err.Error())
	}
	for _, e := range all {
		n := "not stated"
		if e.Puzzles > 0 {
			n = lab.Number(float64(e.Puzzles))
		}
		t.Add(e.System, e.Set, n, lab.Percent(e.Solved), e.From, e.Note)
	}
	return t
}
