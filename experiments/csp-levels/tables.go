package csplevels

import (
	"fmt"
	"strconv"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	var out []lab.Table
	if r, ok := set.Measured().Case(timesCase); ok {
		t := lab.Table{
			Name:    "table",
			Title:   "Time to the first solution and to validate, AC-3 + MAC with the queue as written; the document states 0.01, 0.02, 0.03 and 0.1–0.5 s, and under 0.1 s to validate",
			Columns: []string{"Level", "Puzzles", "Givens", "Nodes per puzzle", "Solve, median", "to easy", "Solve, slowest", "First AC-3, median", "Validate, median", "Validate, slowest"},
			Notes:   []string{"Each time is the median of a puzzle's rounds, the levels taken in turn. Very hard: minimal puzzles."},
		}
		for _, k := range kinds {
			v := func(m string) float64 { return r.Value(k + " " + m) }
			t.Add(k, lab.Number(v("puzzles")), lab.Number(v("givens.min"))+" to "+lab.Number(v("givens.max")), lab.Number(v("nodes")/v("puzzles")),
				lab.Seconds(v("solve.median")), fmt.Sprintf("%.2f ×", v("solve.median")/r.Value("easy solve.median")), lab.Seconds(v("solve.max")),
				lab.Seconds(v("root.median")), lab.Seconds(v("validate.median")), lab.Seconds(v("validate.max")))
		}
		out = append(out, t)
	}
	if r, ok := set.Measured().Case(wavesCase); ok {
		t := lab.Table{
			Name:    "waves",
			Title:   "Waves of propagation on generated puzzles of 36 givens; the document's example takes three, of 12, 15 and 18 cells",
			Columns: []string{"Waves", "Puzzles", "Share"},
			Notes: []string{fmt.Sprintf("After the givens alone an empty cell has %.2f values on average (%.2f to %.2f by puzzle); the document's example has 4.2.",
				r.Value("mean-domain"), r.Value("mean-domain.min"), r.Value("mean-domain.max"))},
		}
		for _, waves := range r.Numbers(wavesBegin, "") {
			n := r.Value(wavesMetric(waves))
			t.Add(strconv.Itoa(waves), lab.Number(n), lab.Share(n, r.Value("puzzles")))
		}
		out = append(out, t)
	}
	return out
}
