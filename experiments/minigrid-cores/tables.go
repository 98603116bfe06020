package minigridcores

import (
	"fmt"
	"strconv"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/cores"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	return []lab.Table{measuredTable(set), projectedTable(set)}
}

// of returns the measured records of kinds, kind by kind.
func of(set record.Set, kinds ...string) (out record.Set) {
	for _, kind := range kinds {
		out = append(out, set.Measured().Where(kind)...)
	}
	return out
}

func measuredTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "measured", Title: "How many times faster several workers are than one: medians of paired rounds with 95 % intervals",
		Columns: []string{
			"Boards", "Number", "Fillings", "Workers", "Phase 2, one worker", "Phase 2", "Most that whole boxes allow", "Phase 2 as printed", "Phase 3", "All phases", "Loops that share nothing", "Quiet rounds",
		},
		Notes: []string{
			"The library gives boards of fewer than 4,096 fillings to one worker; as printed there is no rule like this, and a goroutine takes whole boxes.",
			fmt.Sprintf("A round is quiet if loops that share nothing went at %g times the speed, or more, that the fastest round promises for so many workers. From %d quiet rounds on only these count; with fewer the machine had other work, and the figures decide nothing.", cores.QuietShare, cores.QuietEnough),
			"–: not timed. Most that whole boxes allow: the digits tried in each box, the largest first to any free worker, of the same boards or for puzzles of the same set.",
		},
	}
	for _, r := range of(set, ordinary, heavy) {
		for _, w := range severalWorkers(r) {
			gain := func(what string) string { return lab.WithInterval(r, cores.GainMetric(what, w), number) }
			t.Add(label(r), lab.Number(r.Value("boards")), lab.Number(r.Value("fillings")), strconv.Itoa(w), lab.Seconds(r.Value(listing+" time")), gain(listing), allowed(set, r, w),
				gain(asListed), gain(joining), gain(allFive), gain(machine), lab.Number(r.Value(cores.QuietMetric(w))))
		}
	}
	return t
}

// label names the boards of a case.
func label(r record.Record) string {
	switch {
	case r.Has(noGivens.Name):
		return "9×9 without givens"
	case r.Kind() == heavy:
		n := r.Dim("n")
		return fmt.Sprintf("%s×%s, %s givens", n, n, lab.Number(r.Value("givens")/r.Value("boards")))
	case r.Kind() == ordinary:
		return r.Dim("set") + "/reading=" + r.Dim("reading")
	}
	return r.Dim("set")
}

// allowed returns the projected speed-up of the boards of a case, or of the puzzles of its set.
func allowed(set record.Set, r record.Record, workers int) string {
	reading := string(minigrid.Lines)
	if r.Kind() == ordinary {
		reading = r.Dim("reading")
		r, _ = set.Case(record.Key(projected, record.D("set", r.Dim("set"))))
	}
	if m, ok := r.Metric(fmt.Sprintf("%s cores=%d.median", reading, workers)); ok {
		return number(m.Value)
	}
	return "–"
}

func projectedTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "projected", Title: "Projection, not measured: how many times faster phase 2 can be on so many cores if a box is one piece of work, median puzzle",
		Columns: []string{"Boards", "Reading", "Puzzles"},
		Notes: []string{
			"From the digits tried in each box; starting goroutines, memory and the counting before the listing cost nothing here. The limit is all digits tried over those of the largest box, which no number of cores passes.",
			"By the box alone a box of e empty cells is e! fillings, so one nearly empty box outweighs all others.",
		},
	}
	shown := []int{2, 3, 4, 8, 9, 16} // those between belong to the figure
	for _, c := range shown {
		t.Columns = append(t.Columns, fmt.Sprintf("%d cores", c))
	}
	t.Columns = append(t.Columns, "Limit: least", "median", "greatest")
	for _, r := range of(set, projected, heavy) {
		for _, reading := range readings {
			p := string(reading) + " "
			if _, ok := r.Metric(p + "puzzles"); !ok {
				continue
			}
			row := []string{label(r), string(reading), lab.Number(r.Value(p + "puzzles"))}
			for _, c := range shown {
				row = append(row, number(r.Value(fmt.Sprintf("%scores=%d.median", p, c))))
			}
			t.Add(append(row, number(r.Value(p+"limit.min")), number(r.Value(p+"limit.median")), number(r.Value(p+"limit.max")))...)
		}
	}
	return t
}
