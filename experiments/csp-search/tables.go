package cspsearch

import (
	"strings"

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
	for _, r := range set.Measured() {
		v := func(m string) string { return lab.Number(r.Value(m)) }
		switch kind, rest, _ := strings.Cut(r.Case, "/"); kind {
		case "nodes":
			_, variant, _ := strings.Cut(rest, "/")
			bound := ""
			if r.Value("capped") > 0 {
				bound = "≥ "
			}
			ratio := "–"
			if b, ok := set.Case(nodesCase(r.Corpus.ID, base)); ok && b.Value("nodes.cut") > 0 {
				ratio = bound + lab.Number(r.Value("nodes.cut")/b.Value("nodes.cut")) + " ×"
			}
			nodes.Add(r.Corpus.ID, variant, v("puzzles"), lab.Share(r.Value("solved"), r.Value("puzzles")), bound+v("nodes"), ratio, medianRatio(r), v("nodes.median"), v("backtracks"), v("arcs"))
		case "profile":
			share.Add(r.Corpus.ID, v("puzzles"), v("nodes"), lab.Share(r.Value("ac3-share"), 1))
		case "subset":
			sub.Add(r.Corpus.ID, v("puzzles"), v("nodes"), v("consistent-nodes"), v("fc-strikes"), v("fc-only"), v("ac3-strikes"))
		}
	}
	return []lab.Table{nodes, share, sub}
}

// medianRatio writes how many times the nodes of MAC + MRV the median puzzle takes: with its
// interval, as a lower bound where the interval has no high end, "–" where there is none.
func medianRatio(r record.Record) string {
	m, ok := r.Metric("nodes-ratio")
	if !ok {
		return "–"
	}
	low := r.Value("nodes-ratio.low")
	if high, ok := r.Metric("nodes-ratio.high"); ok {
		return lab.Number(m.Value) + " × (" + lab.Number(low) + "–" + lab.Number(high.Value) + ")"
	}
	return "≥ " + lab.Number(low) + " ×"
}
