package csphard

import (
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	var out []lab.Table
	for i, title := range []string{
		"AC-3 + MAC to the first solution, all puzzles of a set (median, in brackets 10th to 90th percentile)",
		"The same, puzzles of 25 givens; the document states 66 cells settled, 8 nodes, 0.15 s",
		"The same, puzzles of fewer than 32 givens; the document states a few steps",
	} {
		group := groups[i].name
		t := lab.Table{
			Name:    []string{"table", "givens-25", "givens-under-32"}[i],
			Title:   title,
			Columns: []string{"Set", "Puzzles", "Solved", "By AC-3 alone", "Cells settled by AC-3", "Nodes", "Most nodes", "Time"},
		}
		for _, r := range set.Measured().Where(timed, record.Any("set")) {
			v := func(metric string) float64 { return r.Value(group + " " + metric) }
			n := v("puzzles")
			if n == 0 {
				t.Add(r.Dim("set"), "0", "–", "–", "–", "–", "–", "–")
				continue
			}
			spread := func(metric string, format func(float64) string) string {
				return format(v(metric+".median")) + " (" + format(v(metric+".p10")) + " to " + format(v(metric+".p90")) + ")"
			}
			t.Add(r.Dim("set"), lab.Number(n), lab.Share(v("solved"), n), lab.Share(v("by-ac3-alone"), n),
				spread("settled", lab.Number), spread("nodes", lab.Number), lab.Number(v("nodes.max")), lab.Seconds(v("time.median")))
		}
		out = append(out, t)
	}
	return append(out, choices(set))
}

// choices tells how the search begins on puzzles of 25 givens.
func choices(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "first-choice",
		Title:   "The first choice of the search on puzzles of 25 givens; the document's example starts at cell (4,5), with two values, and reduces 3 more cells",
		Columns: []string{"Set", "Puzzles", "Searched", "First cell with two values", "At (4,5)", "First value consistent", "Cells it reduces, median", "Cells it settles, median", "Second value inconsistent", "Both fail, yet solved"},
		Notes: []string{
			"Rows and columns from zero, as the document has them. In brackets the interval of the median, 95 %, by the bootstrap.",
			"Second value inconsistent: tried by itself, of first cells with two values. Both fail: the first given up, the second inconsistent at once.",
		},
	}
	for _, r := range set.Measured().Where(counted, record.Any("set")) {
		v := r.Value
		n := func(metric string) string { return lab.NumberOf(r, metric) }
		if v("puzzles") == 0 {
			continue
		}
		spread := func(metric string) string {
			if _, ok := r.Metric(metric + ".low"); !ok { // of fewer than two searches
				return n(metric)
			}
			return lab.WithInterval(r, metric, lab.Number)
		}
		t.Add(r.Dim("set"), n("puzzles"), n("first-choices"), lab.Share(v("first.two-values"), v("first-choices")), n("first.at-r5c6"),
			lab.Share(v("first.consistent"), v("first-choices")), spread("first-reduced.median"), spread("first-settled.median"),
			lab.Share(v("second.inconsistent"), v("first.two-values")), n("second.both-fail"))
	}
	return t
}
