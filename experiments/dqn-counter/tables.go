package dqncounter

import (
	"fmt"
	"strconv"

	"sudokulab/pkg/generate/counter"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	return []lab.Table{treesTable(set), formsTable(set), pairsTable(set), caseTable(set), casesTable(set), growthTable(set)}
}

func treesTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "table", Title: "Nodes for a proof of uniqueness: blanks in fixed order and by fewest candidates",
		Columns: []string{"Set", "Boards", "Fixed order: mean", "median", "most", "at the bound", "MRV: mean", "median", "most", "Fixed to MRV, means", "median board (95 % interval)", "MRV fewer"},
		Notes: []string{
			"Asked: boards that the document's generator asks its counter about on the way to 27 givens, with one solution and with several.",
			"The tree depends on MRV only; sets and the list of blanks change what a node costs. MRV fewer: of the boards where either run ended.",
		},
	}
	trees := set.Where(treeKind)
	for _, r := range trees.Measured() {
		v := func(name string) string { return lab.NumberOf(r, name) }
		mrv := r.Value(mrvTree + " nodes.mean")
		if mrv == 0 {
			continue
		}
		x := short(r.Value(fixedTree+" nodes.mean")/mrv) + " ×"
		switch {
		case r.Value(mrvTree+" capped") > 0:
			x = "–"
		case r.Value(fixedTree+" capped") > 0:
			x = "≥ " + x
		}
		t.Add(r.Dim("set"), v("boards"), v(fixedTree+" nodes.mean"), v(fixedTree+" nodes.median"), v(fixedTree+" nodes.max"), v(fixedTree+" capped"),
			v(mrvTree+" nodes.mean"), v(mrvTree+" nodes.median"), v(mrvTree+" nodes.max"), x, lab.CutRatioOf(r, nodesRatio, short), lab.Share(r.Value("mrv fewer"), r.Value("compared")))
	}
	for _, r := range trees {
		if r.Status == record.Missing {
			t.Notes = append(t.Notes, r.Dim("set")+": "+r.Note+".")
		}
	}
	return t
}

// formsTable shows what a node of each form looks at and how long it takes.
func formsTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "forms", Title: "All forms of the counter on the same boards",
		Columns: []string{"Set", "Form", "Boards", "Nodes per board", "Checks per node", "Cells compared per check", "Cells visited per node", "Time per board", "Time per check"},
		Notes: []string{
			"Scan: the naive check. Masks: a word of bits for each unit. Maps: a hash set for each unit, as the document has it. Blanks: the list made once. One mask answers n checks at once.",
			"Boards whose tree in fixed order has more nodes than the bound are left out.",
		},
	}
	for _, r := range set.Measured().Where(priceKind) {
		n := r.Value("boards")
		if n == 0 { // none has a tree small enough
			continue
		}
		for _, f := range counter.Configs() {
			v := func(name string) float64 { return r.Value(f.String() + " " + name) }
			if v("nodes") == 0 || v("checks") == 0 {
				continue
			}
			t.Add(r.Dim("set"), f.String(), lab.Number(n), lab.Number(v("nodes")/n), short(v("checks")/v("nodes")), short(v("compared")/v("checks")),
				short(v("visited")/v("nodes")), lab.Seconds(v("time")), lab.Seconds(v("time")*n/v("checks")))
		}
	}
	return t
}

func pairsTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "pairs", Title: "Time without an improvement to time with it: same boards, same trees, rounds in turn",
		Columns: []string{"Improvement", "From", "To"},
		Notes:   []string{"Medians of the ratios of the rounds with 95 % intervals; under 1 the improvement costs time."},
	}
	measured := set.Measured().Where(priceKind)
	t.Columns = append(t.Columns, measured.Values("set")...)
	for _, improvement := range []string{byMasks, byMaps, byBlanks} {
		for _, p := range pairs() {
			if p.improvement != improvement || len(measured) == 0 {
				continue
			}
			row := []string{improvement, p.without.String(), p.with.String()}
			for _, r := range measured {
				cell := "–"
				if m, ok := r.Metric(p.metric()); ok {
					cell = fmt.Sprintf("%.2f × (%.2f–%.2f)", m.Value, r.Value(p.metric()+" low"), r.Value(p.metric()+" high"))
				}
				row = append(row, cell)
			}
			t.Add(row...)
		}
	}
	return t
}

func caseTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "case", Title: "A whole generation case of 54 blanks, 64 calls and 24 key cells: all counts together, by form",
		Columns: []string{"Case", "Form", "Nodes", "Checks", "At the bound", "Time", "Naive to this form"},
		Notes:   []string{"The document: over 10 minutes with its first counter, about 840 ms with the finished one, in Python; that is 714 times or more."},
	}
	r, ok := set.Measured().Case(wholeCase)
	if !ok {
		return t
	}
	for _, name := range []string{hardest, middle} {
		for _, f := range caseForms() {
			form := name + " " + f.String()
			if _, ok := r.Metric(form + " time"); !ok {
				continue
			}
			t.Add(name, f.String(), lab.NumberOf(r, form+" nodes"), lab.NumberOf(r, form+" checks"), lab.NumberOf(r, form+" capped"),
				lab.SecondsOf(r, form+" time"), short(r.Value(name+" naive to "+f.String()))+" ×")
		}
	}
	if r.Status == record.Capped {
		t.Notes = append(t.Notes, r.Note+".")
	}
	return t
}

func casesTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "cases", Title: "The cases found with 54 blanks, 64 calls and 24 key cells, by nodes in fixed order",
		Columns: []string{"Rank", "Deal", "Nodes in fixed order", "Nodes by MRV", "Fixed to MRV"},
		Notes:   []string{"By chunks with binary search and elimination, without the drop to single cells; the first and the middle one are timed."},
	}
	r, ok := set.Measured().Case(wholeCase)
	if !ok {
		return t
	}
	for i := 1; i <= int(r.Value("cases")); i++ {
		name := fmt.Sprintf("rank=%d ", i)
		fixed, mrv := r.Value(name+fixedTree+" nodes"), r.Value(name+mrvTree+" nodes")
		if mrv > 0 {
			t.Add(strconv.Itoa(i), lab.NumberOf(r, name+"deal"), lab.Number(fixed), lab.Number(mrv), short(fixed/mrv)+" ×")
		}
	}
	return t
}

func growthTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "growth", Title: "Checks by side of the board, by MRV with the list of blanks: cells that a scan compares, and times",
		Columns: []string{"Side", "Boards", "Nodes", "Cells compared per check", "Scan a check", "Masks per check", "Hash sets per check"},
		Notes:   []string{"Full grids with 40 % of the cells emptied at random. Time per check: that of the whole count over its checks."},
	}
	form := func(v counter.Validity) string { return counter.Config{MRV: true, Validity: v, Blanks: true}.String() }
	for _, r := range set.Measured().Where(growthKind) {
		scan := form(counter.Scan)
		checks, ok := r.Metric(scan + " checks")
		if !ok || checks.Value == 0 {
			continue
		}
		boards := float64(checks.N)
		cost := func(v counter.Validity) string { return lab.Seconds(r.Value(form(v)+" time") * boards / checks.Value) }
		t.Add(r.Dim("side"), lab.Number(boards), lab.NumberOf(r, scan+" nodes"),
			fmt.Sprintf("%.1f", r.Value(scan+" compared")/checks.Value), cost(counter.Scan), cost(counter.Masks), cost(counter.Maps))
	}
	return t
}
