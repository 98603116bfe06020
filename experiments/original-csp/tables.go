package originalcsp

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	_ "image/png" // of which pictures are
	"maps"
	"slices"
	"strings"

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
	return append(append(out, listed(measured)...), window(measured)...)
}

// listed are the tables that list the figures of a case.
func listed(set record.Set) (out []lab.Table) {
	for _, t := range []struct {
		kind, title, note string
	}{
		{
			designCase, "The program's choices, and those that the document rejects, in Python; the document states that flat lists, sets, a deque, stored neighbours and deep copies are better, and that the smallest domain first finds dead ends sooner",
			"Times: how many times as long the other takes, medians over rounds by turns with 95 % intervals, nothing else at work. AC-3 is the program's, on the document's sample board. Puzzles are minimal, made by the driver, and the program's search is stopped at 2,000 runs of AC-3.",
		},
		{memoryCase, "The program's memory while hard puzzles are made and solved one after the other; the document states a peak of about 50 MB, under 100 MB, and no leak over more than 100", "Of the whole process, Python included."},
		{fallbackCase, "What the program's generator hands over when all its attempts fail; the document states a fallback board", "Failures are made by the driver: the search finds no full board, or no puzzle is unique by AC-3."},
	} {
		for _, r := range set.Where(t.kind) {
			table := lab.Table{Name: t.kind, Title: t.title, Columns: []string{"Figure", "Observed", "n"}, Notes: []string{t.note}}
			for _, name := range names(r) {
				m, _ := r.Metric(name)
				table.Add(name, lab.Number(m.Value)+lab.Interval(r, name, lab.Number)+" "+m.Unit, lab.Number(float64(m.N)))
			}
			out = append(out, table)
		}
	}
	return out
}

// names are those of a record's figures, without the ends of intervals.
func names(r record.Record) (all []string) {
	for _, of := range []map[string]record.Metric{r.Exact, r.Noisy} {
		for _, name := range slices.Sorted(maps.Keys(of)) {
			if !strings.HasSuffix(name, ".low") && !strings.HasSuffix(name, ".high") {
				all = append(all, name)
			}
		}
	}
	return all
}

// window tells of the items that the document lists, in its order, what the window does.
func window(set record.Set) (out []lab.Table) {
	for _, r := range set.Where(windowCase) {
		t := lab.Table{
			Name:    "window",
			Title:   "The program's window, item by item of what the document lists",
			Columns: []string{"Item", "Observed", "Figure", "Of"},
			Notes:   []string{"The window is that of Tk, 750 by 800 pixels where no size is named, on a screen in memory. Sizes depend on the fonts of the machine."},
		}
		for _, row := range windowItems {
			m, ok := r.Metric(row.figure)
			if !ok {
				continue
			}
			of := ""
			if m.N > 1 {
				of = lab.Number(float64(m.N))
			}
			t.Add(row.item, row.figure, lab.Number(m.Value)+" "+m.Unit, of)
		}
		out = append(out, t)
	}
	return out
}

// windowItems are the document's items, and the figures that tell of them.
var windowItems = []struct{ item, figure string }{
	{"a board of nine by nine, boxes in two grounds", "cells in nine rows of nine"},
	{"", "neighbouring boxes alike"},
	{"clashes in red, at once", "clash: the digit typed is red"},
	{"", "clash: the other digit is red"},
	{"", "clash put right in the cell typed last: red stays"},
	{"", "clash put right in the other cell: red stays"},
	{"which keeps boards without solution away", "a board without clash and without solution is entered, nothing red"},
	{"domains below the cells, with every digit", "domains right after each digit typed"},
	{"one value in green", "domains of one value in green"},
	{"several in grey", "domains of several values in grey"},
	{"none as a red X", "empty domains as a red cross"},
	{"shown and hidden", "domains shown when hidden"},
	{"", "domains back when shown again"},
	{"at most three lines", "lines of nine digits.max"},
	{"", "domains of nine digits wider or lower than their cell"},
	{"three buttons that generate", "Easy: givens"},
	{"", "Medium: givens"},
	{"", "Hard: givens"},
	{"a button that solves", "solve: boards filled rightly"},
	{"", "solve: a board without solution told from a solved one"},
	{"a slider for the speed", "sliders"},
	{"a button that validates", "validate: messages of a unique, an empty and a stuck board that differ"},
	{"", "validate: called unique"},
	{"", "validate: a puzzle with one solution past AC-3 called unique"},
	{"a button that clears", "clear: cells and domains left"},
	{"", "clear: red or given cells left"},
	{"status and progress", "Hard: messages while it works"},
	{"", "solve: messages while it works.max"},
	{"dark", "lightness of grounds.max"},
	{"", "contrast of texts.min"},
	{"scrolls on a small screen", "window of 320 by 480: controls scrolled to"},
	{"follows its size", "window of 320 by 480: controls cut off at the side"},
	{"", "window of 500 by 600: controls cut off at the side"},
	{"", "window of 750 by 800: controls cut off at the side"},
	{"", "window of 1000 by 900: controls cut off at the side"},
	{"failures are reported", "failures reported"},
	{"", "failures after which the action works"},
	{"", "errors that nothing caught"},
	{"digits alone are taken", "digits taken"},
	{"", "others taken"},
}

// figures are the pictures that records keep, each within a drawing of its size.
func figures(set record.Set) (all []lab.Figure, err error) {
	for _, r := range set.Measured().Where(windowCase) {
		data, ok := r.Pictures["window.png"]
		if !ok {
			continue
		}
		size, _, err := image.DecodeConfig(bytes.NewReader(data))
		if err != nil {
			return nil, fmt.Errorf("original-csp: the window's picture: %w", err)
		}
		const title = "The program's window with the document's sample board and its domains shown, in Tk on a screen in memory"
		svg := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" role="img"><title>%s</title>`+
			`<image width="%[1]d" height="%[2]d" href="data:image/png;base64,%s"/></svg>`+"\n", size.Width, size.Height, title, base64.StdEncoding.EncodeToString(data))
		all = append(all, lab.Figure{Name: "window", Title: title, SVG: []byte(svg)})
	}
	return all, nil
}

// mean is a mean with its interval, where it has one.
func mean(r record.Record, figure string) string {
	return lab.Seconds(r.Value(figure)) + lab.Interval(r, figure, lab.Seconds)
}
