package cspspeed

import (
	"fmt"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	t := lab.Table{
		Name:    "table",
		Title:   "Uniqueness proved by each engine of the csp family, against a plain bitmask MAC for 9×9 alone (plain9); one thread, alternating rounds",
		Columns: []string{"Set", "Puzzles", "Engine", "Nodes", "Arcs revised", "Puzzles/s", "Time to plain9", "95 % interval"},
	}
	for _, r := range set.Measured() {
		for _, e := range append([]string{yardstick}, engines...) {
			v := func(m string) float64 { return r.Value(e + " " + m) }
			ratio, interval, arcs := "1 ×", "–", "–"
			if e != yardstick {
				ratio = fmt.Sprintf("%.2f ×", v("ratio"))
				interval = fmt.Sprintf("%.2f–%.2f", v("ratio.low"), v("ratio.high"))
				arcs = lab.Number(v("arcs"))
			}
			t.Add(r.Dim("set"), lab.Number(r.Value("puzzles")), e, lab.Number(v("nodes")), arcs, lab.Number(v("rate")), ratio, interval)
		}
	}
	return []lab.Table{t}
}
