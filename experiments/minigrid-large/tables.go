package minigridlarge

import (
	"fmt"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	listed, dense := set.Measured().Where(""), set.Measured().Where(densityKind)
	notes := lab.NotRun(set)
	return []lab.Table{fillTable(listed, notes), endsTable(listed, notes), densityTable(dense)}
}

// fillTable has a row for each group of boards. Figures of cost are those of the reading
// that decides.
func fillTable(set record.Set, notes []string) lab.Table {
	t := lab.Table{
		Name:  "table",
		Title: "Boards of side 16 and 25 whose solutions the method lists completely, by the share of cells given",
		Columns: []string{
			"Boards", "Side", "Fill", "Givens", "Number", "Too many solutions", "Complete: box", "Complete: lines", "Complete: singles",
			"Fillings, median", "Fillings, most", "Bytes, most", "Edges one by one, bytes", "Nodes, most", "Solutions, most", "Found before a limit", "Time, median", "Time, slowest",
		},
		Notes: append([]string{
			"Too many solutions: more than the cap, as the method or exact cover shows. Box: fillings as the paper lists them; lines: those that the givens of rows and columns allow; singles: the same after naked and hidden singles.",
			"Columns from the fillings on are of the reading lines. Fillings are those of all boxes of a board, counted without listing them; at side 25 a lower bound where a box has more than 20 open cells. Bytes are of all structures of the boards that got a graph. Edges one by one: what eight bytes per edge would take; the program keeps edges between classes of fillings.",
			"Solutions and the median time are of complete listings; found before a limit is of the others; the slowest time is of all.",
		}, notes...),
	}
	for _, r := range set {
		for _, fill := range fillsOf(r, minigrid.Lines) {
			v := func(metric string) float64 { return r.Value(key(minigrid.Lines, fill, metric)) }
			n := v(boards)
			number := func(metric string) string {
				if m, ok := r.Metric(key(minigrid.Lines, fill, metric)); ok && m.N > 0 {
					return lab.Number(m.Value)
				}
				return "–"
			}
			low, high := r.Value(fmt.Sprintf("%d%% givens.min", fill)), r.Value(fmt.Sprintf("%d%% givens.max", fill))
			givens := lab.Number(low)
			if high > low {
				givens += "–" + lab.Number(high)
			}
			row := []string{r.Case, sideOf(r), fmt.Sprintf("%d %%", fill), givens, lab.Number(n), lab.Number(v(outOfReach))}
			for _, reading := range readings {
				row = append(row, lab.Number(r.Value(key(reading, fill, string(complete)))))
			}
			median := "–"
			if v(string(complete)) > 0 {
				median = lab.Seconds(v(secondsMid))
			}
			t.Add(append(row, number(fillingsMid), number(fillingsMax), number(bytesMax), number(edgeListMax), number(nodesMax), number(solutionsMax),
				number(foundMax), median, lab.Seconds(v(secondsMax)))...)
		}
	}
	return t
}

// endsTable says how listings ended.
func endsTable(set record.Set, notes []string) lab.Table {
	t := lab.Table{
		Name:  "ends",
		Title: "How listings ended, by kind of board and reading of phase 2",
		Columns: []string{
			"Boards", "Reading", "Number", "Complete", "Number confirmed", "With several solutions",
			"Ended by: cap of solutions", "by vertices", "by bytes", "by nodes",
		},
		Notes: append([]string{"Number confirmed: exact cover came to an end within its bound of nodes and has as many solutions."}, notes...),
	}
	for _, r := range set {
		for _, reading := range readings {
			sum := func(metric string) string {
				total := 0.0
				for _, fill := range fillsOf(r, reading) {
					total += r.Value(key(reading, fill, metric))
				}
				return lab.Number(total)
			}
			t.Add(r.Case, string(reading), sum(boards), sum(string(complete)), sum(checked), sum(severalCount),
				sum(string(many)), sum(string(vertices)), sum(string(space)), sum(string(search)))
		}
	}
	return t
}

func densityTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "density",
		Title:   "Density of the graph by size of board, at equal fill, medians",
		Columns: []string{"Measure", "Pruning", "Fill"},
		Notes: []string{
			"Random parts of random full grids. A fill at which some board exceeds the limit of vertices is left out for that size.",
			"Each box depends on 2(k−1) of the k²−1 others, which alone takes edges over all pairs of vertices down as 2/(k+1).",
		},
	}
	for _, side := range sides {
		t.Columns = append(t.Columns, fmt.Sprintf("Side %d", side))
	}
	for _, m := range append([]measure{{name: "vertices", label: "vertices"}}, measures...) {
		for _, stage := range stages {
			for _, fill := range densityFills {
				k := densityKey(fill, stage, m.name)
				row := []string{m.label, stage, fmt.Sprintf("%d %%", fill)}
				there := false
				for _, side := range sides {
					text := "–"
					if r, ok := set.Case(record.Key(densityKind, record.D("n", side))); ok {
						if v, ok := r.Metric(k); ok {
							text, there = lab.Number(v.Value), true
						}
					}
					row = append(row, text)
				}
				if there {
					t.Add(row...)
				}
			}
		}
	}
	return t
}
