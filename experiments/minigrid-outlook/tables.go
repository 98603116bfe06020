package minigridoutlook

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

const nothing = "–"

func tables(set record.Set) []lab.Table {
	notes := lab.NotRun(set)
	measured := set.Measured()
	return []lab.Table{
		bestTable(measured, notes), measureTable(measured), shareTable(measured, notes), fillTable(measured), variantTable(measured),
	}
}

// label names the puzzles of a case about difficulty.
func label(r record.Record) string {
	if r.Has("sets") {
		return r.Dim("sets")
	}
	return "set=" + r.Dim("set")
}

// rho writes the correlation of an effort with a measure, and its interval.
func rho(r record.Record, effort, feature string) string {
	if !correlated(r, effort, feature) {
		return nothing
	}
	return lab.WithInterval(r, pairOf(effort, feature), lab.Decimals(2))
}

// bestTable has the best measure and the number of givens, for each set and effort.
func bestTable(set record.Set, notes []string) lab.Table {
	rows := set.Where(difficulty)
	top := best(trials(rows, fewest, variedEnough), features())
	t := lab.Table{
		Name:    "table",
		Title:   "Rank correlation of the best measure with effort, and of the number of givens (in brackets 95 % intervals)",
		Columns: []string{"Puzzles", "Number", "Left out", "Effort", "median", "most", "Share that varies", "Decides", "Measure", "ρ", "ρ of the givens", "Best measure of this row", "its ρ"},
		Notes: append([]string{
			"The measure is the one with the greatest mean correlation over the rows that decide; it is chosen on the same puzzles, and so is the best of a row, which favours both, the latter more. The claim is judged on each set by the measure that does best on the others.",
			"A row decides if a quarter of the puzzles or more differ in effort from the most frequent effort. Left out are puzzles that have not exactly one solution. A search that reaches its bound on nodes counts with the bound.",
			"pooled: own-easy, own-medium, own-hard and own-minimal together. levels: the first three, the effort being the level's rank; levels are ranges of givens, so the givens order them by definition.",
		}, notes...),
	}
	if text := pooledWithin(trials(rows, fewest, variedEnough), top.feature); text != "" {
		t.Notes = append(t.Notes, text)
	}
	for _, r := range rows {
		for _, effort := range efforts {
			if !has(r, effort) {
				continue
			}
			decides := "no"
			for _, tr := range trials(record.Set{r}, fewest, variedEnough) {
				if tr.effort == effort {
					decides = "yes"
				}
			}
			row := bestOf(r, effort)
			t.Add(label(r), lab.NumberOf(r, "puzzles"), lab.NumberOf(r, "left-out"), effort, lab.NumberOf(r, effort+" median"), lab.NumberOf(r, effort+" max"),
				lab.Share(r.Value(effort+" varied"), 1), decides, top.feature, rho(r, effort, top.feature), rho(r, effort, givens), row, rho(r, effort, row))
		}
	}
	return t
}

// bestOf returns the measure with the greatest correlation in absolute value, of one row.
func bestOf(r record.Record, effort string) string {
	name, most := nothing, 0.0
	for _, feature := range features() {
		if !correlated(r, effort, feature) {
			continue
		}
		if v := math.Abs(r.Value(pairOf(effort, feature))); v > most {
			name, most = feature, v
		}
	}
	return name
}

// pooledWithin combines the correlations of the sets: the mean on Fisher's scale, weighted by the
// puzzles, so that differences between sets play no part.
func pooledWithin(list []trial, feature string) string {
	var parts []string
	for _, effort := range deciding {
		var sum, weight float64
		sets := 0
		for _, t := range list {
			m, ok := t.Metric(pairOf(effort, feature))
			if t.effort != effort || !ok || math.Abs(m.Value) >= 1 {
				continue
			}
			w := float64(m.N - 3)
			sum += w * math.Atanh(m.Value)
			weight += w
			sets++
		}
		if weight > 0 {
			parts = append(parts, fmt.Sprintf("%.2f with %s (%d sets)", math.Tanh(sum/weight), effort, sets))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "Combined within sets, on Fisher's scale and weighted by puzzles, the measure has ρ " + strings.Join(parts, " and ") + "."
}

// measureTable has a row for each measure.
func measureTable(set record.Set) lab.Table {
	rows := set.Where(difficulty)
	list := trials(rows, fewest, variedEnough)
	t := lab.Table{
		Name:    "measures",
		Title:   "Rank correlation of every measure with the nodes of backtracking, by set",
		Columns: []string{"Measure", "Rows that decide", "beyond 0.5", "different from 0", "Mean, its direction"},
		Notes: []string{
			"Singles fill in what dancing links finds without a guess, so after them the graph of a puzzle that needs none is trivial: part of what these measures tell about guesses is told by the singles.",
			"Measures are those of the graph after pruning, of fillings that the givens of rows and columns allow (lines) or that are left after naked and hidden singles (singles). “beyond” and “different” count rows of either deciding effort by their whole interval.",
		},
	}
	for _, r := range rows {
		t.Columns = append(t.Columns, label(r))
	}
	for _, feature := range append(features(), givens) {
		s := stand(list, feature)
		row := []string{feature, lab.Number(float64(s.trials)), lab.Number(float64(s.beyond)), lab.Number(float64(s.nonzero)), fmt.Sprintf("%.2f", s.mean)}
		for _, r := range rows {
			text := nothing
			if m, ok := r.Metric(pairOf(cspNodes, feature)); ok {
				text = fmt.Sprintf("%.2f", m.Value)
			}
			row = append(row, text)
		}
		t.Add(row...)
	}
	return t
}

func shareTable(set record.Set, notes []string) lab.Table {
	t := lab.Table{
		Name:    "ambiguous",
		Title:   "Puzzles of published sets by their number of solutions",
		Columns: []string{"Set", "Puzzles", "One", "Several", "None", "Undecided", "Several: counted to the end", "their median", "their most", "Cap of solutions", "Bound on nodes"},
		Notes: append([]string{
			"Counted by exact cover. Undecided: the bound on nodes was reached with fewer than two solutions found. Of the puzzles with several, those that reached the cap or the bound are not counted to the end.",
			"The acs sets are random parts of grids by share of givens, made to be ambiguous or not, not published as puzzles for people; see the table by givens.",
		}, notes...),
	}
	for _, r := range set.Where(share) {
		n := r.Value("puzzles")
		of := func(metric string) string {
			return lab.Number(r.Value(metric)) + " (" + lab.Share(r.Value(metric), n) + ")"
		}
		t.Add(r.Dim("set"), lab.Number(n), of(one), of(many), of(none), of(undecided),
			lab.Number(r.Value(many)-r.Value("several at-limit")), lab.NumberOf(r, "count.median"), lab.NumberOf(r, "count.max"), lab.NumberOf(r, "cap"), lab.NumberOf(r, "nodes"))
	}
	return t
}

// fillTable has the acs sets by share of givens.
func fillTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "ambiguous-by-givens",
		Title:   "Share of ambiguous boards by the share of cells given",
		Columns: []string{"Givens"},
		Notes:   []string{"In brackets the share that is undecided within the bound on nodes, where there is any."},
	}
	var rows record.Set
	var fills []int
	for _, c := range collections {
		for _, r := range set.Where(share, record.D("set", c.id)) {
			if c.random {
				rows = append(rows, r)
				t.Columns = append(t.Columns, c.id)
				fills = append(fills, r.Numbers("fill=", "% puzzles")...)
			}
		}
	}
	slices.Sort(fills)
	for _, fill := range slices.Compact(fills) {
		row := []string{fmt.Sprintf("%d %%", fill)}
		for _, r := range rows {
			n := countedAt(r, fill, "puzzles")
			text := nothing
			if n > 0 {
				text = lab.Share(countedAt(r, fill, many), n)
				if v := countedAt(r, fill, undecided); v > 0 {
					text += " (" + lab.Share(v, n) + ")"
				}
			}
			row = append(row, text)
		}
		t.Add(row...)
	}
	return t
}

// countedAt returns how many puzzles of a share of givens are of a kind: none where the record has no figure.
func countedAt(r record.Record, fill int, kind string) float64 {
	if !slices.Contains(r.Numbers("fill=", "% "+kind), fill) {
		return 0
	}
	return r.Value(fillKey(fill, kind))
}

func variantTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "variants",
		Title:   "Boards of variants, answered by the minigrid method and by exact cover and backtracking",
		Columns: []string{"Variant", "Boards", "Equal answers", "By exact cover alone", "Beyond the limits", "No solution", "One", "Several", "Solutions", "Fillings, median", "most", "Nodes of phase 5, median", "most", "Rules to the letter", "An example"},
		Notes: []string{
			"Made in the run: a grid by a search in random order, on its own regions where they are irregular; givens removed for as long as exact cover proves one solution; more removed for several; one given changed.",
			"Equal: status and number of all three methods, of two where backtracking reached its bound on nodes (by exact cover alone), every solution of the minigrid method checked and different from the others. Nodes are those until the class is known. An example: the board, and its map of regions.",
		},
	}
	for _, r := range set.Where(variant) {
		row := []string{r.Dim("rules") + "/side=" + r.Dim("side")}
		for _, metric := range []string{"boards", "equal", "exact-cover-alone", "beyond-limits", none, one, many, "solutions", "vertices.median", "vertices.max", "minigrid-nodes.median", "minigrid-nodes.max"} {
			row = append(row, lab.NumberOf(r, metric))
		}
		t.Add(append(row, r.Texts["literal"], r.Texts["example"])...)
	}
	return t
}
