package gnnpaths

import (
	"fmt"
	"strconv"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	return []lab.Table{timesTable(set), answersTable(set), roundedTable(set)}
}

func timesTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "times", Title: "Eight steps of the candidate network for one board, by what makes them; one core for a path by hand, alternating rounds",
		Columns: []string{"Side", "Path", "Time", "GFLOP/s in products", "GoMLX takes", "95 % interval", "Rounds"},
		Notes:   []string{"GoMLX: its backend in Go, on as many cores as it takes. A look at the board after the steps is part of the time."},
	}
	for _, r := range set.Measured().Where(timesKind) {
		for _, p := range all() {
			m, ok := r.Metric("time " + p.name)
			if !ok {
				t.Add(r.Dim("side"), p.name, "–", "–", "–", "–", "–")
				continue
			}
			gain, interval := "1 ×", "–"
			if p.fused != "" {
				gain = fmt.Sprintf("%.1f ×", r.Value("gain "+p.name))
				interval = fmt.Sprintf("%.1f–%.1f", r.Value("gain "+p.name+".low"), r.Value("gain "+p.name+".high"))
			}
			t.Add(r.Dim("side"), p.name, lab.Seconds(m.Value), lab.Number(r.Value("flops")/m.Value/1e9), gain, interval, strconv.Itoa(m.N))
		}
	}
	return t
}

func answersTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "answers", Title: "Held-out boards that the candidate network solves on each path, and those on which the path ends as GoMLX does",
		Columns: []string{"Set", "Boards", "Path", "Solved", "Ends alike"},
		Notes:   []string{"Alike: solved after the same number of steps by both, or by neither."},
	}
	for _, r := range set.Measured().Where(boardsKind) {
		for _, p := range all() {
			t.Add(r.Dim("set"), lab.NumberOf(r, "boards"), p.name, lab.NumberOf(r, "solved "+p.name), lab.NumberOf(r, "same "+p.name))
		}
	}
	return t
}

func roundedTable(set record.Set) lab.Table {
	cfg := lab.ConfigIn[Config](set)
	t := lab.Table{
		Name: "rounded", Title: "Held-out boards that the candidate network solves with its weights as they are embedded (float16) and rounded to another format",
		Columns: []string{"Format", "Set", "Boards", "Solved as they are", "Solved rounded", "End alike", "Largest change of a weight"},
		Notes: []string{
			fmt.Sprintf("At most %s steps a board; sums and states in float32 throughout. Alike: solved after the same number of steps by both, or by neither; steps are looked at %d at a time. The change is relative to the largest weight of its tensor.", lab.Number(float64(cfg.Rounded.Steps)), cfg.Steps),
		},
	}
	for _, r := range set.Measured().Where(roundedKind) {
		t.Add(r.Dim("format"), r.Dim("set"), lab.NumberOf(r, "boards"), lab.NumberOf(r, "solved as they are"), lab.NumberOf(r, "solved rounded"),
			lab.Share(r.Value("alike"), r.Value("boards")), fmt.Sprintf("%.2f %%", 100*r.Value("change")))
	}
	return t
}
