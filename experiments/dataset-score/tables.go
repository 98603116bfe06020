package datasetscore

import (
	"encoding/json"
	"fmt"
	"slices"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// tables has a row for each system and a column for each set, of what is solved and of the cells that are right.
func tables(set record.Set) []lab.Table {
	board := lab.Table{
		Name:    "board",
		Title:   "Puzzles solved exactly, by system and set, in shares of all puzzles of a set",
		Columns: []string{"System"},
		Notes: []string{
			"Scored by the code of `sudokulab score`: what is missing counts as wrong. In brackets Wilson's 95 % interval; n is the number of puzzles.",
			"The rules and the bounded search give no answer where they do not end; the network's answer is the likeliest digit of each cell, no search behind it.",
		},
	}
	cells := lab.Table{
		Name:    "cells",
		Title:   "Blank cells filled in right, by system and set, in shares of those of all puzzles of a set",
		Columns: []string{"System"},
		Notes:   board.Notes[1:],
	}
	var sets, names []string
	figures := map[[2]string][2]string{} // by system and set
	for _, r := range set.Measured() {
		var cfg Config
		if err := json.Unmarshal(r.Config, &cfg); err != nil {
			board.Notes = append(board.Notes, fmt.Sprintf("%s: %v", r.Case, err))
			continue
		}
		on := r.Dim("set")
		for _, name := range systems(cfg) {
			m, ok := r.Metric(solvedBy(name))
			if !ok {
				continue
			}
			n := float64(m.N)
			if !slices.Contains(sets, on) {
				sets = append(sets, on)
				board.Columns = append(board.Columns, fmt.Sprintf("%s, n = %s", on, lab.Number(n)))
				cells.Columns = append(cells.Columns, on)
			}
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
			figures[[2]string{name, on}] = [2]string{lab.Percent(m.Value/n) + " (" + lab.ShareRange(m.Value, n) + ")", lab.Percent(r.Value(cellsOf(name)))}
		}
	}
	for _, name := range names {
		solved, right := []string{name}, []string{name}
		for _, on := range sets {
			f := figures[[2]string{name, on}]
			solved, right = append(solved, f[0]), append(right, f[1])
		}
		board.Add(solved...)
		cells.Add(right...)
	}
	return []lab.Table{board, cells, elsewhere()}
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
