package cspstructure

import (
	"sudokulab/pkg/csp"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	graph := lab.Table{
		Name:    "graph",
		Title:   "The constraint graph by size of board",
		Columns: []string{"Size", "Cells", "Peers of a cell", "Constraints", "Arcs"},
	}
	work := lab.Table{
		Name:    "table",
		Title:   "AC-3 on random partial boards: greatest number of arcs revised, by order of the queue, against the bound e·d³ on value checks",
		Columns: []string{"Size", "Boards", "All orders end at the naive fixpoint"},
		Notes:   []string{"Checks: arcs revised by the queue as written, times d² value pairs, the most that a revision can look at."},
	}
	for _, q := range queues {
		work.Columns = append(work.Columns, "Arcs, "+string(q))
	}
	work.Columns = append(work.Columns, "Checks, "+string(csp.FIFO), "e·d³", "Share of the bound")
	for _, r := range set.Measured() {
		v := func(name string) string { return lab.Number(r.Value(name)) }
		size := "n=" + r.Dim("n")
		graph.Add(size, v("cells"), v("peers.min")+" to "+v("peers.max"), v("constraints"), v("arcs"))
		row := []string{size, v("boards"), lab.Share(r.Value("agree"), r.Value("boards"))}
		for _, q := range queues {
			row = append(row, v(string(q)+".arcs.max"))
		}
		work.Add(append(row, v("checks.max"), v("bound.checks"), lab.Share(r.Value("checks.max"), r.Value("bound.checks")))...)
	}
	return []lab.Table{graph, work}
}
