package speedpage

import (
	"fmt"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// tables show every figure.
func tables(set record.Set) []lab.Table {
	t := lab.Table{
		Name: "waits", Title: "What a person at the page waits for, and what its server answers",
		Columns: []string{"What", "Median", "95th percentile", "Unit", "Measurements"},
		Notes: []string{
			"First solve: from the beginning of the navigation to the answer in the status line, the page served by this machine, its engines in the server.",
			"Done: from the key's event to the end of what it set off, the layout of the board included. Shown: to the first frame with it; a browser draws 60 a second, so it can be 17 ms more.",
			"Frames: of a solve by AC-3 and search that is watched at the fastest speed. Late: more than 25 ms after the frame before.",
			"Answers: calls of classify, which look for a second solution, by clients in the same process: both share the cores.",
		},
	}
	row := func(what string, r record.Record, name, unit string, spread bool) {
		m, ok := r.Metric(name)
		if !ok {
			return
		}
		high := "–"
		if spread {
			high = lab.Number(r.Value(name + " p95"))
		}
		t.Add(what, lab.Number(m.Value), high, unit, lab.Number(float64(m.N)))
	}
	for _, r := range set.Measured().Where(openKind) {
		row("first solve after opening", r, firstSolve, "ms", true)
	}
	for _, side := range sides {
		for _, r := range set.Measured().Where(typingKind, record.D("side", side)) {
			row(fmt.Sprintf("a digit typed at %d×%d, done", side, side), r, untilDone, "ms", true)
			row(fmt.Sprintf("a digit typed at %d×%d, shown", side, side), r, untilShown, "ms", true)
		}
	}
	for _, r := range set.Measured().Where(filmKind) {
		row("frames of a watched solve", r, frameRate, "a second", false)
		row("of these late", r, lateFrames, "share", false)
	}
	for _, r := range set.Measured().Where(requestKind) {
		row("checks of uniqueness by the server", r, rate, "a second", false)
	}
	return []lab.Table{t}
}
