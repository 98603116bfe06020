package cspsearch

import (
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	nodes := lab.Table{
		Name:    "table",
		Title:   "Nodes to the first solution on puzzles that AC-3 leaves open, by look-ahead, variable order and value order",
		Columns: []string{"Set", "Variant", "Puzzles", "Solved", "Nodes", "to MAC + MRV, cut", "to MAC + MRV, median puzzle (95 % interval)", "Median", "Backtracks", "Arcs"},
		Notes:   []string{"≥: some puzzles reached the bound on nodes, so the sum is a lower bound. The ratio cuts every puzzle at that bound, those of MAC + MRV, too; ≥ marks the ratios that more nodes could only raise. Value order is ascending unless named."},
	}
	share := lab.Table{
		Name:    "profile",
		Title:   "Share of the solving time inside AC-3, queue as written, by kind of puzzle",
		Columns: []string{"Set", "Puzzles", "Nodes", "Inside AC-3"},
	}
	sub := lab.Table{
		Name:    "forward-checking",
		Title:   "Values that forward checking would strike at the nodes of a MAC search, and those of them that AC-3 leaves",
		Columns: []string{"Set", "Puzzles", "Nodes", "Consistent nodes", "Struck by forward checking", "of these left by AC-3", "Struck by AC-3, all nodes"},
	}
	measured := set.Measured()
	for _, r := range measured.Where(nodesKind) {
		of := measured.Where(nodesKind, record.D("set", r.Dim("set")), record.D("variant", base))
		nodes.Add(nodesRow(r, of)...)
	}
	for _, r := range measured.Where(profileKind) {
		share.Add(r.Dim("set"), lab.NumberOf(r, "puzzles"), lab.NumberOf(r, "nodes"), lab.Share(r.Value("ac3-share"), 1))
	}
	for _, r := range measured.Where(subsetKind) {
		v := func(m string) string { return lab.Number(r.Value(m)) }
		sub.Add(r.Dim("set"), v("puzzles"), v("nodes"), v("consistent-nodes"), v("fc-strikes"), v("fc-only"), v("ac3-strikes"))
	}
	return []lab.Table{nodes, share, sub}
}

// nodesRow is the row of a variant on a set; of is the record of MAC + MRV there, if it was measured.
func nodesRow(r record.Record, of record.Set) []string {
	row := []string{r.Dim("set"), r.Dim("variant"), lab.NumberOf(r, "puzzles")}
	if r.Value("puzzles") == 0 { // AC-3 alone solves them all: there was nothing to search
		return append(row, "–", "–", "–", "–", "–", "–", "–")
	}
	v := func(m string) string { return lab.Number(r.Value(m)) }
	bound, cut := "", "–"
	if r.Value("capped") > 0 {
		bound = "≥ "
	}
	for _, b := range of {
		if b.Value("puzzles") > 0 && b.Value("nodes.cut") > 0 {
			cut = bound + lab.Number(r.Value("nodes.cut")/b.Value("nodes.cut")) + " ×"
		}
	}
	return append(row, lab.Share(r.Value("solved"), r.Value("puzzles")), bound+v("nodes"), cut, lab.CutRatioOf(r, nodesRatioMetric, lab.Number),
		v("nodes.median"), v("backtracks"), v("arcs"))
}
