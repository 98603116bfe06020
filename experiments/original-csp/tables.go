package originalcsp

import (
	"fmt"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	var out []lab.Table
	measured := set.Measured()
	generated := lab.Table{
		Name:    "generator",
		Title:   "Puzzles that the program's generator makes, by its levels; the document states at least 42, 36 and 32 givens, one solution, AC-3 alone, and 2 to 5 seconds a puzzle",
		Columns: []string{"Level", "Puzzles", "Givens", "One solution", "By AC-3 alone", "Fallbacks", "Time per puzzle"},
		Notes:   []string{"Givens: least, mean, most. Time: seconds of the processor in Python, mean over the puzzles."},
	}
	for _, level := range levels {
		all := measured.Where(generatorCase, record.D("level", level))
		if len(all) == 0 {
			continue
		}
		var sum, times, proper, settled, fallbacks float64
		puzzles, low, high := 0, all[0].Value("givens.min"), all[0].Value("givens.max")
		for _, r := range all {
			m, _ := r.Metric("givens.mean")
			puzzles += m.N
			sum += m.Value * float64(m.N)
			times += r.Value("time") * float64(m.N)
			low, high = min(low, r.Value("givens.min")), max(high, r.Value("givens.max"))
			proper, settled, fallbacks = proper+r.Value("one solution"), settled+r.Value("by AC-3 alone"), fallbacks+r.Value("fallbacks")
		}
		n := float64(puzzles)
		generated.Add(level, lab.Number(n), fmt.Sprintf("%s, %.2f, %s", lab.Number(low), sum/n, lab.Number(high)),
			lab.Number(proper), lab.Number(settled), lab.Number(fallbacks), lab.Seconds(times/n))
	}
	if len(generated.Rows) > 0 {
		out = append(out, generated)
	}
	solved := lab.Table{
		Name:    "times",
		Title:   "Solving puzzles of its own, by the program; the document states 0.01, 0.02 and 0.03 seconds",
		Columns: []string{"Level", "Puzzles", "Solved", "Cells left by AC-3", "AC-3", "AC-3 and search"},
		Notes:   []string{"Means, in Python, nothing else at work, with 95 % intervals."},
	}
	for _, level := range levels {
		for _, r := range measured.Where(timesCase, record.D("level", level)) {
			m, _ := r.Metric("solved")
			solved.Add(level, lab.Number(float64(m.N)), lab.Number(m.Value), lab.Number(r.Value("cells left by AC-3")), mean(r, "AC-3 time"), mean(r, "solve time"))
		}
	}
	if len(solved.Rows) > 0 {
		out = append(out, solved)
	}
	for _, r := range measured.Where(sampleCase) {
		t := lab.Table{
			Name:    "sample",
			Title:   "The document's sample board under the program's AC-3, and what the document prints with it",
			Columns: []string{"Figure", "The program", "Printed"},
			Notes:   []string{"Times: means, in Python, nothing else at work, with 95 % intervals."},
		}
		for _, row := range []struct{ figure, printed string }{
			{"givens", "42"}, {"arcs revised", "about 400"}, {"values struck", "about 350"}, {"singletons made", "39"}, {"cells settled", "81"},
		} {
			t.Add(row.figure, lab.Number(r.Value(row.figure)), row.printed)
		}
		t.Add("AC-3", mean(r, "AC-3 time"), "")
		t.Add("AC-3 and search", mean(r, "solve time"), "0.01 s")
		out = append(out, t)
	}
	for _, r := range measured.Where(structureCase) {
		t := lab.Table{Name: "structure", Title: "The program's constraint graph", Columns: []string{"Cells", "Neighbours", "Arcs", "As the rules have it"}}
		t.Add(lab.Number(r.Value("cells")), lab.Number(r.Value("neighbours.min"))+" to "+lab.Number(r.Value("neighbours.max")),
			lab.Number(r.Value("arcs")), map[bool]string{true: "yes", false: "no"}[r.Value("as the rules have it") == 1])
		out = append(out, t)
	}
	return out
}

// mean is a mean with its interval, where it has one.
func mean(r record.Record, figure string) string {
	text := lab.Seconds(r.Value(figure))
	if low, ok := r.Metric(figure + ".low"); ok {
		text += " (" + lab.Seconds(low.Value) + " to " + lab.Seconds(r.Value(figure+".high")) + ")"
	}
	return text
}
