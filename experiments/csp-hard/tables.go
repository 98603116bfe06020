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
		for _, r := range set.Measured() {
			v := func(metric string) float64 { return r.Value(group + " " + metric) }
			n := v("puzzles")
			if n == 0 {
				t.Add(r.Corpus.ID, "0", "–", "–", "–", "–", "–", "–")
				continue
			}
			spread := func(metric string, format func(float64) string) string {
				return format(v(metric+".median")) + " (" + format(v(metric+".p10")) + " to " + format(v(metric+".p90")) + ")"
			}
			t.Add(r.Corpus.ID, lab.Number(n), lab.Share(v("solved"), n), lab.Share(v("by-ac3-alone"), n),
				spread("settled", lab.Number), spread("nodes", lab.Number), lab.Number(v("nodes.max")), lab.Seconds(v("time.median")))
		}
		out = append(out, t)
	}
	return out
}
