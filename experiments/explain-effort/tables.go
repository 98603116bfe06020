package explaineffort

import (
	"fmt"
	"math"
	"strconv"

	"sudokulab/pkg/explain"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// conclusions are all that may be concluded of a pair, in the order of the table.
var conclusions = []string{little, some, much, open, nothing}

func tables(set record.Set) []lab.Table {
	notes := lab.NotRun(set)
	measured := set.Measured()
	return []lab.Table{
		conclusionTable(measured, notes),
		pairTable(measured, "effort", "Rank correlation of difficulty for people, of the graph and of the givens with the effort of a search (in brackets 95 % intervals)",
			concat(ofPeople, ofGraph, []string{givens}), ofSearch),
		pairTable(measured, "graph", "Rank correlation of the graph and of the givens with difficulty for people (in brackets 95 % intervals)",
			concat(ofGraph, []string{givens}), ofPeople),
		techniqueTable(measured),
		puzzleTable(measured),
	}
}

func concat(lists ...[]string) (out []string) {
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}

// label names the puzzles of a case.
func label(r record.Record) string {
	if r.Has("set") {
		return "set " + r.Dim("set")
	}
	switch level := r.Dim("level"); level {
	case minimal:
		return minimal
	case sparse:
		return fmt.Sprintf("%d givens", sparseGivens)
	case all:
		return "all levels together"
	default:
		return "level " + level
	}
}

// conclusionTable counts pairs of measures by what they have to do with each other.
func conclusionTable(set record.Set, notes []string) lab.Table {
	t := lab.Table{
		Name:    "table",
		Title:   "Pairs of measures by what they have to do with each other: difficulty for people, effort of a search, the minigrid graph",
		Columns: []string{"Puzzles", "Number", "Left out", "Measures", "Pairs", "Little", "Some", "Much", "Open", "Nothing to order", "ρ without its sign, least", "greatest"},
		Notes: append([]string{
			"Little: the whole 95 % interval of the rank correlation, its sign left out, is below 0.3. Much: all of it is at 0.7 or above. Some: all of it is in between. Open: it holds one of these bounds. The bounds were set before anything was measured.",
			"Nothing to order: three quarters of the puzzles or more have the same value of one of the two measures, or there are fewer than 30 puzzles. The least and the greatest ρ are of the other pairs.",
			"Minimal puzzles answer the question. In all levels together, fewer givens may make a puzzle harder in every respect, and so have everything correlate with everything.",
		}, notes...),
	}
	for _, r := range set {
		for _, f := range families[:3] {
			found := map[string]int{}
			pairs, least, greatest := 0, math.Inf(1), 0.0
			for _, x := range f.of {
				for _, y := range f.with {
					word := conclude(r, x, y)
					found[word]++
					pairs++
					if word != nothing {
						rho := math.Abs(r.Value(pairOf(x, y)))
						least, greatest = min(least, rho), max(greatest, rho)
					}
				}
			}
			row := []string{label(r), lab.NumberOf(r, "puzzles"), lab.NumberOf(r, "left-out"), f.words, strconv.Itoa(pairs)}
			for _, word := range conclusions {
				row = append(row, strconv.Itoa(found[word]))
			}
			if found[nothing] == pairs {
				row = append(row, nothing, nothing)
			} else {
				row = append(row, fmt.Sprintf("%.2f", least), fmt.Sprintf("%.2f", greatest))
			}
			t.Add(row...)
		}
	}
	return t
}

// pairTable has the correlation of each pair of which something is concluded.
func pairTable(set record.Set, name, title string, of, with []string) lab.Table {
	t := lab.Table{
		Name: name, Title: title, Columns: []string{"Puzzles", "Measure"},
		Notes: []string{"– : nothing to order. Rows in which there is nothing to order at all are left out. What little, some, much and open mean stands below the first table."},
	}
	for _, y := range with {
		t.Columns = append(t.Columns, words(y))
	}
	for _, r := range set {
		for _, x := range of {
			row, told := []string{label(r), words(x)}, false
			for _, y := range with {
				word := conclude(r, x, y)
				if word == nothing {
					row = append(row, nothing)
					continue
				}
				told = true
				row = append(row, lab.WithInterval(r, pairOf(x, y), lab.Decimals(2))+" "+word)
			}
			if told {
				t.Add(row...)
			}
		}
	}
	return t
}

// techniqueTable has the efforts by hardest technique, of minimal puzzles.
func techniqueTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "techniques",
		Title:   "Minimal puzzles by their hardest technique, from the lowest to the highest in HoDoKu's order: the median effort of each search",
		Columns: []string{"Hardest technique", "Place", "Puzzles", "Share"},
		Notes:   []string{fmt.Sprintf("A technique that fewer than %d puzzles need has no median.", fewest)},
	}
	for _, effort := range ofSearch {
		t.Columns = append(t.Columns, words(effort))
	}
	r, ok := set.Case(ownCase(minimal))
	if !ok {
		return t
	}
	for _, tech := range explain.Techniques() {
		n, ok := kept(r, puzzlesWith(tech))
		if !ok {
			continue
		}
		row := []string{tech.String(), strconv.Itoa(int(tech)), lab.Number(n), lab.Share(n, r.Value("puzzles"))}
		for _, effort := range ofSearch {
			text := nothing
			if m, ok := kept(r, byTechnique(tech, effort, "median")); ok {
				text = lab.Number(m)
			}
			row = append(row, text)
		}
		t.Add(row...)
	}
	return t
}

// puzzleTable has the median and the greatest value of each measure.
func puzzleTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "puzzles",
		Title:   "The puzzles: median of each measure, and the greatest value in brackets",
		Columns: []string{"Measure"},
		Notes:   []string{"“≥”: some searches reached their bound on nodes; how many stands behind the bound. The place of a technique is that in HoDoKu's order, or on the ladder of package rate."},
	}
	for _, r := range set {
		t.Columns = append(t.Columns, label(r))
	}
	for _, m := range measures {
		row := []string{m.words}
		for _, r := range set {
			text := lab.NumberOf(r, m.name+".median") + " ("
			capped, ok := kept(r, m.name+".capped")
			if ok {
				text += "≥ "
			}
			text += lab.NumberOf(r, m.name+".max")
			if ok {
				text += ", " + lab.Number(capped)
			}
			row = append(row, text+")")
		}
		t.Add(row...)
	}
	return t
}
