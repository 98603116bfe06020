package cspsample

import (
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	r, ok := set.Measured().Case(sampleCase)
	if !ok {
		return nil
	}
	counts := lab.Table{
		Name:    "table",
		Title:   "AC-3 on the sample board, by order of the queue; the document states about 400 arcs, 350 reductions, 39 singletons",
		Columns: []string{"Queue", "Arcs revised", "Entries pushed", "Values struck", "Singletons", "Cells settled", "Median time"},
		Notes:   []string{"The board has " + lab.Number(r.Value("givens")) + " givens; the document says 42."},
	}
	for _, q := range queues {
		n := string(q) + "."
		counts.Add(string(q), lab.Number(r.Value(n+"arcs")), lab.Number(r.Value(n+"pushes")), lab.Number(r.Value(n+"reductions")),
			lab.Number(r.Value(n+"singletons")), lab.Number(r.Value(n+"settled")), lab.Seconds(r.Value(n+"time")))
	}
	cells := lab.Table{
		Name:    "cells",
		Title:   "Domains of the cells that the document follows",
		Columns: []string{"Cell", "After the givens of its row", "and of its column", "and of its box", "At the end"},
	}
	for _, c := range told {
		text := func(stage string) string { return r.Texts[domainText(c.row, c.col, stage)] }
		cells.Add(cellName(c.row, c.col), text("row"), text("row+column"), text("row+column+box"), text("end"))
	}
	return []lab.Table{counts, cells}
}
