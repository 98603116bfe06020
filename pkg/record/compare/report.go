package compare

import (
	"fmt"
	"io"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/table"
)

// Tables returns the report as tables: where the sides come from, what is not the same, and the noisy figures. Of long tables they
// hold the first so many rows, and say how many there are; 0 stands for all.
func (rep *Report) Tables(rows int) []table.Table {
	sides := table.Table{Title: "What is compared", Columns: []string{"Side", "Name", "Measured", "Missing", "Commits", "Machines"}}
	for _, s := range []struct {
		side string
		h    Host
	}{{"A", rep.A}, {"B", rep.B}} {
		sides.Add(s.side, s.h.Name, count(s.h.Records), count(s.h.Missing), several(s.h.Commits), several(s.h.Machines))
	}
	tables := []table.Table{sides}
	if len(rep.Differing) > 0 {
		tables = append(tables, rep.differing(rows))
	}
	if len(rep.Otherwise) > 0 {
		t := table.Table{Title: "Cases that ask something else on each side: their figures are not compared", Columns: []string{"Experiment", "Profile", "Case", "Differs in"}}
		for _, o := range first(rep.Otherwise, rows, &t) {
			t.Add(o.Experiment, o.Profile, o.Case, strings.Join(o.What, ", "))
		}
		tables = append(tables, t)
	}
	if len(rep.OnlyA)+len(rep.OnlyB) > 0 {
		t := table.Table{Title: "Cases measured on one side only", Columns: []string{"Side", "Experiment", "Profile", "Case"}}
		type only struct {
			side string
			key  Key
		}
		var all []only
		for _, k := range rep.OnlyA {
			all = append(all, only{"A", k})
		}
		for _, k := range rep.OnlyB {
			all = append(all, only{"B", k})
		}
		for _, o := range first(all, rows, &t) {
			t.Add(o.side, o.key.Experiment, o.key.Profile, o.key.Case)
		}
		tables = append(tables, t)
	}
	if len(rep.Timed) > 0 {
		tables = append(tables, rep.noisy(rows))
	}
	return tables
}

// differing returns the table of what should be the same and is not.
func (rep *Report) differing(rows int) table.Table {
	t := table.Table{Title: "Exact figures that differ", Columns: []string{"Experiment", "Profile", "Case", "Figure", "A", "B"}}
	for _, d := range first(rep.Differing, rows, &t) {
		a, b := apart(d.A, d.B)
		t.Add(d.Experiment, d.Profile, d.Case, d.Figure, a, b)
	}
	return t
}

// noisy returns the table of the noisy figures.
func (rep *Report) noisy(rows int) table.Table {
	t := table.Table{
		Title:   "Noisy figures: how many times that of A is that of B",
		Columns: []string{"Experiment", "Profile", "Figure", "Unit", "Cases", "B / A", "95 % interval", "Cases, from", "to", "Machine"},
	}
	for _, x := range first(rep.Timed, rows, &t) {
		interval, machine := "–", "same"
		if x.Interval != nil {
			interval = lab.Number(x.Interval.Low) + " to " + lab.Number(x.Interval.High)
		}
		if !x.SameMachine {
			machine = "another"
		}
		t.Add(x.Experiment, x.Profile, x.Figure, x.Unit, count(x.Cases), lab.Number(x.Ratio), interval, lab.Number(x.Least), lab.Number(x.Most), machine)
	}
	t.Notes = append(t.Notes, "Those whose interval excludes 1 come first, farthest from 1 before the others. The ratio is the median over the cases that have the figure on both sides; its interval is the "+
		"bootstrap's over the cases or, of one case, what follows from the intervals kept with the two figures. Of many figures one in twenty excludes 1 by chance.")
	return t
}

// Summary says in one line what was found.
func (rep *Report) Summary() string {
	apart := 0
	for _, t := range rep.Timed {
		if t.Apart() {
			apart++
		}
	}
	text := fmt.Sprintf("Cases on both sides: %s; that ask something else: %s; only in A: %s; only in B: %s. Exact figures and texts compared: %s; that differ: %s. Noisy figures: %s; apart from 1: %s",
		count(rep.Cases), count(len(rep.Otherwise)), count(len(rep.OnlyA)), count(len(rep.OnlyB)), count(rep.Exact), count(len(rep.Differing)), count(len(rep.Timed)), count(apart))
	if rep.Void > 0 {
		text += "; cases whose times are left out, as their control was off: " + count(rep.Void)
	}
	if rep.NoRatio > 0 {
		text += "; without a ratio, as one is not more than 0: " + count(rep.NoRatio)
	}
	return text + "."
}

// Text writes the report for a terminal.
func (rep *Report) Text(w io.Writer, rows int) error {
	return rep.write(w, rows, (*table.Table).WriteText)
}

// Markdown writes the report as Markdown.
func (rep *Report) Markdown(w io.Writer, rows int) error {
	return rep.write(w, rows, (*table.Table).WriteMarkdown)
}

func (rep *Report) write(w io.Writer, rows int, one func(*table.Table, io.Writer) error) error {
	if err := table.WriteAll(w, rep.Tables(rows), one); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s\n", rep.Summary())
	return err
}

func count(n int) string { return lab.Number(float64(n)) }

// several names the first few of many.
func several(names []string) string {
	const shown = 2
	if len(names) == 0 {
		return "–"
	}
	if more := len(names) - shown; more > 1 {
		return fmt.Sprintf("%s; %d more", strings.Join(names[:shown], "; "), more)
	}
	return strings.Join(names, "; ")
}

// first returns the first so many rows of a table, which notes how many there are.
func first[R any](all []R, rows int, t *table.Table) []R {
	if rows <= 0 || len(all) <= rows {
		return all
	}
	t.Notes = append(t.Notes, fmt.Sprintf("The first %d of %s.", rows, lab.Number(float64(len(all)))))
	return all[:rows]
}

// apart shortens two values to what fits into a cell, beginning shortly before they part.
func apart(a, b string) (string, string) {
	const before, width = 12, 48
	x, y := []rune(a), []rune(b)
	if len(x) <= width && len(y) <= width {
		return oneLine(a), oneLine(b)
	}
	at := 0
	for at < len(x) && at < len(y) && x[at] == y[at] {
		at++
	}
	at = max(0, at-before)
	cut := func(r []rune) string {
		if len(r) == 0 {
			return oneLine("")
		}
		text := string(r[min(at, len(r)):min(at+width, len(r))])
		if at > 0 {
			text = "…" + text
		}
		if at+width < len(r) {
			text += "…"
		}
		return oneLine(text)
	}
	return cut(x), cut(y)
}

// oneLine writes a text into a cell: "–" for none, and what ends a line as two characters.
func oneLine(s string) string {
	return lab.OrDash(strings.NewReplacer("\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(s))
}
